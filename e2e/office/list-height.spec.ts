import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { DESKTOP, TABLET } from "../harness/visual-checks";

/** Height at which the tables of the office start. */

/** Bar and row of views, in pixels. */
const MAX_HEADER_PX = 120;

const lists = [
  ...["bookings", "finished-work", "inbox", "customers", "quotes", "contracts", "reviews", "invoices"],
  ...["payments", "technicians", "services", "pricing", "activity", "activity/mails", "activity/security"],
];

test.use({ viewport: DESKTOP });

test("starts the tables of all lists at most 120 px below the top @long", async ({ page }) => {
  await openAsAdmin(page, "/admin");
  const heights: string[] = [];
  for (const size of [DESKTOP, TABLET]) {
    await page.setViewportSize(size);
    for (const list of lists) {
      await page.goto(`/admin/${list}`);
      await expect(page.locator("main .skeleton")).toHaveCount(0);
      const height = await page
        .locator("main header")
        .first()
        .evaluate((header) => Math.round(header.getBoundingClientRect().height));
      if (height > MAX_HEADER_PX) heights.push(`${list} at ${size.width}: ${height}`);
    }
  }
  expect(heights).toEqual([]);

  // The panel of a record leaves half of the width.
  await page.setViewportSize(DESKTOP);
  for (const list of ["invoices", "payments"]) {
    await page.goto(`/admin/${list}`);
    await page.locator("main tbody a").first().click();
    await expect(page.locator("[data-drawer]")).toBeVisible();
    const header = page.locator("main header").filter({ has: page.getByRole("searchbox") });
    await expect
      .poll(() => header.evaluate((element) => element.getBoundingClientRect().height), list)
      .toBeLessThanOrEqual(MAX_HEADER_PX);
  }
});
