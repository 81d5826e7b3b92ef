import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { createDocuments, openAsAdmin } from "../harness/steps";

/** Printed pages: light, without controls, nothing cut off. */

/** Colour of the text, and visible controls, when the page is printed from a dark screen. */
async function printFromDark(page: Page) {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  return page.evaluate(() => {
    const isVisible = (element: Element) => element.getClientRects().length > 0;
    const [ink, paper] = ["color", "backgroundColor"].map(
      (name) => getComputedStyle(document.body)[name as "color"],
    );
    // The brand in the header stays as the letterhead.
    const controls = [
      ...document.querySelectorAll(
        "nav a:not([href='/']), button:not([data-visit]), a[data-cta], [data-no-print]",
      ),
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

test("prints bookings, quotes, invoices and the board light and complete", async ({ page, product }) => {
  const { booking, quote, invoice } = await createDocuments(product, page.request);
  for (const link of [booking, quote, invoice]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect.poll(() => printFromDark(page), link).toEqual(PRINTED);
  }
  await page.emulateMedia({ media: "screen" });
  await openAsAdmin(page, "/admin/calendar");
  await expect(page.locator(".board-row").first()).toBeVisible();
  await expect.poll(() => printFromDark(page)).toEqual(PRINTED);
  const canvas = page.locator("[data-board-canvas]");
  const overflowPx = await canvas.evaluate(
    (element) => element.scrollWidth - element.parentElement!.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
});
