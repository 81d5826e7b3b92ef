import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";

/** Pages whose scripts a content blocker or the network refuses, and pages without JavaScript. */

test("offers a reload instead of loading for ever when a script fails", async ({ page }) => {
  await page.route(/assets\/today-page/, (route) => route.abort());
  await openAsAdmin(page, "/admin");
  await expect(page.getByText("This page could not be loaded completely.")).toBeVisible();
  await page.unroute(/assets\/today-page/);
  await page.getByRole("link", { name: "Refresh Page" }).click();
  await expect(page.getByRole("navigation", { name: "Back office pages" }).first()).toBeAttached();
});

test("keeps the office when the script of another page fails", async ({ page }) => {
  await openAsAdmin(page, "/admin/bookings");
  let refused = 0;
  await page.route(/assets\/customers-page/, (route) => {
    refused += 1;
    return refused > 4 ? route.continue() : route.abort();
  });
  const customers = page.locator("header").getByRole("link", { name: "Customers" });
  await customers.click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible({ timeout: 20_000 });
  await expect(customers).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  expect(refused).toBeGreaterThanOrEqual(4);
});

test("says without JavaScript that a page needs it", async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.origin });
  const page = await context.newPage();
  for (const path of ["/dashboard", "/user-settings", "/auth", "/admin", "/admin/calendar", "/technician"]) {
    await page.goto(path);
    await expect(page.getByText(/needs JavaScript/), path).toBeVisible();
  }
  await context.close();
});
