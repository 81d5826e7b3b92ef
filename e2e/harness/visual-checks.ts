import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isOneRunOf, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "./fixture";

/** Visual and accessibility checks of a page. */

/** Smallest supported width, and the width of a 1280 px screen at 400 % zoom (WCAG 1.4.10). */
export const SMALLEST = { width: 320, height: 640 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 900 };
export const DESKTOP = { width: 1440, height: 900 };

/** Minified, because each page parses it again, and it takes half as long as the package's `source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA and axe's best practices. */
const RULES: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

const THEMES = ["light", "dark"] as const;
const random = createRandom(seedOfRun());

/** Excluded, because rows of a list have the same structure and a long list would take most of the time. */
const ROWS_AFTER_THE_FOURTH = Array.from({ length: 5 }, () => "[data-list-item]").join(" ~ ");

/**
 * Expects no axe violations in the current page. axe takes about a second of a core, so that under `npm test` it runs
 * in accessibility tests and in a twentieth of the other calls.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isAxeSelected()) await expectNoViolations(page);
}

function isAxeSelected(): boolean {
  return test.info().title.startsWith("accessibility:") || isOneRunOf(20, random);
}

/** `where`: label for the failure message. */
async function expectNoViolations(page: Page, where?: string): Promise<void> {
  expect(await findViolations(page), where).toEqual([]);
}

/** Violated rules of axe in the current page, each with its elements. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await page.evaluate(finishAnimations);
  return page.evaluate(
    async ({ rules, rows }) => {
      const inPage = (window as unknown as { axe: typeof axe }).axe;
      const hasToast = () => document.querySelector("[data-toast]") !== null;
      // It may disappear while axe runs.
      const hadToast = hasToast();
      const { violations } = await inPage.run(
        { exclude: [rows] },
        { runOnly: rules, resultTypes: ["violations"], preload: false },
      );
      // A toast covers what is below it for some seconds.
      const isUnderToast = (id: string, summary = "") =>
        id === "target-size" && summary.includes("partially obscured") && (hadToast || hasToast());
      return violations.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ failureSummary }) => !isUnderToast(id, failureSummary))
          .map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
      );
    },
    { rules: RULES, rows: ROWS_AFTER_THE_FOURTH },
  );
}

/**
 * Checks overflow in each size, on phones also at 320 px, and accessibility in light and dark. It does not reload the page,
 * so that open dialogs stay open, and ends in the last size. Under `npm test`, it checks one random size, in journeys a
 * third of the calls, and axe runs as often as in `expectAccessible`, in one combination of size and theme.
 * `npm run test:all` checks all of them.
 */
export async function expectGoodLayout(page: Page, sizes = [PHONE, DESKTOP]): Promise<void> {
  const isJourney = !/^(accessibility|layout):/.test(test.info().title);
  const selected = isJourney && !isOneRunOf(3, random) ? [] : casesForRun(sizes, random);
  const all = selected.flatMap((size) => THEMES.map((colorScheme) => ({ size, colorScheme })));
  const combinations = isAxeSelected() ? casesForRun(all, random) : [];
  // The board and others have no such width where a test leaves out phones.
  if (selected.includes(PHONE)) {
    await page.setViewportSize(SMALLEST);
    await expectNoOverflow(page, SMALLEST.width);
  }
  for (const size of selected) {
    await page.setViewportSize(size);
    for (const { colorScheme } of combinations.filter((combination) => combination.size === size)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectNoViolations(page, `at ${size.width} px, ${colorScheme}`);
    }
    await expectNoOverflow(page, size.width);
    await expectNoTruncatedCells(page, size.width);
  }
  await page.setViewportSize(sizes.at(-1)!);
}

/** Expects complete references, times and amounts in the tables of the current page. The test goes on, to name all pages. */
export async function expectNoTruncatedCells(page: Page, width: number): Promise<void> {
  expect.soft(await page.evaluate(findTruncatedCells), `cut at ${width} px of ${page.url()}`).toEqual([]);
}

/**
 * `innerWidth` itself grows with the content on a phone, so the width is that of the viewport. Polls, because charts follow
 * a new width in the next frame.
 */
export async function expectNoOverflow(page: Page, width: number): Promise<void> {
  const overflowPx = () => page.evaluate((width) => document.documentElement.scrollWidth - width, width);
  await expect.poll(overflowPx, `wider than a screen of ${width} px`).toBeLessThanOrEqual(0);
}

/**
 * Truncated references, times and amounts, and cell content beyond its cell, in visible tables. Runs in the
 * page.
 */
function findTruncatedCells(): string[] {
  const cut: string[] = [];
  for (const cell of document.querySelectorAll<HTMLElement>("td")) {
    const { left, right, width } = cell.getBoundingClientRect();
    if (width === 0) continue;
    const parts = [cell, ...cell.querySelectorAll<HTMLElement>("*")].filter(
      (part) =>
        part instanceof HTMLElement &&
        part.clientWidth > 1 &&
        part.tagName !== "INPUT" &&
        // The board shortens names, which its hover card shows.
        !part.closest("[data-visit]") &&
        getComputedStyle(part).position !== "absolute",
    );
    const isBeyond = parts.some((part) => {
      const box = part.getBoundingClientRect();
      return box.right > right + 1 || box.left < left - 1;
    });
    const isCut = parts.some(
      (part) =>
        getComputedStyle(part).overflowX !== "visible" &&
        (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 4),
    );
    if (isBeyond || (isCut && (cell.classList.contains("figures") || cell.querySelector(".figures"))))
      cut.push(cell.textContent.trim());
  }
  return cut;
}

/**
 * Finishes animations and transitions. Repeats, because an inherited color starts its own transition after
 * the parent's. Runs in the page.
 */
function finishAnimations() {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, timeline, effect }) =>
          playState === "running" &&
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
  for (let animations = running(); animations.length > 0; animations = running())
    for (const animation of animations) animation.finish();
}
