import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { DESKTOP } from "../harness/visual-checks";

/** Tables of money with amounts above a million and long names, with and without the panel of a record. */

test.use({ viewport: DESKTOP });

const WIDE_FILS = 1_336_205_25;
const LONG_NAME = "Al Marsa Palms Facilities Management and Trading LLC";

const FILED_RETURNS = [
  { from: "2026-07-01", to: "2026-09-30", filedOn: "2026-10-28", paidOn: null },
  { from: "2026-04-01", to: "2026-06-30", filedOn: "2026-07-28", paidOn: "2026-07-28" },
].map((filed) => ({ ...filed, netFils: WIDE_FILS, vatFils: WIDE_FILS, filedBy: LONG_NAME }));

test("keeps amounts above a million whole in all tables of money @long", async ({ page }) => {
  await openAsAdmin(page, "/admin");
  const paths = await listPaths(page);
  await widenAnswers(page);
  const problems: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    await expect(
      page
        .getByText(/1,336,205\.25/)
        .filter({ visible: true })
        .first(),
      path,
    ).toBeVisible();
    for (const problem of await page.evaluate(findDamagedAmounts)) problems.push(`${path}: ${problem}`);
    const ageing = page.getByRole("navigation", { name: "Outstanding invoices by age" });
    if (await ageing.isVisible()) {
      const hidden = await ageing.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      if (hidden > 0) problems.push(`${path}: ${hidden} px of the ageing are hidden`);
    }
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(problems).toEqual([]);
});

async function listPaths(page: Page): Promise<string[]> {
  const firstOf = async (path: string, name: string) => {
    const answer = await (await page.request.get(`/api/admin/${path}`)).json();
    return answer[name][0];
  };
  const invoice = await firstOf("invoices?state=overdue", "invoices");
  const { id: paymentId } = await firstOf("payments", "payments");
  const { id: chequeId } = await firstOf("cheques", "cheques");
  const { id: contractId } = await firstOf("contracts?state=active", "contracts");
  const { id: quoteId } = await firstOf("quotes?state=sent", "quotes");
  const { id: entryId } = await firstOf("books/entries", "entries");
  return [
    "/admin/invoices",
    `/admin/invoices/${invoice.id}`,
    "/admin/payments",
    `/admin/payments/${paymentId}`,
    "/admin/payments/cheques",
    `/admin/payments/cheques/${chequeId}`,
    "/admin/payments/payouts",
    "/admin/quotes",
    `/admin/quotes/${quoteId}`,
    "/admin/contracts",
    `/admin/contracts/${contractId}`,
    "/admin/books",
    "/admin/books/statements",
    "/admin/books/journal",
    `/admin/books/journal/${entryId}`,
    `/admin/customers/${invoice.customer.id}`,
    `/admin/customers/${invoice.customer.id}/statement`,
  ];
}

/** Amounts that the sample's payouts do not have. */
const RARE_PARTS = { reserveFils: -WIDE_FILS, topUpFils: WIDE_FILS, failedOn: "2026-11-28" };

/** Replaces amounts and names in the product's answers, because records that large would not fit its sample. */
async function widenAnswers(page: Page): Promise<void> {
  await page.route(/\/api\/admin\//, async (route) => {
    // A kept-alive connection may close when it is reused.
    const response = await route.fetch({ maxRetries: 2 });
    if (!response.headers()["content-type"]?.includes("json")) return route.fulfill({ response });
    const json = widen(await response.json());
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith("/vat-returns")) json.filed = FILED_RETURNS;
    if (pathname.endsWith("/payouts")) {
      for (const payout of json.payouts) Object.assign(payout, RARE_PARTS, { fils: -WIDE_FILS });
    }
    await route.fulfill({ response, json });
  });
}

function widen(value: unknown, name = ""): ReturnType<typeof JSON.parse> {
  if (Array.isArray(value)) return value.map((item) => widen(item, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, widen(item, key)]));
  if (typeof value === "number" && /fils$/i.test(name)) return Math.sign(value) * WIDE_FILS;
  return typeof value === "string" && value && /^(name|customerName|bank)$/.test(name) ? LONG_NAME : value;
}

/**
 * Amounts that are cut, wrapped, outside their container or below other text, and buttons with two lines. The revenue
 * of twelve months scrolls sideways. Runs in the page.
 */
function findDamagedAmounts(): string[] {
  const problems = new Set<string>();
  const linesOf = (range: Range) => [...range.getClientRects()].filter(({ width }) => width > 1);
  const countLines = (boxes: DOMRect[]) => new Set(boxes.map(({ top }) => Math.round(top))).size;
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.clientWidth !== 1;
  const textsIn = (parent: Node) => {
    const texts: { node: Text; element: Element }[] = [];
    const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (node.textContent?.trim() && isVisible(element)) texts.push({ node: node as Text, element });
    }
    return texts;
  };
  /** Part of the box that no container between the text and `outer` cuts off. */
  const visibleWidth = (box: DOMRect, element: Element, outer: Element): [left: number, right: number] => {
    let { left, right } = box;
    for (let part: Element | null = element; part && part !== outer; part = part.parentElement) {
      if (getComputedStyle(part).overflowX === "visible") continue;
      const frame = part.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
    }
    return [left, right];
  };
  for (const { node, element } of textsIn(document.body)) {
    // Wide tables and the amounts by age scroll sideways.
    if (element.closest("figure, nav")) continue;
    for (const match of node.data.matchAll(/\d[\d,]*\.\d\d\b/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const boxes = linesOf(range);
      const row = element.closest("tr, li, dl, a, p") ?? element;
      const label = `${match[0]} of ${row.textContent.trim().slice(0, 60)}`;
      if (countLines(boxes) > 1) problems.add(`wraps ${label}`);
      for (const box of boxes) {
        const [left, right] = visibleWidth(box, element, document.documentElement);
        if (box.right - right > 1 || left - box.left > 1 || box.right > innerWidth)
          problems.add(`cuts ${label}`);
        for (const other of textsIn(row)) {
          if (other.node === node) continue;
          const otherRange = document.createRange();
          otherRange.selectNodeContents(other.node);
          for (const otherBox of linesOf(otherRange)) {
            const [otherLeft, otherRight] = visibleWidth(otherBox, other.element, row);
            const width = Math.min(otherRight, box.right) - Math.max(otherLeft, box.left);
            const height = Math.min(otherBox.bottom, box.bottom) - Math.max(otherBox.top, box.top);
            if (width > 1 && height > 4) problems.add(`puts ${label} over "${other.node.data.slice(0, 40)}"`);
          }
        }
      }
    }
  }
  for (const button of document.querySelectorAll("main button, [data-drawer] button")) {
    const range = document.createRange();
    for (const { node } of textsIn(button)) {
      range.selectNodeContents(node);
      if (countLines(linesOf(range)) > 1) problems.add(`wraps the button ${node.data}`);
    }
  }
  return [...problems];
}
