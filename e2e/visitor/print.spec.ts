import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { book, openAsAdmin } from "../harness/steps";

/** Printed pages: light, without controls, nothing cut off. */

/** Colour of the text, and visible controls, when the page is printed from a dark screen. */
async function printFromDark(page: Page) {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  return page.evaluate(() => {
    const isVisible = (element: Element) => element.getClientRects().length > 0;
    const [ink, paper] = ["color", "backgroundColor"].map(
      (name) => getComputedStyle(document.body)[name as "color"],
    );
    const controls = [
      ...document.querySelectorAll("nav a, button:not([data-visit]), a[data-cta], [data-no-print]"),
    ];
    const cut = [...document.querySelectorAll<HTMLElement>("main, main *")].filter(
      (element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight + 1,
    );
    return {
      ink,
      paper,
      controls: controls.filter(isVisible).map((element) => element.outerHTML.slice(0, 80)),
      cut: cut.map((element) => element.className),
    };
  });
}

const PRINTED = { ink: "rgb(15, 26, 43)", paper: "rgb(255, 255, 255)", controls: [], cut: [] };

test("prints a booking and the office's pages light and complete", async ({ page, request }) => {
  const { followUrl } = await book(request);
  await page.goto(followUrl);
  await expect(page.getByText("Al Marsa Street").first()).toBeVisible();
  const printed = await printFromDark(page);
  // The brand in the header stays as the letterhead.
  expect({ ...printed, controls: printed.controls.filter((html) => !html.includes('href="/"')) }).toEqual(
    PRINTED,
  );
  await page.emulateMedia({ media: "screen" });
  await openAsAdmin(page, "/admin/calendar");
  await expect(page.locator(".board-row").first()).toBeVisible();
  expect(await printFromDark(page)).toEqual(PRINTED);
  const canvas = page.locator("[data-board-canvas]");
  const overflowPx = await canvas.evaluate(
    (element) => element.scrollWidth - element.parentElement!.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
});
