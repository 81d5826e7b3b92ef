import type { Locator, Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { ADMIN, type Product } from "../harness/product";
import {
  book,
  chooseAction,
  type OfficeCall,
  openAsAdmin,
  sendQuote,
  sendWaitingEmails,
  signInAsAdmin,
} from "../harness/steps";
import { expectAccessible, expectGoodLayout } from "../harness/visual-checks";

/** Invoices from finished work to payment, credit note and refund. */

test.use({ viewport: { width: 1440, height: 900 } });

test("invoices finished work in three clicks, records partial payment and overpayment, credits and refunds", async ({
  page,
  product,
}) => {
  await signInAsAdmin(page);
  const { bookingId, reference, email } = await findFinishedBooking(page, product);
  await page.goto(`/admin/bookings?search=${reference}`);
  const releasePrices = isLongRun ? await holdPrices(page) : undefined;

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

  await expect(page.getByRole("heading", { name: "Invoices", level: 1 })).toBeAttached();

  const lines = draft.getByRole("group", { name: /^Line/ });
  // quotes.spec.ts enters lines in the same editor.
  if (releasePrices) await addLineByKeyboard(draft, lines.last(), releasePrices);
  await draft.getByLabel("Discount on total").fill("10%");
  await draft.getByLabel("Discount on total").press("Enter");
  await expect(lines.last().getByRole("textbox", { name: "Discount" })).not.toHaveValue("");
  await expect(draft.getByText("Saved", { exact: true })).toBeVisible();
  if (isLongRun) {
    await page.reload();
    await expect(lines.last().getByRole("combobox", { name: "Description" })).toHaveValue(
      /Handyman half day/i,
    );
  }
  await expectAccessible(page);
  await saveScreenshot(page, "draft");

  await click(draft.getByRole("button", { name: "Issue and send" }));
  const invoiceDrawer = page.getByRole("complementary", { name: /^INV-/ });
  const number = (await invoiceDrawer
    .getByText(/^INV-\d{4}-\d{6}$/)
    .first()
    .textContent())!;
  expect(clicks).toBeLessThanOrEqual(6);
  await expect
    .poll(async () => {
      await sendWaitingEmails(product);
      return attachmentType(await product.emailsTo(email), number);
    })
    .toBe("application/pdf");
  await saveScreenshot(page, "issued");

  // Partial payment, then an overpayment that asks for confirmation and becomes credit.
  await recordPayment(invoiceDrawer, "100");
  await expect(invoiceDrawer.getByText("Part paid", { exact: true })).toBeVisible();
  await recordPayment(invoiceDrawer, "5,000");
  await invoiceDrawer
    .getByRole("checkbox", { name: "Yes, keep the rest as credit for the customer" })
    .check();
  await invoiceDrawer.getByRole("button", { name: "Record", exact: true }).click();
  await expect(
    invoiceDrawer.getByRole("heading", { level: 2 }).locator("../..").getByText("Paid", { exact: true }),
  ).toBeVisible();

  await chooseAction(invoiceDrawer, "Credit note");
  await invoiceDrawer.getByLabel("Amount to credit").selectOption("amount");
  await invoiceDrawer.getByLabel("Amount (AED)").fill("50");
  await invoiceDrawer.getByLabel("Reason").fill("Agreed for the late arrival");
  await invoiceDrawer.getByRole("button", { name: "Issue credit note" }).click();
  await expect(invoiceDrawer.getByRole("link", { name: /^CN-/ })).toBeVisible();
  await saveScreenshot(page, "credited");

  await invoiceDrawer.getByRole("definition").getByRole("link").first().click();
  const customer = page.getByRole("complementary");
  await customer.getByRole("button", { name: "Refund", exact: true }).click();
  await customer.getByLabel("Amount").fill("50");
  await customer.getByLabel("Refund method").selectOption("transfer");
  await customer.getByLabel("Reason").fill("Back to the account it came from");
  await customer.getByRole("form", { name: "Refund" }).getByRole("button", { name: "Refund" }).click();
  await expect(customer.getByText(/Refund by Bank transfer/i).first()).toBeVisible();
  await customer.getByRole("link", { name: "Statement of account" }).click();
  await expect(page.getByRole("row", { name: new RegExp(number) })).toBeVisible();
  await expect(page.getByRole("row", { name: /Refund/ }).first()).toBeVisible();
  await expectAccessible(page);
  await saveScreenshot(page, "statement");
});

test("shows overdue invoices with their reminders and keeps the lists usable in dark mode and on a phone @long", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/invoices?state=overdue");
  // Oldest first: the sample's part-paid invoice may be on the second page.
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("table").getByText("Part paid, overdue")).toBeVisible();
  await expect(page.getByRole("link", { name: /^INV-/ }).nth(1)).toBeVisible();
  await page.getByRole("link", { name: /^INV-/ }).last().click();
  const invoiceDrawer = page.getByRole("complementary", { name: /^INV-/ });
  await expect(invoiceDrawer.getByText("Customer reminded").first()).toBeVisible();
  const lists = [
    ["/admin/invoices", "invoices"],
    ["/admin/payments", "payments"],
    ["/admin/payments/cheques", "cheques"],
    ["/admin/payments/payouts", "payouts"],
  ] as const;
  for (const [path, name] of casesForRun(lists, createRandom(seedOfRun()), 2)) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(/^AED/).filter({ visible: true }).first()).toBeVisible();
    await expectGoodLayout(page);
    await saveScreenshot(page, name);
  }
});

