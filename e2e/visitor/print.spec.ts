import type { Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { dubaiDate } from "../../app/platform/time";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { createDocuments, customerWithAccount, issueDocuments, openAsAdmin } from "../harness/steps";

/** Printed pages: light, without controls, nothing cut off. */

/** Colour of the text, and visible controls, when the page is printed from a dark screen. */
async function printFromDark(page: Page) {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  return page.evaluate(() => {
    const isVisible = (element: Element) => element.getClientRects().length > 0;
    const [ink, paper] = ["color", "backgroundColor"].map(
      (name) => getComputedStyle(document.body)[name as "color"],
    );
    // The brand in the header stays as the letterhead.
    const controls = [
      ...document.querySelectorAll(
        "nav a:not([href='/']), button:not([data-visit], th *, .board-stop), a[data-cta], [role=tablist], [data-no-print]",
      ),
    ];
    const cut = [...document.querySelectorAll<HTMLElement>("main, main *")].filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isWider = element.scrollWidth > element.clientWidth + 1;
      const isHigher = element.scrollHeight > element.clientHeight + 1;
      const isForScreenReaders = element.clientWidth <= 1;
      return (
        !isForScreenReaders && ((overflowX !== "visible" && isWider) || (overflowY !== "visible" && isHigher))
      );
    });
    const parts = document.querySelectorAll("main *");
    const faded = [...parts].filter((part) => getComputedStyle(part).printColorAdjust !== "exact");
    return {
      ink,
      paper,
      controls: controls.filter(isVisible).map((element) => element.outerHTML.slice(0, 80)),
      cut: cut.map((element) => element.className),
      faded: faded.length,
    };
  });
}

const PRINTED = { ink: "rgb(15, 26, 43)", paper: "rgb(255, 255, 255)", controls: [], cut: [], faded: 0 };
/** Room for the text on paper of 210 mm with margins of 12 mm, in pixels. */
const PAPER_PX = 703;
/** The same on paper of 297 mm. */
const LANDSCAPE_PX = 1031;

test("prints bookings, quotes, invoices and the board light and complete", async ({ page, product }) => {
  const documents = ["booking", "quote", "invoice"] as const;
  const links = await createDocuments(product, page.request);
  for (const kind of casesForRun(documents, createRandom(seedOfRun()))) {
    const link = links[kind];
    await page.emulateMedia({ media: "screen" });
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect.poll(() => printFromDark(page), link).toEqual(PRINTED);
  }
  await page.emulateMedia({ media: "screen" });
  await openAsAdmin(page, "/admin/calendar");
  await expect(page.locator(".board-row").first()).toBeVisible();
  await expect.poll(() => printFromDark(page)).toEqual(PRINTED);
  const canvas = page.locator("[data-board-canvas]");
  const overflowPx = await canvas.evaluate(
    (element) => element.scrollWidth - element.parentElement!.clientWidth,
  );
  expect(overflowPx).toBeLessThanOrEqual(0);
});

test("prints the board's days, weeks and lists on narrow paper with the full text of each visit @long", async ({
  page,
}) => {
  await page.setViewportSize({ width: PAPER_PX, height: 900 });
  const today = dubaiDate(new Date());
  const open = async (path: string) => {
    await page.emulateMedia({ media: "screen" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    await expect.poll(() => printFromDark(page), path).toEqual(PRINTED);
  };
  await openAsAdmin(page, "/admin");
  const { visits } = await (await page.request.get(`/api/admin/board?from=${today}&to=${today}`)).json();
  await open(`/admin/calendar?date=${today}`);
  for (const { customerName } of visits) {
    await expect(page.getByText(customerName).filter({ visible: true }).first()).toBeVisible();
  }
  const week = `/admin/calendar?view=week&date=${today}`;
  const lists = ["bookings", "invoices", "quotes", "payments", "contracts"].map((list) => `/admin/${list}`);
  for (const path of [week, `/admin/calendar?view=map&date=${today}`, ...lists]) await open(path);
  await expect(page.getByRole("columnheader").first()).toBeVisible();
});

test("prints statements, contracts, receipts, the month and analytics light and complete @long", async ({
  browser,
  page,
  product,
}) => {
  await page.setViewportSize({ width: PAPER_PX, height: 900 });
  const { email, issued: invoice } = await issueDocuments(page.request);
  const customerId = invoice.customer.id;
  const read = async (path: string) => (await page.request.get(`/api/admin/${path}`)).json();
  const paid = await page.request.post(`/api/admin/customers/${customerId}/payments`, {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: {
      ...{ method: "cash", fils: 100_00, receivedOn: invoice.issueDate, note: "Paid at the door" },
      ...{ invoiceIds: [invoice.id], seenOpenFils: invoice.openFils },
    },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  const { payments } = await read(`payments?search=${email}`);
  const { contracts } = await read("contracts?limit=1");
  const print = async (printed: Page, path: string, texts: readonly (string | RegExp)[]) => {
    await printed.emulateMedia({ media: "screen", colorScheme: "dark" });
    await printed.goto(path);
    await expect(printed.getByRole("heading", { level: 1 }).first()).toBeAttached();
    for (const text of texts)
      await expect(printed.getByText(text).filter({ visible: true }).first(), path).toBeAttached();
    await expect(printed.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    await expect.poll(() => printFromDark(printed), path).toEqual(PRINTED);
    for (const text of texts)
      await expect(printed.getByText(text).filter({ visible: true }).first(), path).toBeVisible();
  };
  await print(page, `/admin/customers/${customerId}/statement`, [invoice.reference, /^100\.00$/]);
  await print(page, `/admin/payments/${payments[0].id}`, [payments[0].reference, "Paid at the door"]);
  await print(page, `/admin/contracts/${contracts[0].id}`, [
    contracts[0].reference,
    contracts[0].customerName,
  ]);
  await print(page, "/admin/calendar?view=month", [/^\d+ visits?$/]);
  await print(page, "/admin/calendar?view=week", [/\d+ of [\d.]+ h booked/]);
  await print(page, "/admin/analytics", ["Bookings"]);
  // Otherwise the frame of a chart is split between two pages.
  const panels = page.locator("main section:has(> header h2)");
  await expect(panels.first()).toHaveCSS("break-inside", "avoid");
  await print(page, "/admin", []);
  await page.setViewportSize({ width: LANDSCAPE_PX, height: 700 });
  await print(page, "/admin/books", [/^Trial balance/, "Revenue by month"]);
  // The account is linked to the customer by its confirmed email.
  const customer = await customerWithAccount(browser, product, { email, name: "Layla Haddad" });
  await customer.setViewportSize({ width: PAPER_PX, height: 900 });
  await print(customer, "/dashboard/statement", [invoice.reference, /^(AED\s)?100\.00$/]);
  await customer.context().close();
});
