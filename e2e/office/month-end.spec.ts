import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import type { Email } from "postal-mime";
import { dubaiDate } from "../../app/platform/time";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectAccessible, expectGoodLayout } from "../harness/visual-checks";

/** Month-end close by an accountant: ageing, corrections, VAT figures, closing and export. */

// The test changes overdue invoices and closes months.
test.use({ ...OFFICE_PRODUCT, viewport: { width: 1440, height: 900 } });

/** Estimated time for a person per click, including reading, in seconds. */
const SECONDS_PER_CLICK = 10;

test("closes a month within ten minutes, from ageing and reminders to VAT and export @long", async ({
  page,
  product,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const startedAt = Date.now();
  await openAsAdmin(page, "/admin/invoices");
  const rail = page.getByRole("navigation", { name: "Back office" });

  // Ageing of outstanding invoices, with one action to remind all customers listed.
  const ageing = page.getByRole("navigation", { name: "Outstanding invoices by age" });
  await click(ageing.getByRole("link", { name: /1–30 days/ }));
  await expect(page).toHaveURL(/age=to30/);
  await click(page.getByRole("checkbox", { name: "Select all open invoices" }));
  await saveScreenshot("reminders");
  const isReminder = ({ subject }: Email) => subject?.startsWith("Reminder");
  const automatic = (await product.emails()).filter(isReminder).map(({ messageId }) => messageId);
  await click(page.getByRole("button", { name: /^Send \d+ reminder/ }));
  // Some of the invoices may already have an automatic reminder from this morning, depending on the hour.
  const remindersSent = page.getByText(/^\d+ reminders? (is|are) on (its|their) way/);
  const reminderCount = Number.parseInt((await remindersSent.textContent())!, 10);
  expect(reminderCount).toBeGreaterThan(0);
  // One email names all invoices of its recipient.
  const loadRemindedInvoices = async () => {
    const sent = (await product.emails()).filter(
      (email) => isReminder(email) && !automatic.includes(email.messageId),
    );
    return new Set(sent.flatMap(({ text }) => text?.match(/INV-\d{4}-\d{6}/g) ?? [])).size;
  };
  await expect.poll(loadRemindedInvoices).toBeGreaterThanOrEqual(reminderCount);

  // A bounced cheque reopens its invoice.
  await click(rail.getByRole("link", { name: "Payments" }));
  await click(page.getByRole("link", { name: "Cheques", exact: true }));
  await click(page.getByRole("link", { name: "000118" }));
  const drawer = page.getByRole("complementary");
  await click(drawer.getByRole("button", { name: "Mark as bounced" }));
  await expect(drawer.getByText("Bounced", { exact: true }).first()).toBeVisible();
  await click(drawer.getByRole("link", { name: /^INV-/ }));
  await expect(page).toHaveURL(/\/admin\/invoices\//);
  const invoice = page.getByRole("complementary", { name: /^INV-/ });

  // Credits a part of the invoice.
  await click(invoice.getByRole("button", { name: "More", exact: true }));
  await click(page.getByRole("menuitem", { name: "Credit note" }));
  await invoice.getByLabel("Amount to credit").selectOption("amount");
  await invoice.getByLabel("Amount (AED)").fill("25");
  await invoice.getByLabel("Reason").fill("Agreed for the late arrival");
  await click(invoice.getByRole("button", { name: "Issue credit note" }));
  const creditNote = await invoice.getByRole("link", { name: /^CN-/ }).textContent();

  // VAT figures and the documents behind them.
  await click(rail.getByRole("link", { name: "Books" }));
  const vat = page.getByRole("region", { name: "VAT return", exact: true });
  await click(vat.getByRole("link", { name: "Standard-rated supplies in Dubai" }));
  await expect(vat.getByRole("link", { name: /^INV-/ }).first()).toBeVisible();
  const trialBalance = page.getByRole("region", { name: /^Trial balance/ });
  const [debit, credit] = await trialBalance
    .getByRole("row", { name: /^Total/ })
    .getByRole("cell")
    .allTextContents();
  expect(debit).toBe(credit);
  await saveScreenshot("books");

  // Exports the month and closes it.
  const download = page.waitForEvent("download");
  await click(page.getByRole("link", { name: "Journal (CSV)" }));
  const journal = await readFile(await (await download).path(), "utf8");
  expect(journal.split("\n").length).toBeGreaterThan(20);
  const closing = page.getByRole("region", { name: "Period closing" });
  await click(closing.getByRole("button", { name: /^Close the period up to/ }));
  const confirmation = page.getByRole("dialog");
  await expectAccessible(page);
  await click(confirmation.getByRole("button", { name: /^Close the period up to/ }));
  await expect(closing.getByText(/^Closed up to/)).toBeVisible();
  await expect(closing.getByRole("button", { name: /^Close the period up to/ })).toBeHidden();

  const seconds = (Date.now() - startedAt) / 1_000;
  console.info(`${clicks} clicks, ${seconds.toFixed(1)} s in the browser`);
  expect(seconds + clicks * SECONDS_PER_CLICK).toBeLessThan(600);

  // A financial year that ends with the closed month is closed, and its profit becomes retained earnings.
  const month = Number(dubaiDate(new Date()).slice(5, 7));
  await page.goto("/admin/settings/money");
  await page.getByLabel("Last month of the financial year").selectOption(String(((month + 10) % 12) + 1));
  await page.getByRole("button", { name: "Save" }).click();
  await rail.getByRole("link", { name: "Books" }).click();
  await page.getByRole("link", { name: "Financial statements" }).click();
  const sheet = page.getByRole("region", { name: /^Balance sheet/ });
  const amountsOf = (name: string) =>
    sheet
      .getByRole("row", { name: new RegExp(`^${name} `) })
      .getByRole("cell")
      .allTextContents();
  await expect(sheet.getByRole("row", { name: /^Total assets/ })).toBeVisible();
  const [assets] = await amountsOf("Total assets");
  expect(Number(assets!.replaceAll(",", ""))).toBeGreaterThan(0);
  expect(await amountsOf("Total assets")).toEqual(await amountsOf("Total liabilities and equity"));
  await expectAccessible(page);
  await expectGoodLayout(page);
  await saveScreenshot("statements");
  const years = page.getByRole("region", { name: "Financial years" });
  await years.getByRole("button", { name: "Close the financial year" }).click();
  await saveScreenshot("year-end");
  await confirmation.getByRole("button", { name: "Close the financial year" }).click();
  const profit = await years
    .getByRole("table")
    .getByRole("row")
    .nth(1)
    .getByRole("cell")
    .first()
    .textContent();
  await page.getByLabel("To", { exact: true }).fill(dubaiDate(new Date()));
  await expect(sheet.getByRole("row", { name: /Retained earnings/ })).toContainText(profit!);
  await saveScreenshot("statements-closed");

  // The journal holds today's entries, each with its document.
  await page.getByRole("link", { name: "Journal", exact: true }).click();
  await page.getByRole("searchbox").or(page.getByLabel("Search by number")).first().fill(creditNote!);
  await expect(page.getByRole("table").getByRole("row", { name: /Credit note/ })).toHaveCount(1);
  await page
    .getByRole("table")
    .getByRole("row", { name: /Credit note/ })
    .getByRole("link")
    .click();
  const entry = page.getByRole("complementary", { name: /^Entry/ });
  await expect(entry.getByRole("row", { name: /Accounts receivable/ })).toContainText("25.00");
  await expectAccessible(page);
  await expectGoodLayout(page);
  await saveScreenshot("entry");
  await entry.getByRole("link", { name: creditNote! }).click();
  await expect(page).toHaveURL(/\/admin\/invoices\//);

  async function saveScreenshot(name: string): Promise<void> {
    const folder = process.env.SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/month-end-${name}.png` });
  }
});