test("writes off a part, records its recovery and undoes the rest @long", async ({
  page,
  startAnotherProduct,
}) => {
  const product = await startAnotherProduct();
  await signInByApi(product, page);
  await page.goto(`${product.origin}/admin/invoices?state=overdue`);
  await page.getByRole("link", { name: /^INV-/ }).last().click();
  const drawer = page.getByRole("complementary", { name: /^INV-/ });
  await chooseAction(drawer, "Write off");
  const writeOff = drawer.getByRole("form", { name: "Write off" });
  await writeOff.getByLabel("Amount (AED)").fill("1,000,000");
  await writeOff.getByLabel("Reason").fill("Agreed with the customer");
  await saveScreenshot(page, "write-off");
  await writeOff.getByRole("button", { name: "Write off" }).click();
  await expect(writeOff.getByText(/At most AED.* is open/)).toBeVisible();
  await writeOff.getByLabel("Amount (AED)").fill("50");
  // A row half below the sticky heading of the scrolled list counts as too small a target.
  await page.getByRole("link", { name: /^INV-/ }).first().scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await writeOff.getByRole("button", { name: "Write off" }).click();
  const entry = (text: RegExp) => drawer.getByRole("listitem").filter({ hasText: text }).first();
  await expect(entry(/Written off.*Agreed with the customer.*50\.00/)).toBeVisible();

  // The open amount and all that is written off.
  await drawer.getByRole("button", { name: "Record payment" }).click();
  await drawer.getByRole("button", { name: "Record", exact: true }).click();
  await expect(entry(/Bad debt recovered/)).toBeVisible();
  await drawer.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Credit note" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Undo write-off" })).toBeHidden();
  await page.keyboard.press("Escape");
  await saveScreenshot(page, "recovered");

  await page.goto(`${product.origin}/admin/invoices?state=overdue`);
  await page.getByRole("link", { name: /^INV-/ }).last().click();
  await chooseAction(drawer, "Write off");
  await writeOff.getByLabel("Reason").fill("Wrong invoice");
  await writeOff.getByRole("button", { name: "Write off" }).click();
  await chooseAction(drawer, "Undo write-off");
  await drawer.getByLabel("Reason").fill("It was the other one");
  await saveScreenshot(page, "undo");
  await drawer.getByRole("form").getByRole("button", { name: "Undo write-off" }).click();
  await expect(entry(/Write-off reversed.*It was the other one/)).toBeVisible();

  // Escape closes the form and returns the focus to the menu's button.
  await chooseAction(drawer, "Write off");
  await expect(writeOff.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer.getByRole("button", { name: "More", exact: true })).toBeFocused();
});

