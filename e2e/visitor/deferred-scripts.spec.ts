import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { movePointer, waitForHydration } from "../harness/steps";

/**
 * Limits of the work on a public page before the first interaction (docs/decisions/0020-deferred-scripts.md).
 */

const PAGES = ["/", "/services/hvac", "/bookings", "/auth"];
/** One React commit each for the page, its deferred parts, a button that waits for its code, and visit tracking. */
const MAX_COMMITS = 4;

/** Chunk of visit tracking, under a name that content blockers accept. */
const VISIT_TRACKING = /assets\/visit-part[^/]*\.js$/;

/** Chunks of the build that load at the first interaction. */
const DEFERRED_CHUNKS = ["booking-form", "site-bottom", "mobile-menu", "below-the-fold"];

const selectDeferred = (files: string[]) =>
  files.filter((file) => DEFERRED_CHUNKS.some((chunk) => file.includes(`/assets/${chunk}-`)));

test.beforeAll(() => {
  const assets = readdirSync("build/client/assets").map((name) => `/assets/${name}`);
  for (const chunk of DEFERRED_CHUNKS) expect(selectDeferred(assets).join()).toContain(`/${chunk}-`);
});

test("loads only visit tracking before a form is touched @long", async ({ context }) => {
  const [, , bookings] = await Promise.all(
    PAGES.map(async (path) => {
      const page = await context.newPage();
      await page.addInitScript(observeWork);
      const files: string[] = [];
      page.on("request", (request) => files.push(request.url()));
      const trackingLoaded = page.waitForResponse(VISIT_TRACKING);
      await page.goto(path);
      await waitForHydration(page);
      await trackingLoaded;
      await page.waitForLoadState("networkidle");
      const { commits, longTasks } = await readWork(page);
      console.log(path, JSON.stringify({ commits, longTasks }));
      expect(commits, path).toBeGreaterThan(0);
      expect(commits, path).toBeLessThanOrEqual(MAX_COMMITS);
      expect(selectDeferred(files)).toEqual([]);
      return page;
    }),
  );
  await bookings!.getByLabel("Full name").fill("Aisha O'Neil");
  await expect(bookings!.getByRole("button", { name: "Verify" })).toBeAttached();
  await expect(bookings!.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
});

test("loads no deferred code under a resting pointer before it moves @long", async ({ page }) => {
  await page.goto("/about");
  await page.mouse.move(200, 300);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  const tracking = page.waitForResponse(VISIT_TRACKING);
  await page.goto("/bookings");
  await waitForHydration(page);
  // Some builds of Chromium fire this event without a movement.
  await page.mouse.move(200, 300);
  await tracking;
  await page.waitForLoadState("networkidle");
  expect(selectDeferred(files)).toEqual([]);
  const form = page.waitForRequest(/assets\/booking-form/);
  await movePointer(page);
  await form;
});

interface PageWork {
  commits: number;
  longTasks: number;
}

function readWork(page: Page): Promise<PageWork> {
  return page.evaluate(() => (window as unknown as { work: PageWork }).work);
}

/** Counts React commits through the developer tools hook; runs in the page. */
function observeWork() {
  const work = { commits: 0, longTasks: 0 };
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onScheduleFiberRoot() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot() {
      work.commits++;
    },
  };
  Object.assign(window, { work, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  new PerformanceObserver((list) => {
    work.longTasks += list.getEntries().length;
  }).observe({ type: "longtask", buffered: true });
}
