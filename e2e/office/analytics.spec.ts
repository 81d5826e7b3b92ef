import { readFile } from "node:fs/promises";
import { isLongRun } from "../../test/faults/rounds";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { openAsAdmin, requestBooking, signInAs } from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE } from "../harness/visual-checks";

/** Analytics page. */

test.use({ viewport: DESKTOP, ...OFFICE_PRODUCT });

test("counts bookings of today, exports them as CSV and opens their list @turn-3", async ({
  page,
  request: visitor,
}) => {
  await requestBooking(visitor);
  await openAsAdmin(page, "/admin/analytics?range=today");
  await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
  const tile = page.getByRole("link", { name: /^Bookings: \d+$/ });
  await expect(tile).toBeVisible();
  const count = Number(await tile.textContent());
  expect(count).toBeGreaterThan(0);

  const chart = page.getByRole("region", { name: "Bookings", exact: true });
  await expect(chart.getByRole("group", { name: "Bookings" }).getByRole("link")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await chart.getByRole("button", { name: "Save Bookings as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.split("\r\n")[1]).toMatch(new RegExp(`,${count},`));
  await chart.getByRole("button", { name: "Bookings as a table" }).click();
  await expect(chart.getByRole("row").nth(1).getByRole("cell").first()).toHaveText(String(count));

  if (isLongRun) {
    // The table stays chosen while another period fails to load.
    await page.route("**/api/admin/figures/bookings?*", (route) => route.abort());
    await page.getByRole("group", { name: "Period" }).getByRole("button", { name: "30 days" }).click();
    await expect(chart).toBeHidden();
    await page.unroute("**/api/admin/figures/bookings?*");
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).first().click();
    await expect(chart.getByRole("row")).toHaveCount(31);
  } else {
    await chart.getByRole("button", { name: "Bookings as a table" }).click();
    await page.getByRole("group", { name: "Period" }).getByRole("button", { name: "30 days" }).click();
  }
  await expect(page.getByRole("region", { name: "Demand by area" })).toBeVisible();
  if (isLongRun) await chart.getByRole("button", { name: "Bookings as a table" }).click();
  await expect(chart.locator("svg [data-tip]")).toHaveCount(30);
  // The chart is a single tab stop: arrow keys move between days, and the last day is today.
  await chart.getByRole("link").focus();
  await page.keyboard.press("End");
  await expect(chart.getByRole("link")).toBeFocused();
  await expect(chart.getByRole("link")).toHaveAccessibleName(new RegExp(`: ${count}, before`));
  await expectGoodLayout(page, [PHONE, DESKTOP]);
  await page.setViewportSize(DESKTOP);

  await page.getByRole("group", { name: "Period" }).getByRole("button", { name: "Today" }).click();
  await tile.click();
  await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
  // Plus the header row.
  await expect(page.getByRole("row")).toHaveCount(count + 1);
});

test("shows accountants figures of money and none of work @long", async ({ page, product }) => {
  await signInAs(page, product, "peter.dsouza@rukn.example");
  await page.goto("/admin/analytics");
  await expect(page.getByRole("heading", { name: "Invoiced", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Revenue by service" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Technicians compared" })).toHaveCount(0);
  // Tiles of money and quotes as a CSV file.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save figures as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toMatch(/\r\nInvoiced,[\d.-]+,[\d.-]*,AED\r\nRevenue,[\d.-]+,/);
  expect(file).not.toContain("Bookings,");

  // Revenue opens its ledger entries, which add up to the same amount.
  await page.goto("/admin/analytics?range=year");
  const revenueTile = page.getByRole("link", { name: /^Revenue: / });
  await revenueTile.click();
  await expect(page.getByRole("heading", { name: "Journal", level: 1 })).toBeVisible();
  await expect(page.getByText("4000 Revenue").first()).toBeVisible();
});
