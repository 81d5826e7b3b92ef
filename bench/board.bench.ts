import { randomUUID } from "node:crypto";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { test } from "vitest";
import type { Board } from "~/features/dispatch/views";
import { ADMIN, startProduct } from "../e2e/product";

/**
 * How smooth the dispatch board is on a big day (docs/decisions/0014-dispatch-board.md): 40 technicians, 200 visits. A
 * frame at 60 a second has 16.7 ms; `work` is the main thread's, for each step of the wheel or the mouse.
 */
const DAY = "2027-03-02";
const TECHNICIANS = 40;
const VISITS_EACH = 5;
const STEPS = 120;
/** The wheel or the mouse tells its steps about as often as a frame is drawn. */
const STEP_MS = 16;

interface Smoothness {
  "work ms a step": number;
  "frame p50 ms": number;
  "frame p95 ms": number;
  frames: number;
  "longer than 20 ms": number;
}

test("board", { timeout: 120_000 }, async () => {
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route("**/api/admin/board?*", (route) => route.fulfill({ json: bigDay() }));
    await page.goto(`${product.origin}/admin/calendar?date=${DAY}`);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.locator("form").getByRole("button", { name: "Sign In" }).click();
    await page
      .locator("[data-visit]")
      .nth(TECHNICIANS * VISITS_EACH - 1)
      .waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable");

    console.table({
      scrolling: await measure(page, cdp, async () => {
        await page.mouse.move(700, 500);
        await steps((step) => page.mouse.wheel(0, step < STEPS / 2 ? 30 : -30));
      }),
      dragging: await measure(page, cdp, async () => {
        const visit = (await page.locator("[data-visit]").nth(12).boundingBox())!;
        const from = { x: visit.x + 10, y: visit.y + visit.height / 2 };
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await steps((step) => page.mouse.move(from.x + step * 3, from.y + (step % 60) * 6));
        await page.keyboard.press("Escape");
        await page.mouse.up();
      }),
    });
  } finally {
    await browser.close();
    await product.remove();
  }
});

async function steps(work: (step: number) => Promise<void>): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    await work(step);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

async function measure(page: Page, cdp: CDPSession, work: () => Promise<void>): Promise<Smoothness> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let running = true;
    requestAnimationFrame(function frame(now) {
      frames.push(now - last);
      last = now;
      if (running) requestAnimationFrame(frame);
    });
    Object.assign(window, {
      stopFrames: () => {
        running = false;
        return frames.slice(2);
      },
    });
  });
  const before = await taskSeconds(cdp);
  await work();
  const after = await taskSeconds(cdp);
  const frames = await page.evaluate(() => (window as unknown as { stopFrames(): number[] }).stopFrames());
  frames.sort((a, b) => a - b);
  const at = (share: number) => Number((frames[Math.floor(frames.length * share)] ?? 0).toFixed(1));
  return {
    "work ms a step": Number((((after - before) * 1000) / STEPS).toFixed(1)),
    "frame p50 ms": at(0.5),
    "frame p95 ms": at(0.95),
    frames: frames.length,
    "longer than 20 ms": frames.filter((ms) => ms > 20).length,
  };
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

function bigDay(): Board {
  const technicians = Array.from({ length: TECHNICIANS }, (_, number) => ({
    id: randomUUID(),
    name: `Technician ${number + 1}`,
    active: true,
    skills: ["hvac"],
    zones: [],
    onCall: [],
  }));
  const at = (minute: number) =>
    new Date(Date.parse(`${DAY}T00:00:00+04:00`) + minute * 60_000).toISOString();
  return {
    days: [
      {
        day: DAY,
        holiday: null,
        middayBreak: { fromMin: 750, toMin: 900 },
        closed: Object.fromEntries(
          technicians.map(({ id }) => [
            id,
            [
              { fromMin: 0, toMin: 480, why: "off-shift" as const },
              { fromMin: 1200, toMin: 1440, why: "off-shift" as const },
            ],
          ]),
        ),
      },
    ],
    technicians,
    visits: technicians.flatMap((technician, row) =>
      Array.from({ length: VISITS_EACH }, (_, number) => {
        const start = 480 + number * 140 + (row % 3) * 15;
        return {
          id: randomUUID(),
          bookingId: randomUUID(),
          version: 1,
          reference: `BK-2027-${String(row * VISITS_EACH + number).padStart(6, "0")}`,
          serviceId: "hvac",
          skills: ["hvac"],
          serviceName: "HVAC Installation & Maintenance",
          emergency: number === 0 && row % 10 === 0,
          outdoor: false,
          customerName: "Aisha Al Marri",
          area: "Dubai Marina",
          bookingState: "scheduled" as const,
          state: "scheduled" as const,
          technicianId: technician.id,
          startsAt: at(start),
          endsAt: at(start + 90),
          permitMissing: false,
          underContract: false,
          obstacles: [],
          heldUpUntil: null,
          leadId: null,
          alongside: [],
          planDay: null,
          missingHands: 0,
          untold: false,
          heldUntil: null,
          bufferMin: 30,
        };
      }),
    ),
    waiting: [],
    requests: [],
    moreWaiting: false,
  };
}
