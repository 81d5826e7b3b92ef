import type { Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { openAsAdmin, requestBooking, signInAs } from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE } from "../harness/visual-checks";

/** Dashboard of the office. */

test.use({ viewport: DESKTOP, ...OFFICE_PRODUCT });

/** The first link with the name: lists below the figures have links to the same records. */
const tile = (page: Page, label: string | RegExp) => page.getByRole("link", { name: label }).first();

async function readTile(page: Page, label: string): Promise<number> {
  return Number(await tile(page, label).locator("> span").nth(1).textContent());
}

test("updates the dashboard live and opens the list behind each figure @turn-1", async ({
  page,
  request: visitor,
}) => {
  await openAsAdmin(page, "/admin");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expect(tile(page, "Requests to answer")).toBeVisible();
  const requestsBefore = await readTile(page, "Requests to answer");
  const emergencies = await readTile(page, "Active emergencies");

  const reference = await requestBooking(visitor);
  await expect.poll(() => readTile(page, "Requests to answer")).toBe(requestsBefore + 1);
  await expect(tile(page, reference)).toContainText("New request");

  await requestBooking(visitor, { service: "emergency" });
  await expect.poll(() => readTile(page, "Active emergencies")).toBe(emergencies + 1);
  const emergencyTile = tile(page, "Active emergencies");
  // The sample's emergency was requested earlier.
  await expect(emergencyTile).toContainText(/[01]:\d\d:\d\d left to arrive/);
  const timeShown = await emergencyTile.textContent();
  await expect(emergencyTile).not.toHaveText(timeShown!);

  await expectGoodLayout(page, [PHONE, DESKTOP, { width: 1920, height: 1080 }]);
  await page.setViewportSize(DESKTOP);

  const figures = ["Requests to answer", "Active emergencies", "Unassigned work"];
  for (const label of casesForRun(figures, createRandom(seedOfRun()))) {
    const count = await readTile(page, label);
    await tile(page, label).click();
    await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
    // Plus the header row.
    await expect(page.getByRole("row")).toHaveCount(count + 1);
    await page.goBack();
    await expect(tile(page, label)).toBeVisible();
  }
});

test("shows dispatchers figures of work and quotes, and accountants figures of money @long", async ({
  page,
  browser,
  product,
}) => {
  await signInAs(page, product, "layla.hassan@rukn.example");
  await page.goto("/admin");
  await expect(tile(page, "Requests to answer")).toBeVisible();
  await expect(tile(page, "Quotes awaiting an answer")).toBeVisible();
  await expect(tile(page, "Overdue invoices")).toHaveCount(0);
  await expect(tile(page, /^Invoiced in/)).toHaveCount(0);
  await expect(tile(page, /^Revenue in/)).toHaveCount(0);

  const context = await browser.newContext({ baseURL: product.origin });
  const dispatcherPage = await context.newPage();
  await signInAs(dispatcherPage, product, "peter.dsouza@rukn.example");
  await dispatcherPage.goto("/admin");
  await expect(tile(dispatcherPage, "Overdue invoices")).toBeVisible();
  await expect(tile(dispatcherPage, "Quotes awaiting an answer")).toBeVisible();
  await expect(tile(dispatcherPage, "Requests to answer")).toHaveCount(0);
  // The list behind each month tile repeats its amount.
  for (const [name, title] of [
    [/^Invoiced in/, "Invoiced lines"],
    [/^Revenue in/, "Journal"],
  ] as const) {
    const amount = await tile(dispatcherPage, name).textContent();
    await tile(dispatcherPage, name).click();
    await expect(dispatcherPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(dispatcherPage.getByRole("status").filter({ hasText: amount! })).toBeVisible();
    await dispatcherPage.goBack();
  }
  await expect(tile(dispatcherPage, "Visits today")).toHaveCount(0);
  await context.close();
});
