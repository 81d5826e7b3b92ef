import type { Locator, Page } from "@playwright/test";
import { addDays, dubaiDate } from "../../app/platform/time";
import { startFakeStripe } from "../../test/harness/servers/fake-stripe";
import { expect, test } from "../harness/fixture";
import { createDocuments, openAsAdmin } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** End of a quarter for an accountant, with the exceptions that a month without trouble does not have. */

/** Estimated time for a person per click, including reading, in seconds. */
const SECONDS_PER_CLICK = 10;

test("closes a quarter with a dispute, a bounced cheque, a bad debt, banked cash and a late supply @long", async ({
  browser,
  playwright,
  startAnotherProduct,
}) => {
  const stripe = await startFakeStripe();
  const product = await startAnotherProduct(stripe.env);
  stripe.webhookUrl = `${product.origin}/api/payments/stripe`;
  const api = await playwright.request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { Origin: product.origin },
  });
  const office = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 1440, height: 900 },
  });
  const page = await office.newPage();
  const links = await createDocuments(product, api);
  const disputed = await payByCard(links.invoice);
  const quarter = await chooseTaxPeriods();

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const startedAt = Date.now();
  const rail = page.getByRole("navigation", { name: "Back office" });
  const drawer = page.getByRole("complementary");
  await openAsAdmin(page, "/admin/payments");

  await test.step("sees the disputed card payment with its fee", async () => {
    stripe.dispute(disputed, 250_00);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("table").getByText("Disputed").first()).toBeVisible();
    }).toPass();
    await save(page, "payments");
  });

  await test.step("marks a cheque as bounced, on the day of the bank's notice", async () => {
    await click(page.getByRole("link", { name: "Cheques", exact: true }));
    await click(page.getByRole("link", { name: "000118" }));
    await click(drawer.getByRole("button", { name: "Mark as bounced" }));
    await expect(drawer.getByText("Bounced", { exact: true }).first()).toBeVisible();
  });

  await test.step("writes off an invoice and notifies the customer", async () => {
    await click(rail.getByRole("link", { name: "Invoices" }));
    const ageing = page.getByRole("navigation", { name: "Outstanding invoices by age" });
    await click(ageing.getByRole("link", { name: /1–30 days/ }));
    await click(page.getByRole("table").getByRole("link", { name: /^INV-/ }).last());
    await click(drawer.getByRole("button", { name: "More", exact: true }));
    await click(page.getByRole("menuitem", { name: "Write off" }));
    const writeOff = drawer.getByRole("form", { name: "Write off" });
    await writeOff.getByLabel("Reason").fill("Left the country");
    await click(writeOff.getByRole("button", { name: "Write off" }));
    await expect(drawer.getByText("Left the country").first()).toBeVisible();
    await save(page, "written-off");
  });

  const panel = (name: string | RegExp) => page.getByRole("region", { name });
  await test.step("brings the cash to the bank", async () => {
    await click(rail.getByRole("link", { name: "Books" }));
    const cash = panel("Cash in hand");
    await click(cash.getByRole("button", { name: "Record bank deposit" }));
    await cash.getByLabel("Deposit slip number").fill("7781");
    await click(cash.getByRole("form").getByRole("button", { name: "Record bank deposit" }));
    await expect(cash.getByText("AED 0.00")).toBeVisible();
  });

  const filedReturns = page.getByRole("list", { name: "Filed returns" });
  await test.step("files the return of the quarter", async () => {
    const returns = panel("VAT returns");
    await click(returns.getByRole("link", { name: "Show the figures" }));
    await expectBalanced(page);
    await save(page, "books");
    await click(returns.getByRole("button", { name: "Record as filed" }));
    await expectAccessible(page);
    await click(returns.getByRole("form").getByRole("button", { name: "Record as filed" }));
    await expect(filedReturns.getByRole("listitem")).toHaveCount(quarter.filed + 1);
  });

  await test.step("invoices work of the filed quarter, which the next return corrects", async () => {
    await click(rail.getByRole("link", { name: "Invoices" }));
    await click(page.getByRole("link", { name: "New invoice" }));
    await page.getByLabel("Customer").fill(links.email);
    await click(drawer.getByRole("listitem").getByRole("button"));
    const draft = page.getByRole("region", { name: "Draft invoice" });
    await draft.getByLabel("Description").first().fill("Water heater replaced");
    await draft.getByLabel("Unit price").first().fill("1050");
    await draft.getByLabel("Supplied").fill(addDays(quarter.to, -3));
    await save(page, "late-draft");
    await click(draft.getByRole("button", { name: "Issue and send" }));
    await expect(page.getByRole("complementary", { name: /^INV-/ })).toBeVisible();
    await click(rail.getByRole("link", { name: "Books" }));
    const returns = panel("VAT returns");
    await expect(returns.getByText("AED 50.00 of VAT in 1 entry")).toBeVisible();
    await expect(returns.getByText(/corrected in the next return/)).toBeVisible();
    await save(page, "late-supply");
  });

  await test.step("compares VAT return, trial balance, documents and statements", async () => {
    const returns = panel("VAT returns");
    await click(returns.getByRole("link", { name: "Show the figures" }));
    const vat = page.getByRole("region", { name: "VAT return", exact: true });
    await expect(page).toHaveURL(new RegExp(`from=${addDays(quarter.to, 1)}`));
    await expect(page.locator("[aria-busy]")).toHaveCount(0);
    await expectBalanced(page);
    // Filed returns without a payment and the next return are what the account owes.
    const [, nextVat = 0] = await amountsOf(vat, /^Total/);
    let owed = nextVat;
    for (const row of await filedReturns.getByRole("listitem").all())
      owed += toFils(await row.getByText(/AED/).textContent());
    expect((await amountsOf(panel(/^Trial balance/), /Output VAT/))[1]).toBe(owed);
    // The boxes are the sum of their documents.
    await click(vat.getByRole("link", { name: "Standard-rated supplies in Dubai" }));
    const box = await amountsOf(vat, /in Dubai/);
    const documents = vat.getByRole("table").last();
    await expect(documents.getByRole("link", { name: /^INV-/ }).first()).toBeVisible();
    const more = vat.getByRole("button", { name: "Show more" });
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 1_000 });
      const rows = await documents
        .getByRole("row")
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll("td")].map(({ innerText }) => innerText)),
        );
      const sumOf = (at: number) => rows.reduce((sum, cells) => sum + toFils(cells.at(at)), 0);
      expect([sumOf(-2), sumOf(-1)]).toEqual(box.slice(0, 2));
    }).toPass({ timeout: 60_000 });
    const [receivables = 0] = await amountsOf(panel(/^Trial balance/), /Accounts receivable/);
    await save(page, "next-return");

    await click(page.getByRole("link", { name: "Financial statements" }));
    const today = dubaiDate(new Date());
    await page.getByLabel("To", { exact: true }).fill(today);
    await page.getByLabel("From", { exact: true }).fill(`${today.slice(0, 4)}-01-01`);
    const sheet = panel(/^Balance sheet/);
    await expect(sheet.getByRole("row", { name: /^Total assets/ })).toBeVisible();
    await expect(page.locator("[aria-busy]")).toHaveCount(0);
    expect(await amountsOf(sheet, /^Total assets/)).toEqual(
      await amountsOf(sheet, /^Total liabilities and equity/),
    );
    expect((await amountsOf(sheet, /Accounts receivable/))[0]).toBe(receivables);
    const statement = page.getByRole("region", { name: "Profit and loss" });
    const [profitOfYear] = await amountsOf(sheet, /^Profit of the financial year/);
    await expect.poll(async () => (await amountsOf(statement, /^Profit or loss/))[0]).toBe(profitOfYear);
    await save(page, "statements");

    await click(rail.getByRole("link", { name: "Invoices" }));
    const outstanding = page
      .getByRole("navigation", { name: "Outstanding invoices by age" })
      .getByRole("link", { name: /^Total outstanding/ });
    await expect.poll(async () => toFils(await outstanding.textContent())).toBe(receivables);
  });

  const seconds = (Date.now() - startedAt) / 1_000;
  console.info(`${clicks} clicks, ${seconds.toFixed(1)} s in the browser`);
  expect(seconds + clicks * SECONDS_PER_CLICK).toBeLessThan(600);
  await office.close();
  await api.dispose();
  await stripe.close();

  /** Pays the invoice by card as its customer; returns the provider's id of the payment. */
  async function payByCard(link: string): Promise<string> {
    const phone = await browser.newContext();
    const visitor = await phone.newPage();
    await visitor.goto(link);
    await visitor.getByRole("button", { name: /^Pay AED 250/ }).click();
    await visitor.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(visitor.getByText("Payment received. Thank you.")).toBeVisible({ timeout: 30_000 });
    await phone.close();
    return String([...stripe.sessions.values()].at(-1)!.payment_intent);
  }

  /** Quarters that end with the last month; files those before. */
  async function chooseTaxPeriods(): Promise<{ to: string; filed: number }> {
    const to = addDays(`${dubaiDate(new Date()).slice(0, 7)}-01`, -1);
    const ends = (["March, June", "January, April", "February, May"] as const)[Number(to.slice(5, 7)) % 3]!;
    await openAsAdmin(page, "/admin/settings/money");
    const choice = page.getByLabel("Tax periods for VAT");
    const option = await choice.getByRole("option", { name: new RegExp(`end in ${ends}`) }).textContent();
    await choice.selectOption({ label: option! });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved").first()).toBeVisible();
    for (let filed = 0; ; filed++) {
      const { next } = await (await api.get("/api/admin/books/vat-returns")).json();
      if (next.to >= to) return { to: next.to, filed };
      const answer = await api.post("/api/admin/books/vat-returns", {
        data: { to: next.to, filedOn: dubaiDate(new Date()) },
        headers: { "Idempotency-Key": crypto.randomUUID() },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
  }
});

async function expectBalanced(page: Page): Promise<void> {
  const [debit, credit] = await amountsOf(page.getByRole("region", { name: /^Trial balance/ }), /^Total/);
  expect(debit).toBeGreaterThan(0);
  expect(debit).toBe(credit);
}

/** Amounts of a row in fils; 0 for empty cells. */
async function amountsOf(table: Locator, row: RegExp): Promise<number[]> {
  const cells = table.getByRole("row", { name: row }).first().getByRole("cell");
  let texts: string[] = [];
  // The table may be replaced by that of another period at any moment.
  await expect(async () => {
    await expect(cells.first()).toBeVisible();
    texts = await cells.allTextContents();
    expect(texts).not.toEqual([]);
  }).toPass();
  return texts.map(toFils);
}

/** Amount in a text, in fils. */
function toFils(text: string | null | undefined): number {
  const digits = (text ?? "").replace(/[^\d.−-]/g, "").replace("−", "-");
  return Math.round(Number(digits || 0) * 100);
}

async function save(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/quarter-end-${name}.png` });
}
