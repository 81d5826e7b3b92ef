import { randomUUID } from "node:crypto";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { test } from "vitest";
import { dubaiCommunities } from "~/features/core/geography/dubai-communities";
import type { Board } from "~/features/operations/dispatch/views";
import { addDays, daysBetween } from "~/platform/time";
import { ADMIN, startProduct } from "../e2e/harness/product";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Frame rate of the dispatch board on large days (docs/decisions/0014-dispatch-board.md): 40 technicians, 200
 * visits a day. A frame at 60 Hz has 16.7 ms; `work` is main thread time per wheel or mouse event. The result
 * is written to docs/performance.md.
 */
const DAY = "2027-03-02";
const TECHNICIANS = 40;
const VISITS_EACH = 5;
const STEPS = 120;
/** Interval of wheel and mouse events, about one frame. */
const STEP_MS = 16;

interface Smoothness {
  "work ms a step": number;
  "frames a second": number;
  "frame p50 ms": number;
  "frame p95 ms": number;
  frames: number;
  "longer than 20 ms": number;
}

test("measures the frame rate of the dispatch board", { timeout: 180_000 }, async () => {
  const measured = startMeasurement();
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route("**/api/admin/board?*", (route) => {
      const availability = new URL(route.request().url()).searchParams;
      return route.fulfill({ json: bigDays(availability.get("from")!, availability.get("to")!) });
    });
    await page.goto(`${product.origin}/admin/calendar?date=${DAY}`);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.locator("form").getByRole("button", { name: "Sign In" }).click();
    const visits = page.locator("[data-visit]");
    await visits.nth(TECHNICIANS * VISITS_EACH - 1).waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable");

    const results: Record<string, Smoothness> = {};
    const scroll = () =>
      measure(page, cdp, async () => {
        await page.mouse.move(700, 500);
        await steps((step) => page.mouse.wheel(0, step < STEPS / 2 ? 30 : -30));
      });
    const drag = () =>
      measure(page, cdp, async () => {
        const visit = (await visits.nth(12).boundingBox())!;
        const from = { x: visit.x + 10, y: visit.y + visit.height / 2 };
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await steps((step) => page.mouse.move(from.x + step * 3, from.y + (step % 60) * 6));
        await page.keyboard.press("Escape");
        await page.mouse.up();
      });
    results["day: scrolling"] = await scroll();
    results["day: dragging"] = await drag();

    await page.goto(`${product.origin}/admin/calendar?date=${DAY}&view=week`);
    await visits.nth(7 * TECHNICIANS * VISITS_EACH - 1).waitFor();
    results["week: scrolling"] = await scroll();
    results["week: dragging"] = await drag();

    await page.goto(`${product.origin}/admin/calendar?date=${DAY}&view=map`);
    // Visits far outside the city appear only in the table.
    await page.locator("svg .board-stop").first().waitFor();
    results["map: pointing at stops"] = await measure(page, cdp, () =>
      steps((step) => page.mouse.move(80 + step * 7, 250 + (step % 40) * 14)),
    );
    results["map: scrolling its table"] = await measure(page, cdp, async () => {
      await page.mouse.move(1250, 600);
      await steps((step) => page.mouse.wheel(0, step < STEPS / 2 ? 30 : -30));
    });
    console.table(results);
    write(results, measured);
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
  const seconds = frames.reduce((sum, ms) => sum + ms, 0) / 1000;
  frames.sort((a, b) => a - b);
  const at = (share: number) => Number((frames[Math.floor(frames.length * share)] ?? 0).toFixed(1));
  return {
    "work ms a step": Number((((after - before) * 1000) / STEPS).toFixed(1)),
    "frames a second": Math.round(frames.length / seconds),
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

function bigDays(from: string, to: string): Board {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  const technicians = Array.from({ length: TECHNICIANS }, (_, number) => ({
    id: randomUUID(),
    name: `Technician ${number + 1}`,
    active: true,
    pictureId: null,
    skills: ["hvac"],
    zones: [0, 1, 2].map((zone) => dubaiCommunities[(number * 7 + zone * 3) % dubaiCommunities.length]!),
    certifiedUntil: null,
    shifts: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 480, endMin: 1200 })),
    timeOff: [],
    onCall: [],
    surroundingVisits: [],
  }));
  const at = (day: string, minute: number) =>
    new Date(Date.parse(`${day}T00:00:00+04:00`) + minute * 60_000).toISOString();
  return {
    days: days.map((day) => ({
      day,
      holiday: null,
      middayBreak: { fromMin: 750, toMin: 900 },
      closed: Object.fromEntries(
        technicians.map(({ id }) => [
          id,
          [
            { fromMin: 0, toMin: 480, reason: "off-shift" as const },
            { fromMin: 1200, toMin: 1440, reason: "off-shift" as const },
          ],
        ]),
      ),
    })),
    holidays: [],
    shorterDays: [],
    technicians,
    trades: [{ id: "hvac", outdoor: false, bufferMin: 30 }],
    visits: days.flatMap((day, dayNumber) =>
      technicians.flatMap((technician, row) =>
        Array.from({ length: VISITS_EACH }, (_, number) => {
          const start = 480 + number * 140 + (row % 3) * 15;
          const count = (dayNumber * TECHNICIANS + row) * VISITS_EACH + number;
          return {
            id: randomUUID(),
            bookingId: randomUUID(),
            version: 1,
            reference: `BK-2027-${String(count).padStart(6, "0")}`,
            serviceId: "hvac",
            skills: ["hvac"],
            serviceName: "HVAC Installation & Maintenance",
            tradeName: null,
            emergency: number === 0 && row % 10 === 0,
            outdoor: false,
            customerName: "Aisha Al Marri",
            // Each technician works in one part of the city, as a dispatcher would plan.
            area: dubaiCommunities[(row * 7 + number * 3) % dubaiCommunities.length]!,
            bookingState: "scheduled" as const,
            state: "scheduled" as const,
            technicianId: technician.id,
            startsAt: at(day, start),
            endsAt: at(day, start + 90),
            permitMissing: false,
            underContract: false,
            recurrence: null,
            preferredTechnician: null,
            conflicts: [],
            delayedUntil: null,
            leadVisitId: null,
            otherCrewNames: [],
            multiDayPosition: null,
            missingHelpers: 0,
            notificationPending: false,
            heldUntil: null,
            bufferMin: 30,
            newBufferMin: 30,
            actualTime: null,
          };
        }),
      ),
    ),
    unassigned: [],
    requests: [],
    moreUnassigned: false,
    latenessGraceMin: 15,
  };
}

function write(results: Readonly<Record<string, Smoothness>>, measured: (action: string) => string): void {
  writeResults(
    "board",
    `${measured(`at 1440 × 900 with ${TECHNICIANS} technicians and ${TECHNICIANS * VISITS_EACH} visits on each day, seven of them in the week`)} No graphics card.`,
    ["what", "frames a second", "frame p50 ms", "frame p95 ms", "longer than 20 ms", "work ms a step"],
    Object.entries(results).map(([action, visit]) => [
      action,
      visit["frames a second"],
      visit["frame p50 ms"],
      visit["frame p95 ms"],
      `${visit["longer than 20 ms"]} of ${visit.frames}`,
      visit["work ms a step"],
    ]),
  );
}