test("cancels an order with a paid deposit by the cancellation terms, with credit note and refund @long", async ({
  page,
  product,
}) => {
  await signInByApi(product, page);
  const { quoteId, email } = await createPaidDeposit(product, page);
  await page.goto(`/admin/quotes/${quoteId}`);
  const main = page.getByRole("main");
  await chooseAction(main, "Cancel order");
  await page.keyboard.press("Escape");
  await expect(main.getByRole("button", { name: "More", exact: true })).toBeFocused();
  await chooseAction(main, "Cancel order");
  const form = page.getByRole("form", { name: "Cancel order" });
  await expect(form.getByText("The deposit is refunded")).toBeVisible();
  await form.getByRole("button", { name: "Cancel order" }).click();
  await expect(form.getByText("Please give a short reason")).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel("Reason").fill("They moved to Abu Dhabi");
  await form.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Cancel order" })).toBeHidden();
  await page.keyboard.press("Escape");

  // A credit note reverses the deposit's tax invoice; the payment stays as customer credit before the refund.
  await page.getByRole("link", { name: /^INV-.*300\.00/ }).click();
  const invoiceDrawer = page.getByRole("complementary");
  await expect(invoiceDrawer.getByRole("link", { name: /^CN-/ })).toBeVisible();
  await invoiceDrawer.getByRole("definition").getByRole("link").first().click();
  await invoiceDrawer.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(invoiceDrawer.getByLabel("Amount (AED)")).toHaveValue("300");
  await invoiceDrawer.getByLabel("Reason").fill("The deposit of the cancelled order");
  await invoiceDrawer.getByRole("form", { name: "Refund" }).getByRole("button", { name: "Refund" }).click();
  await expect(invoiceDrawer.getByText(/Refund by Bank transfer/i)).toBeVisible();
  await expect(invoiceDrawer.getByRole("button", { name: "Refund", exact: true })).toBeHidden();

  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await page.getByRole("link", { name: "New invoice" }).click();
  await page.getByLabel("Customer").fill(email);
  await expect(invoiceDrawer.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await invoiceDrawer.getByRole("listitem").getByRole("button").click();
  await expect(page.getByRole("region", { name: "Draft invoice" })).toBeVisible();
});

test("imports opening balances after a rejected row is fixed @long", async ({
  page,
  startAnotherProduct,
}) => {
  const product = await startAnotherProduct({ SAMPLE_DATA: "off" });
  await signInByApi(product, page);
  await page.goto(`${product.origin}/admin/opening-balances`);
  await page.getByLabel("Last invoice").fill("41x");
  await page.getByRole("button", { name: "Save numbers" }).click();
  await expect(page.getByText("Enter a whole number of up to six digits")).toBeVisible();
  await page.getByLabel("Last invoice").fill("412");
  await expect(page.getByText(/The next number is INV-\d{4}-000413/)).toBeVisible();
  await page.getByRole("button", { name: "Save numbers" }).click();
  await expect(page.getByText("Numbers saved")).toBeVisible();

  const choose = (paid: string) =>
    page.getByLabel("Choose a CSV file").setInputFiles({
      name: "open.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "customer,email,phone,reference,issued,due,total,paid,credit",
          `Gulf Palms Trading LLC,accounts@gulf.example,,OLD-0412,2026-01-10,2026-01-24,"8,925.00",${paid},`,
          "شركة برج المرسى,office@marsa.example,,OLD-0413,2026-01-12,2026-01-26,1200,,",
          "Layla Haddad,layla@example.com,,,,,,,150",
        ].join("\n"),
      ),
    });
  await choose("9000");
  await expect(page.getByText("2 new, 0 changed, 0 unchanged, 1 with errors")).toBeVisible();
  await expect(page.getByText("The amount paid must be less than the total")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import/ })).toBeDisabled();
  await expectAccessible(page);
  await choose("2500");
  await page.getByRole("button", { name: "Import 3" }).click();
  await expect(page.getByText("3 rows imported")).toBeVisible();
  await expect(page.getByText("2 unpaid invoices").locator("..")).toContainText("AED 7,625.00");
  await expect(page.getByText("1 customer with credit").locator("..")).toContainText("AED 150.00");
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await expect(page.getByRole("link", { name: "OLD-0412" })).toBeVisible();
});

