import type { Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { waitForHydration } from "../harness/steps";

/** Limits for the first load of a page, in bytes transferred (brotli). */
const BUDGET = { document: 30_000, script: 110_000, css: 15_000, font: 60_000 };
/** Inner pages may load slightly more script. */
const INNER_BUDGET = { ...BUDGET, script: 120_000 };

const PAGES = {
  "/": BUDGET,
  "/bookings": INNER_BUDGET,
  "/services": INNER_BUDGET,
  "/services/hvac": INNER_BUDGET,
  "/amc-packages": INNER_BUDGET,
  "/portfolio": INNER_BUDGET,
  "/about": INNER_BUDGET,
  "/contact": INNER_BUDGET,
};

/** The other inner pages load the same scripts. */
const SHORT_RUN = ["/", "/services/hvac"];

for (const [path, budget] of Object.entries(PAGES)) {
  if (!isLongRun && !SHORT_RUN.includes(path)) continue;
  test(`keeps the first load of ${path} within its budget`, async ({ page }) => {
    // Without pointer movement, deferred scripts stay unloaded.
    await page.goto(path, { waitUntil: "networkidle" });
    // The page's scripts are requested after the first paint, which on a slow machine comes long after
    // network idle.
    await waitForHydration(page);
    const weights = await page.evaluate(() => {
      const kindOf = (name: string) =>
        ({ js: "script", css: "css", woff2: "font" })[new URL(name).pathname.split(".").at(-1) ?? ""];
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const weights: Record<string, number> = { document: document?.encodedBodySize ?? 0 };
      for (const { name, encodedBodySize } of performance.getEntriesByType(
        "resource",
      ) as PerformanceResourceTiming[]) {
        const kind = kindOf(name);
        if (kind) weights[kind] = (weights[kind] ?? 0) + encodedBodySize;
      }
      return weights;
    });
    console.log(path, JSON.stringify(weights));
    const beforePaint = await page.evaluate(() => {
      const paint = performance.getEntriesByName("first-contentful-paint")[0]!.startTime;
      return performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < paint)
        .map(({ name }) => name);
    });
    expect(beforePaint, "code that was fetched before the first paint").toEqual([]);
    // An empty measurement would pass every budget.
    expect(Object.keys(weights).sort()).toEqual(Object.keys(budget).sort());
    for (const [kind, max] of Object.entries(budget)) {
      expect(weights[kind], kind).toBeGreaterThan(1_000);
      expect(weights[kind], kind).toBeLessThanOrEqual(max);
    }
  });
}

// A single office message in a visitor form would load all office messages.
test("excludes office messages from the visitors' forms", async ({ page }) => {
  const pages = ["/bookings", "/contact", "/amc-packages", "/services/hvac"];
  for (const path of casesForRun(pages, createRandom(seedOfRun()))) {
    await page.goto(path);
    await waitForHydration(page);
    await page.getByRole("textbox").first().focus();
    await expect
      .poll(() => listMessageFiles(page), "the form's own words")
      .toContainEqual(expect.stringMatching(/^messages-(booking|contact|contract|form)-/));
    await page.waitForLoadState("networkidle");
    expect(await listMessageFiles(page)).not.toContainEqual(
      expect.stringMatching(/^messages-(admin|board|catalogue|customers|office|scheduling)-/),
    );
  }
});

/** Names of the loaded message files. */
function listMessageFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => /messages-[^/]+$/.exec(name) ?? []),
  );
}
