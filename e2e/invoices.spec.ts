import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixture";
import { expectAccessible, expectGoodLooks } from "./looks";
import { openAsAdmin } from "./steps";

/** Money in the office: from finished work to a mailed invoice, and what comes after it. */

test.use({ viewport: { width: 1440, height: 900 } });

test("finished work is invoiced and mailed in three clicks, paid in part and beyond, credited and refunded", async ({
  page,
  product,
}) => {
  await openAsAdmin(page, "/admin/invoices");
  await expect(page.getByRole("heading", { name: "Invoices", level: 1 })).toBeVisible();
  const { bookingId, reference, email } = await finishedWork(page);
  await page.goto(`/admin/bookings?search=${reference}`);

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  await click(page.getByRole("link", { name: reference }));
  await expect(page).toHaveURL(new RegExp(bookingId));
  await click(page.getByRole("button", { name: "Invoice", exact: true }));
  const draft = page.getByRole("region", { name: "Draft invoice" });
  await expect(draft.getByText("Saved", { exact: true })).toBeVisible();

  // By the keyboard: another line from the price book, a wrong price, a discount on all of it.
  const last = draft.getByRole("group", { name: /^Line/ }).last();
  await draft.getByRole("textbox", { name: "Quantity" }).last().press("Enter");
  await last.getByRole("combobox", { name: "Description" }).pressSequentially("handyman half");
  await page.keyboard.press("Enter");
  await expect(last.getByRole("textbox", { name: "Unit price" })).toHaveValue("420");
  await last.getByRole("textbox", { name: "Unit price" }).fill("4,20");
  await expect(last.getByText("Please enter an amount in AED, such as 150 or 150.50")).toBeVisible();
  await last.getByRole("textbox", { name: "Unit price" }).fill("400");
  await draft.getByLabel("Discount on all").fill("10%");
  await draft.getByLabel("Discount on all").press("Enter");
  await expect(last.getByRole("textbox", { name: "Discount" })).toHaveValue("40");
  await expect(draft.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(last.getByRole("combobox", { name: "Description" })).toHaveValue(/Handyman half day/i);
  await expectAccessible(page);
  await shot(page, "draft");

  await click(draft.getByRole("button", { name: "Issue and send" }));
  const opened = page.getByRole("complementary", { name: /^INV-/ });
  await expect(opened.getByRole("heading", { level: 2 })).toHaveText(/^INV-\d{4}-\d{6}$/);
  const number = (await opened.getByRole("heading", { level: 2 }).textContent())!;
  expect(clicks).toBeLessThanOrEqual(6);
  await expect.poll(async () => mailed(await product.mailsTo(email), number)).toBe("application/pdf");
  await expectAccessible(page);
  await shot(page, "issued");

  // In part, then by more than is open: asked about first, and kept as credit.
  await record(opened, "100");
  await expect(opened.getByText("Part paid", { exact: true })).toBeVisible();
  await record(opened, "5,000");
  await opened.getByRole("checkbox", { name: "Yes: what is beyond becomes the customer's credit" }).check();
  await opened.getByRole("button", { name: "Record", exact: true }).click();
  await expect(opened.getByRole("heading", { level: 2 }).locator("..").getByText("Settled")).toBeVisible();

  await opened.getByRole("button", { name: "Credit note" }).click();
  await opened.getByLabel("What is credited").selectOption("amount");
  await opened.getByLabel("Amount (AED)").fill("50");
  await opened.getByLabel("Reason").fill("Agreed for the late arrival");
  await opened.getByRole("button", { name: "Issue credit note" }).click();
  await expect(opened.getByRole("link", { name: /^CN-/ })).toBeVisible();
  await shot(page, "credited");

  await opened.getByRole("definition").getByRole("link").first().click();
  const customer = page.getByRole("complementary");
  await customer.getByRole("button", { name: "Refund", exact: true }).click();
  await customer.getByLabel("Amount").fill("50");
  await customer.getByLabel("Back by").selectOption("transfer");
  await customer.getByLabel("Why").fill("Back to the account it came from");
  await customer.getByRole("button", { name: "Give back" }).click();
  await expect(customer.getByText(/Refund by Bank transfer/i).first()).toBeVisible();
  await customer.getByRole("link", { name: "Statement of account" }).click();
  await expect(page.getByRole("row", { name: new RegExp(number) })).toBeVisible();
  await expect(page.getByRole("row", { name: /Refund/ }).first()).toBeVisible();
  await expectAccessible(page);
  await shot(page, "statement");
});

test("what is overdue is seen with its reminders, and the lists of money are kept in the dark and on a phone", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/invoices?state=overdue");
  await expect(page.getByRole("table").getByText("Part paid, overdue")).toBeVisible();
  await expect(page.getByRole("link", { name: /^INV-/ })).toHaveCount(2);
  await page.getByRole("link", { name: /^INV-/ }).last().click();
  const opened = page.getByRole("complementary", { name: /^INV-/ });
  await expect(opened.getByText("Customer reminded").first()).toBeVisible();
  for (const [path, name] of [
    ["/admin/invoices", "invoices"],
    ["/admin/payments", "payments"],
    ["/admin/payments/cheques", "cheques"],
    ["/admin/payments/payouts", "payouts"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(/^AED/).filter({ visible: true }).first()).toBeVisible();
    await expectGoodLooks(page);
    await shot(page, name);
  }
});

/** A finished booking of the sample whose draft was looked at by nobody yet, without that draft. */
async function finishedWork(page: Page) {
  const get = async (path: string) => (await page.request.get(`/api${path}`)).json();
  const { invoices } = await get("/admin/invoices?state=draft");
  const { invoice } = await get(`/admin/invoices/${invoices[0].id}`);
  const { id, version, booking, buyer } = invoice;
  const gone = await page.request.post(`/api/admin/invoices/${id}/delete`, {
    headers: { Origin: new URL(page.url()).origin },
    data: { version },
  });
  expect(gone.ok()).toBe(true);
  return { bookingId: booking.id, reference: booking.reference, email: buyer.email };
}

/** The kind of file that went out with the mail about a document. */
function mailed(
  mails: { subject?: string; attachments: { mimeType: string }[] }[],
  number: string,
): string | undefined {
  return mails.find(({ subject }) => subject?.includes(number))?.attachments[0]?.mimeType;
}

async function record(opened: Locator, amount: string): Promise<void> {
  await opened.getByRole("button", { name: "Record payment" }).click();
  await opened.getByLabel("Amount").fill(amount);
  await opened.getByRole("button", { name: "Record", exact: true }).click();
}

/** Kept where somebody wants to look at them. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