/** Holds back the price book until the returned function is called. */
async function holdPrices(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/api/admin/quote-prices*", async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Adds a line from the price book and corrects its price. */
async function addLineByKeyboard(draft: Locator, line: Locator, releasePrices: () => void): Promise<void> {
  await draft.getByRole("textbox", { name: "Quantity" }).last().press("Enter");
  // Enter before the prices have arrived neither leaves the line nor chooses another price.
  const description = line.getByRole("combobox", { name: "Description" });
  await description.pressSequentially("handyman half");
  await description.press("Enter");
  releasePrices();
  await expect(description).toHaveAttribute("aria-activedescendant");
  await description.press("Enter");
  await expect(line.getByRole("textbox", { name: "Unit price" })).toHaveValue("420");
  await line.getByRole("textbox", { name: "Unit price" }).fill("4,20");
  await expect(line.getByText("Please enter an amount in AED, such as 150 or 150.50")).toBeVisible();
  await line.getByRole("textbox", { name: "Unit price" }).fill("400");
}

/** Finished sample booking whose invoice draft has not been opened, with that draft deleted. */
async function findFinishedBooking(page: Page, { origin }: Product) {
  const get = async (path: string) => (await page.request.get(`/api${path}`)).json();
  const { invoices } = await get("/admin/invoices?state=draft");
  const { invoice } = await get(`/admin/invoices/${invoices[0].id}`);
  const { id, version, booking, buyer } = invoice;
  const deletion = await page.request.post(`/api/admin/invoices/${id}/delete`, {
    headers: { Origin: origin },
    data: { version },
  });
  expect(deletion.ok()).toBe(true);
  return { bookingId: booking.id, reference: booking.reference, email: buyer.email };
}

async function signInByApi({ origin }: Product, page: Page): Promise<void> {
  const headers = { Origin: origin };
  const answer = await page.request.post(`${origin}/api/auth/sign-in/email`, { headers, data: ADMIN });
  expect(answer.ok()).toBe(true);
}

/** Approved quote with a received deposit of AED 300. */
async function createPaidDeposit(
  { origin }: Product,
  page: Page,
): Promise<{ quoteId: string; email: string }> {
  const headers = { Origin: origin };
  const call: OfficeCall = async (path, data) => {
    const answer = await page.request.post(`/api${path}`, {
      headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
      data,
    });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const email = `moving.${Date.now()}@example.com`;
  const { bookingId } = await book(page.request, { email, phone: "0507654329" });
  await call(`/admin/bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });
  const price = { unitFils: 1000_00, depositPercent: 30 };
  const { id, url } = await sendQuote(call, page.request, bookingId, price);
  const { pathname, searchParams } = new URL(url);
  const key = searchParams.get("key");
  await call(`${pathname}/approve`, { key, revision: 1, name: "Layla Haddad", chosenPositions: [] });
  const receivedOn = new Date().toISOString().slice(0, 10);
  await call(`/admin/quotes/${id}/deposit`, { seenFils: 300_00, method: "transfer", receivedOn, note: "" });
  return { quoteId: id, email };
}

/** Type of the file attached to the email about a document. */
function attachmentType(
  emails: { subject?: string; attachments: { mimeType: string }[] }[],
  number: string,
): string | undefined {
  return emails.find(({ subject }) => subject?.includes(number))?.attachments[0]?.mimeType;
}

async function recordPayment(invoiceDrawer: Locator, amount: string): Promise<void> {
  await invoiceDrawer.getByRole("button", { name: "Record payment" }).click();
  await invoiceDrawer.getByLabel("Amount").fill(amount);
  await invoiceDrawer.getByRole("button", { name: "Record", exact: true }).click();
}

/** Saves a screenshot when SHOTS names a folder. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
