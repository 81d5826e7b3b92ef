import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { hydrated } from "../harness/steps";

/** How little of a public page happens before anybody touches it (docs/decisions/0020-late-code.md). */

const PAGES = ["/", "/services/hvac", "/bookings", "/auth"];
/** The page, a look at its sleeping parts, a button that needs code, and what counts the visit. */
const MAX_COMMITS = 4;

test("nothing wakes but what counts the visit, until a form is touched", async ({ context }) => {
  const [, , bookings] = await Promise.all(
    PAGES.map(async (path) => {
      const page = await context.newPage();
      await page.addInitScript(countWork);
      const files: string[] = [];
      page.on("request", (request) => files.push(request.url()));
      const counting = page.waitForResponse(/assets\/watching[^/]*\.js$/);
      await page.goto(path);
      await hydrated(page);
      await counting;
      await page.waitForLoadState("networkidle");
      const { commits, longTasks } = await workOf(page);
      console.log(path, JSON.stringify({ commits, longTasks }));
      expect(commits, path).toBeGreaterThan(0);
      expect(commits, path).toBeLessThanOrEqual(MAX_COMMITS);
      expect(
        files.filter((file) => /assets\/(booking-form|frame-end|mobile-menu|below-the-fold)/.test(file)),
      ).toEqual([]);
      return page;
    }),
  );
  await bookings!.getByLabel("Full name").fill("Aisha O'Neil");
  await expect(bookings!.getByRole("button", { name: "Verify" })).toBeAttached();
  await expect(bookings!.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
});

test("a page under a resting pointer loads no deferred code until the pointer moves", async ({ page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  const tracking = page.waitForResponse(/assets\/watching[^/]*\.js$/);
  await page.goto("/bookings");
  await hydrated(page);
  // What browsers report when a page appears under the pointer.
  await page.mouse.move(200, 300);
  await tracking;
  await page.waitForLoadState("networkidle");
  expect(files.filter((file) => /assets\/(booking-form|frame-end|mobile-menu)/.test(file))).toEqual([]);
  const form = page.waitForRequest(/assets\/booking-form/);
  await page.mouse.move(200, 301);
  await form;
});

interface Work {
  commits: number;
  longTasks: number;
}

function workOf(page: Page): Promise<Work> {
  return page.evaluate(() => (window as unknown as { work: Work }).work);
}

/** Counts what React puts into the page, as its developer tools are told of it; runs in the page. */
function countWork() {
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
