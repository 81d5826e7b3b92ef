import type { Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { book, chooseAction, openAsAdmin } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Quote from a booking to work: written by keyboard, sent, approved on a phone, converted into a booking. */

test.use(OFFICE_PRODUCT);

const line = (page: Page, number: number) => page.getByRole("group", { name: `Line ${number}`, exact: true });

test("creates a quote from a booking in three clicks and turns the approved quote into work @turn-4", async ({
  page,
  request,
  browser,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { reference } = await book(request, { customerName: "Noura Al Ketbi", phone: "0507654321" });
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  const prices = Promise.withResolvers<void>();
  await page.route("**/api/admin/quote-prices*", async (route) => {
    await prices.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Quote", exact: true }).click();

  const number = (await page
    .getByText(/^QT-\d{4}-\d{6}$/)
    .first()
    .textContent())!;
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // By keyboard: next line while the price book loads, its item, typed price, option.
  const description = line(page, 1).getByRole("combobox", { name: "Description" });
  await description.press("Enter");
  const second = line(page, 2);
  await expect(second.getByRole("combobox", { name: "Description" })).toBeFocused();
  prices.resolve();
  await second.getByRole("combobox", { name: "Description" }).pressSequentially("handyman half");
  await expect(page.getByRole("option", { name: /Handyman/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(second.getByRole("textbox", { name: "Unit price" })).toHaveValue("420");
  await expect(second.getByRole("textbox", { name: "Quantity" })).toBeFocused();
  await page.keyboard.press("Enter");
  const third = line(page, 3);
  await expect(third.getByRole("combobox", { name: "Description" })).toBeFocused();
  await page.keyboard.type("New mixer tap");
  // The price book has no match, so the focus moves to the next field.
  await page.keyboard.press("Tab");
  await third.getByRole("textbox", { name: "Unit price" }).fill("3x");
  await expect(page.getByText("Not saved yet: correct the marked fields")).toBeVisible();
  await third.getByRole("textbox", { name: "Unit price" }).fill("350.50");
  await third.getByRole("checkbox", { name: "Optional" }).check();
  await page.getByLabel("Deposit (%)").fill("50");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // Alt with an arrow key moves a line; a reload keeps the draft, which the customer's page shows as well.
  await third.getByRole("textbox", { name: "Unit price" }).press("Alt+ArrowUp");
  await expect(second.getByRole("combobox", { name: "Description" })).toHaveValue("New mixer tap");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  if (isLongRun) {
    await page.reload();
    await expect(second.getByRole("combobox", { name: "Description" })).toHaveValue("New mixer tap");
  }
  await expectAccessible(page);
  await saveScreenshot(page, "builder");

  await page.getByRole("button", { name: "Send by link" }).click();
  const link = await page.getByRole("textbox", { name: "Link to the quote" }).inputValue();
  expect(link.startsWith(`${product.origin}/quotes/${number}?key=`)).toBe(true);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await saveScreenshot(page, "sent");

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const customer = await phone.newPage();
  await customer.goto(link);
  await expect(customer.getByText("Quote for Noura Al Ketbi")).toBeVisible();
  const priceBefore = await customer.getByRole("button", { name: /^Approve for/ }).textContent();
  await customer.getByRole("checkbox", { name: "New mixer tap" }).check();
  await expect(customer.getByRole("button", { name: /^Approve for/ })).not.toHaveText(priceBefore!);
  await expectAccessible(customer);
  await saveScreenshot(customer, "customer");
  await customer.getByRole("button", { name: /^Approve for/ }).click();
  await expect(customer.getByText("Please type your full name")).toBeVisible();
  await customer.getByLabel("Your full name").fill("Noura Al Ketbi");
  await customer.getByRole("button", { name: /^Approve for/ }).click();
  await expect(customer.getByText(/Noura Al Ketbi approved this quote/)).toBeVisible();
  await expect(customer.getByText("Optional", { exact: true })).toBeVisible();
  await saveScreenshot(customer, "approved");
  await phone.close();

  if (isLongRun) await page.reload();
  await expect(page.getByText(/Noura Al Ketbi approved this version/)).toBeVisible();
  await expect(page.getByText("With: New mixer tap")).toBeVisible();
  await chooseAction(page.getByRole("main"), "Create a new booking");
  await expect(page.getByRole("link", { name: /^Booking: BK-/ })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Quotes", exact: true }).first().click();
  await expect(page.getByRole("link", { name: number })).toBeVisible();
  await expectAccessible(page);
  await saveScreenshot(page, "list");
});

test("approves a quote without JavaScript after correcting rejected input @long", async ({
  page,
  request,
  browser,
}) => {
  const { reference } = await book(request, { phone: "0507654322" });
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  await page.getByRole("button", { name: "Quote", exact: true }).click();
  await page.getByRole("button", { name: "Send by link" }).click();
  const link = await page.getByRole("textbox", { name: "Link to the quote" }).inputValue();

  const contextWithoutJavaScript = await browser.newContext({ javaScriptEnabled: false });
  const customer = await contextWithoutJavaScript.newPage();
  await customer.goto(link);
  await customer.getByText("Ask for changes").click();
  await customer.getByRole("button", { name: "Send request" }).click();
  await customer.getByLabel("Your full name").fill("L");
  await customer.getByRole("button", { name: /^Approve for/ }).click();
  await expect(customer.getByText("Please type your full name").first()).toBeVisible();
  await customer.getByLabel("Your full name").fill("Layla Haddad");
  await customer.getByRole("button", { name: /^Approve for/ }).click();
  await expect(customer.getByText(/Layla Haddad approved this quote/)).toBeVisible();
  await contextWithoutJavaScript.close();
});

test("replaces the link of a quote by keyboard, keeps the focus and confirms the replacement @long", async ({
  page,
}) => {
  const { reference } = await book(page.request, { customerName: "Mariam Al Suwaidi", phone: "0507654322" });
  await openAsAdmin(page, `/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  await page.getByRole("button", { name: "Quote", exact: true }).click();
  await page.getByRole("button", { name: "Send by link" }).click();
  const link = page.getByRole("textbox", { name: "Link to the quote" });
  const first = await link.inputValue();
  const dialog = page.getByRole("dialog", { name: "Link to the quote" });
  await dialog.getByRole("button", { name: "Replace link" }).dblclick();
  const confirm = dialog.getByRole("button", { name: "Yes, replace the link" });
  await expect(confirm).toBeFocused();
  await expect(link).toHaveValue(first);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The link was replaced.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Replace link" })).toBeFocused();
  await expect(link).not.toHaveValue(first);
});

/** Saves a screenshot when SHOTS names a folder. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
