import type { BrowserContext, Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { startFakeStripe } from "../../test/harness/servers/fake-stripe";
import { expect, test } from "../harness/fixture";
import { createDocuments, openWithBlockedScripts } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/**
 * Approval and payment on a phone by the emailed link. Typing the name and the card number on Stripe's page
 * does not count as taps.
 */

const PHONE = { viewport: { width: 390, height: 844 } };
const MAX_TAPS = 4;

test("completes a deposit and an invoice payment in at most four taps each @turn-3", async ({
  browser,
  playwright,
  startAnotherProduct,
}) => {
  const stripe = await startFakeStripe();
  const product = await startAnotherProduct(stripe.env);
  stripe.webhookUrl = `${product.origin}/api/payments/stripe`;
  const office = await playwright.request.newContext({
    baseURL: product.origin,
    extraHTTPHeaders: { Origin: product.origin },
  });
  const links = await createDocuments(product, office);
  const phone = await browser.newContext({ ...PHONE, hasTouch: true, baseURL: product.origin });
  const tapCounter = countTaps(await phone.newPage());

  await test.step("pays the deposit of a quote by card", async () => {
    const { page, tap } = tapCounter;
    await page.goto(links.quote);
    tapCounter.taps = 0;
    await tap(page.getByLabel("Your full name"));
    await page.keyboard.type("Layla Haddad");
    await tap(page.getByRole("button", { name: /^Approve for/ }));
    // Confirmation and payment button are visible without scrolling.
    await expect(page.getByText(/Layla Haddad approved this quote/)).toBeInViewport();
    const pay = page.getByRole("button", { name: "Pay AED 300 by card" });
    await expect(pay).toBeInViewport();
    await checkPage(page, "approved");
    await tap(pay);
    await tap(page.getByRole("button", { name: "Pay", exact: true }));
    await expectReceipt(page, phone, "AED 300");
    await checkPage(page, "deposit-paid");
    await expect(page.getByRole("link", { name: /^INV-.* Deposit · Paid/ })).toBeVisible();
    expect(tapCounter.taps).toBeLessThanOrEqual(MAX_TAPS);
  });

  await test.step("pays an invoice by card", async () => {
    const { page, tap } = tapCounter;
    const releaseScripts = await openWithBlockedScripts(page, links.invoice);
    tapCounter.taps = 0;
    const pay = page.getByRole("button", { name: "Pay AED 250 by card" });
    // The page has one in its text and one in the bottom bar, until the stylesheet hides the first.
    await expect(pay).toHaveCount(1);
    await expect(pay).toBeInViewport();
    await checkPage(page, "invoice");
    // A tap before hydration is not lost.
    await tap(pay);
    releaseScripts();
    await tap(page.getByRole("link", { name: "Back" }));
    await expect(page.getByText("Payment not completed")).toBeHidden();
    await expect(pay).toHaveCount(1);
    await tap(pay);
    await tap(page.getByRole("button", { name: "Pay", exact: true }));
    await expectReceipt(page, phone, "AED 250");
    await checkPage(page, "invoice-paid");
    await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
    expect(tapCounter.taps).toBeLessThanOrEqual(MAX_TAPS);
  });

  if (isLongRun) {
    await test.step("shows final price, invoice and receipt on the booking page", async () => {
      const { page } = tapCounter;
      await page.goto(links.booking);
      await expect(page.getByText("Final price, incl. VAT")).toBeVisible();
      await expect(page.getByRole("link", { name: /^INV-.* Invoice · Paid/ })).toBeVisible();
      // One receipt of the deposit and one of the invoice.
      await expect(page.getByRole("link", { name: /^RC-.* Card/ })).toHaveCount(2);
      await checkPage(page, "booking");
    });
  }

  await phone.close();
  await office.dispose();
  await stripe.close();
});

/** Wraps a page to count taps. */
function countTaps(page: Page) {
  const tapCounter = {
    page,
    taps: 0,
    tap: async (target: ReturnType<Page["getByRole"]>) => {
      tapCounter.taps++;
      await target.tap();
    },
  };
  return tapCounter;
}

/** Checks that the page links the receipt and that the receipt is a PDF. */
async function expectReceipt(page: Page, context: BrowserContext, amount: string): Promise<void> {
  await expect(page.getByText("Payment received. Thank you.")).toBeInViewport({ timeout: 30_000 });
  const receipt = page.getByRole("status").getByRole("link", { name: /^RC-/ });
  await expect(receipt).toContainText(amount);
  const file = await context.request.get((await receipt.getAttribute("href"))!);
  expect(file.headers()["content-type"]).toBe("application/pdf");
}

/** Runs axe and saves a screenshot when SHOTS names a folder. */
async function checkPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/pay-${name}.png` });
}
