import { resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { test } from "vitest";
import { type Product, startProduct } from "../e2e/harness/product";
import { companyFolder, openCompany } from "./companies";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Time until each office page is complete in a browser, for a company of a thousand bookings and a large one,
 * loaded alternately. Only the ratio is meaningful. A page is complete when its heading is visible, no
 * request is pending and no placeholder is left.
 */
const FEW = 1_000;
const MANY = Number(process.env.BOOKINGS ?? 100_000);
const ONLY = process.env.ONLY;
const TIMES = Number(process.env.TIMES ?? 5);

const pages = [
  "/admin",
  "/admin/bookings",
  "/admin/bookings?state=completed",
  "/admin/calendar",
  "/admin/calendar?view=week",
  "/admin/calendar?view=month",
  "/admin/customers",
  "/admin/quotes",
  "/admin/invoices",
  "/admin/payments",
  "/admin/payments/cheques",
  "/admin/contracts",
  "/admin/inbox",
  "/admin/analytics",
  "/admin/analytics/invoiced-lines",
  "/admin/books",
  "/admin/books/journal",
  "/admin/technicians",
  "/admin/services",
  "/admin/pricing",
  "/admin/holidays",
  "/admin/activity",
  "/admin/activity/mails",
  "/admin/activity/security",
  "/admin/activity/errors",
  "/admin/team",
  "/admin/api",
  "/admin/background-jobs",
  "/admin/settings",
  "/admin/reviews",
  "/admin/settings/backups",
];

test("measures the time to complete office pages", { timeout: 3_600_000 }, async () => {
  // Creates or updates the company if necessary.
  const cookies = new Map<number, string>();
  for (const bookings of [FEW, MANY]) {
    const { app, headers } = await openCompany(bookings);
    cookies.set(bookings, headers.Cookie);
    await app.close();
  }
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const measured = startMeasurement();
  const few = await openOffice(browser, FEW, cookies.get(FEW)!);
  const many = await openOffice(browser, MANY, cookies.get(MANY)!).catch(async (error: unknown) => {
    await few.product.stop();
    throw error;
  });
  const rows: [path: string, few: number, many: number][] = [];
  try {
    for (const path of pages) {
      if (ONLY && !new RegExp(ONLY).test(path)) continue;
      const times = { few: [] as number[], many: [] as number[] };
      // The first load is not counted, because it fetches the page's code.
      for (let time = 0; time <= TIMES; time++) {
        const [fewMs, manyMs] = [await measurePaint(few, path), await measurePaint(many, path)];
        if (time > 0) times.few.push(fewMs);
        if (time > 0) times.many.push(manyMs);
      }
      rows.push([path, median(times.few), median(times.many)]);
      console.info(
        path,
        median(times.few),
        median(times.many),
        (median(times.many) / median(times.few)).toFixed(2),
      );
    }
  } finally {
    await browser.close();
    await few.product.stop();
    await many.product.stop();
  }
  if (!ONLY)
    writeResults(
      "first paint",
      `${measured(`with ${MANY.toLocaleString("en")} bookings against ${FEW.toLocaleString("en")}, the median of ${TIMES}`)} Milliseconds.`,
      ["page", "few", "many", "ratio"],
      rows.map(([path, few, many]) => [path, few, many, (many / few).toFixed(2)]),
    );
});

interface Office {
  product: Product;
  page: Page;
}

async function openOffice(browser: Browser, bookings: number, cookie: string): Promise<Office> {
  const product = await startProduct({
    dataDir: resolve(companyFolder(bookings)),
    env: { SAMPLE_DATA: "off", CLIENT_RATE_LIMIT: "1000000" },
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const call = window.fetch;
    Object.assign(window, { pendingCalls: 0 });
    const target = window as unknown as { pendingCalls: number };
    window.fetch = (...args) => {
      target.pendingCalls++;
      return call(...args).finally(() => target.pendingCalls--);
    };
  });
  const cookies = cookie.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: product.origin };
  });
  await page.context().addCookies(cookies);
  return { product, page };
}

/** Time from navigation to the complete page, in milliseconds. */
async function measurePaint({ product, page }: Office, path: string): Promise<number> {
  await page.goto(product.origin + path, { waitUntil: "commit" });
  const completeAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let idleSince = 0;
        let frames = 0;
        requestAnimationFrame(function frame(now) {
          const main = document.querySelector("main");
          const hasPlaceholders = document.querySelector(".skeleton, main [aria-busy=true]");
          const { pendingCalls } = window as unknown as { pendingCalls: number };
          const isComplete =
            main?.querySelector("h1") && main.innerText.length > 0 && !hasPlaceholders && pendingCalls === 0;
          if (!isComplete) frames = 0;
          else if (frames++ === 0) idleSince = now;
          // Waits several frames, because a page is idle for a moment between its code and its first call.
          if (frames > 10) resolve(idleSince);
          else requestAnimationFrame(frame);
        });
      }),
  );
  return Math.round(completeAt);
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
