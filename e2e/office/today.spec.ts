import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { DESKTOP, expectGoodLayout, PHONE } from "../harness/looks";
import { openAsAdmin, requestBooking, signInAs } from "../harness/steps";

/** Dashboard of the office. */

// Uses its own product, so that other tests do not change the counts.
test.use({ viewport: DESKTOP, env: {} });

const tile = (page: Page, label: string | RegExp) => page.getByRole("link", { name: label });

async function numberOn(page: Page, label: string): Promise<number> {
  return Number(await tile(page, label).locator("> span").nth(1).textContent());
}

test("counts new work live and opens the list behind each figure", async ({ page, request: visitor }) => {
  await openAsAdmin(page, "/admin");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expect(tile(page, "Requests to answer")).toBeVisible();
  const before = await numberOn(page, "Requests to answer");
  const emergencies = await numberOn(page, "Active emergencies");

  const reference = await requestBooking(visitor);
  await expect.poll(() => numberOn(page, "Requests to answer")).toBe(before + 1);
  await expect(tile(page, reference).first()).toContainText("New request");

  await requestBooking(visitor, { service: "emergency" });
  await expect.poll(() => numberOn(page, "Active emergencies")).toBe(emergencies + 1);
  const clock = tile(page, "Active emergencies");
  await expect(clock).toContainText(/1:5\d:\d\d left to arrive/);
  const shown = await clock.textContent();
  await expect(clock).not.toHaveText(shown!);

  await expectGoodLayout(page, [PHONE, DESKTOP, { width: 1920, height: 1080 }]);
  await page.setViewportSize(DESKTOP);

  for (const label of ["Requests to answer", "Active emergencies", "Unassigned work"]) {
    const count = await numberOn(page, label);
    await tile(page, label).click();
    await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
    // Plus the header row.
    await expect(page.getByRole("row")).toHaveCount(count + 1);
    await page.goBack();
    await expect(tile(page, label)).toBeVisible();
  }
});

test("shows dispatchers work and quotes, and accountants money", async ({ page, browser, product }) => {
  await signInAs(page, product, "layla.hassan@rukn.example");
  await page.goto("/admin");
  await expect(tile(page, "Requests to answer")).toBeVisible();
  await expect(tile(page, "Quotes awaiting an answer")).toBeVisible();
  await expect(tile(page, "Overdue invoices")).toHaveCount(0);
  await expect(tile(page, /^Invoiced in/)).toHaveCount(0);
  await expect(tile(page, /^Earned in/)).toHaveCount(0);

  const context = await browser.newContext({ baseURL: product.origin });
  const other = await context.newPage();
  await signInAs(other, product, "peter.dsouza@rukn.example");
  await other.goto("/admin");
  await expect(tile(other, "Overdue invoices")).toBeVisible();
  await expect(tile(other, "Quotes awaiting an answer")).toBeVisible();
  await expect(tile(other, "Requests to answer")).toHaveCount(0);
  // The list behind each month tile repeats its amount.
  for (const [name, title] of [
    [/^Invoiced in/, "Invoiced lines"],
    [/^Earned in/, "Journal"],
  ] as const) {
    const amount = await tile(other, name).textContent();
    await tile(other, name).click();
    await expect(other.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(other.getByRole("status").filter({ hasText: amount! })).toBeVisible();
    await other.goBack();
  }
  await expect(tile(other, "Visits today")).toHaveCount(0);
  await context.close();
});
