import type { Browser, Page } from "@playwright/test";
import type { Client } from "pg";
import { expect, test } from "../harness/fixture";
import { type Product, withDatabase } from "../harness/product";
import {
  createSampleRecords,
  customerPages,
  exampleAddresses,
  officePages,
  type SampleRecords,
  technicianPages,
  visitorPages,
} from "../harness/sample-records";
import { SMALLEST } from "../harness/visual-checks";

/** Pages of 320 px with words of 50 letters in everything that people type. */

// Its own product, because every record is overwritten.
test.use({ env: { LANGUAGES: "en-XB" } });

/** Unbreakable word of the maximum length of most names. */
const WORD = "Maintenance".repeat(5).slice(0, 50);
const EMAIL = `${WORD.toLowerCase()}@example.com`;

/** Columns with typed text. Columns that the product compares (area, item, state) are left out. */
const TYPED_COLUMNS: Record<string, readonly string[]> = {
  access_instructions: ["parking", "notes", "site_contact"],
  api_keys: ["name"],
  booking_filters: ["name"],
  booking_lines: ["name"],
  bookings: ["contact_name", "address", "message", "contact_email"],
  certificates: ["name"],
  client_error_groups: ["message", "location", "user_agent"],
  client_errors: ["message", "user_agent"],
  company_certificates: ["title", "issuer"],
  contact_messages: ["name", "email", "message"],
  contracts: ["contact_name", "contact_email", "address", "message"],
  credit_note_lines: ["description"],
  credit_notes: ["reason"],
  customer_notes: ["text", "author_name"],
  customers: ["name", "email", "company", "billing_address", "billing_street", "billing_city"],
  invoice_lines: ["section", "description"],
  invoices: ["note"],
  mails: ["recipient", "subject"],
  payments: ["note"],
  portfolio_items: ["title", "summary"],
  prices: ["name"],
  properties: ["street", "building", "landmark"],
  public_holidays: ["name"],
  quote_answers: ["name", "comment"],
  quote_lines: ["section", "description"],
  quote_revisions: ["title", "introduction", "terms"],
  reviews: ["comment", "answer"],
  seasons: ["name"],
  security_events: ["message", "user_agent"],
  service_faqs: ["question", "answer"],
  service_jobs: ["title"],
  service_pages: ["headline", "introduction", "duration", "warranty"],
  service_steps: ["title", "body"],
  services: ["name", "summary"],
  sessions: ["user_agent"],
  technicians: ["name", "email"],
  testimonials: ["quote", "client_name", "role"],
  time_off: ["reason"],
  timeline_entries: ["reason", "actor_name"],
  trail_values: ["actor_name", "reason"],
  users: ["name"],
  visit_reports: ["note", "signed_by"],
  warranty_visit_requests: ["message"],
};

/** Buttons that end the session. */
const SIGN_OUT = /sign out|delete/i;

/** Buttons pressed on a page at most. */
const MAX_PRESSED = 40;

let records: SampleRecords;

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright);
  await writeLongWords(product);
});

test("keeps long words within pages of 320 px @long", async ({ browser, product }) => {
  const { customer, office, technician } = records.sessions;
  const problems = [
    ...(await findProblems(await pageOf(browser, product), [records.followPath])),
    ...(await findProblems(await pageOf(browser, product, customer), ["/dashboard"])),
    ...(await findProblems(await pageOf(browser, product, technician), [
      `/technician?visit=${records.visitId}`,
    ])),
    ...(await findProblems(await pageOf(browser, product, office), [
      `/admin/technicians/${records.technicianId}`,
      "/admin/calendar",
    ])),
  ];
  expect(problems).toEqual([]);
});

test("keeps long words within all pages of visitors, customers and technicians @long", async ({
  browser,
  product,
}) => {
  test.setTimeout(1_200_000);
  const { customer, technician } = records.sessions;
  const problems = [
    ...(await findProblems(await pageOf(browser, product), addressesOf(visitorPages), true)),
    ...(await findProblems(await pageOf(browser, product, customer), addressesOf(customerPages), true)),
    ...(await findProblems(await pageOf(browser, product, technician), addressesOf(technicianPages), true)),
  ];
  expect(problems).toEqual([]);
});

// In parts, because each button of each page is pressed.
for (const part of [0, 1, 2, 3]) {
  test(`keeps long words within all pages of the office, part ${part + 1} of 4 @long`, async ({
    browser,
    product,
  }) => {
    test.setTimeout(900_000);
    const page = await pageOf(browser, product, records.sessions.office);
    const pages = officePages.filter((_, at) => at % 4 === part);
    expect(await findProblems(page, addressesOf(pages), true)).toEqual([]);
  });
}

const addressesOf = (paths: readonly string[]) => paths.flatMap((path) => exampleAddresses(path, records));

/**
 * Overwrites typed text as superuser without triggers, because some refuse changes of issued documents and of the audit
 * log.
 */
function writeLongWords(product: Product): Promise<void> {
  const overwrite = async (client: Client) => {
    await client.query("SET session_replication_role = replica");
    for (const [table, columns] of Object.entries(TYPED_COLUMNS)) {
      for (const column of columns) {
        const word = /email|recipient/.test(column) ? EMAIL : WORD;
        // Unique columns keep their value after the word.
        const value = ["properties.street", "booking_filters.name"].includes(`${table}.${column}`)
          ? `$1 || left(id::text, 8)`
          : "$1";
        await client.query(`UPDATE ${table} SET ${column} = ${value} WHERE ${column} <> ''`, [word]);
      }
    }
    await client.query(
      `UPDATE invoices SET buyer = buyer || jsonb_build_object('name', $1::text, 'address', $1::text)`,
      [WORD],
    );
    await client.query(
      `UPDATE service_pages SET included = ARRAY[$1], not_included = ARRAY[$1],
         included_ar = NULL, not_included_ar = NULL`,
      [WORD],
    );
    await client.query("INSERT INTO technician_zones (technician_id, area) SELECT id, $1 FROM technicians", [
      WORD,
    ]);
  };
  return withDatabase(product, overwrite, "postgres");
}

async function pageOf(
  browser: Browser,
  { origin }: Product,
  storageState?: SampleRecords["sessions"]["office"],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: SMALLEST, storageState });
  return context.newPage();
}

/** Problems of the addresses, one per line; `pressesButtons`: also after each of their buttons was pressed. */
async function findProblems(
  page: Page,
  addresses: readonly string[],
  pressesButtons = false,
): Promise<string[]> {
  const problems = new Set<string>();
  const check = async (where: string) => {
    await waitUntilLoaded(page);
    for (const problem of await page.evaluate(findNarrowProblems, SMALLEST.width))
      problems.add(`${where}: ${problem}`);
  };
  for (const address of addresses) {
    await page.goto(address);
    await check(address);
    if (!pressesButtons) continue;
    for (const name of await listButtonNames(page)) {
      const button = page.getByRole("button", { name, exact: true }).first();
      if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
      // A button below a dialog that another one opened cannot be pressed.
      const isPressed = await button.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
      if (isPressed) await check(`${address}, after ${name}`);
      await page.keyboard.press("Escape");
      const isElsewhere = new URL(page.url()).pathname !== new URL(address, page.url()).pathname;
      if (!isPressed || isElsewhere) {
        await page.goto(address);
        await waitUntilLoaded(page);
      }
    }
  }
  await page.context().close();
  return [...problems];
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}

/** Accessible names of the buttons below the site's header. */
async function listButtonNames(page: Page): Promise<string[]> {
  const names = await page
    .locator("main button:enabled, [data-drawer] button:enabled")
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("aria-label") ?? (button as HTMLElement).innerText.trim()),
    );
  return [...new Set(names)].filter((name) => name && !SIGN_OUT.test(name)).slice(0, MAX_PRESSED);
}

/**
 * Content wider than the page or than a dialog or drawer, figures cut off, and words broken in buttons and badges.
 * Tables, the board and tabs may scroll within their own container. Runs in the page.
 */
function findNarrowProblems(width: number): string[] {
  const problems: string[] = [];
  const describe = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.className}"> ${(element.textContent ?? "").trim().slice(0, 60)}`;
  /** Shortened with an ellipsis, or for screen readers only. */
  const isCut = (inner: Element, outer: Element): boolean =>
    getComputedStyle(inner).overflowX !== "visible" ||
    (inner !== outer && isCut(inner.parentElement!, outer));
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll<HTMLElement>("body *")].filter(
    (element) => element instanceof HTMLElement && isVisible(element),
  );
  if (document.documentElement.scrollWidth > width) {
    const widest = all.filter((element) => {
      const box = element.getBoundingClientRect();
      return (box.right > width + 1 || box.left < -1) && element.children.length === 0;
    });
    // The widest line first, because it makes the others wide.
    const lineWidth = (element: Element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.max(...[...text.getClientRects()].map(({ width }) => width));
    };
    const first = widest.sort((a, b) => lineWidth(b) - lineWidth(a)).slice(0, 5);
    problems.push(`is ${document.documentElement.scrollWidth} px wide: ${first.map(describe).join("; ")}`);
  }
  for (const element of all) {
    const { overflowX } = getComputedStyle(element);
    const isScrolled = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    // A class asks for it: tables, the board, filters.
    if (!isScrolled || /overflow-(x-)?auto/.test(element.className) || element.matches("textarea, pre"))
      continue;
    const widest = [...element.querySelectorAll("*")].filter(
      (part) =>
        part.children.length === 0 &&
        isVisible(part) &&
        part.getBoundingClientRect().right > element.getBoundingClientRect().right + 1,
    );
    problems.push(`scrolls sideways ${describe(element)}: ${widest.slice(0, 3).map(describe).join("; ")}`);
  }
  // Text is shortened with an ellipsis, amounts and times are not.
  for (const element of all.filter((one) => one.matches(".figures:not([data-visit] *, .board-card *)"))) {
    if (getComputedStyle(element).overflowX !== "hidden" || element.clientWidth <= 1) continue;
    const { left, right } = element.getBoundingClientRect();
    const texts = [element, ...element.querySelectorAll("*")].filter(({ clientWidth }) => clientWidth !== 1);
    const isCutOff = texts.some((part) =>
      [...part.childNodes].some((node) => {
        if (!(node instanceof Text)) return false;
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].some((box) => box.left < left - 1 || box.right > right + 1);
      }),
    );
    if (isCutOff) problems.push(`cuts ${describe(element)}`);
  }
  // Visits of the board are as wide as their time.
  const labels = all.filter((one) =>
    one.matches("button:not([data-visit], .board-card), a[data-cta], span.rounded-full"),
  );
  for (const element of labels) {
    const { left, right } = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (isCut(node.parentElement!, element)) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        if (lines.size > 1 && word.length < 30) problems.push(`breaks "${word}" in ${describe(element)}`);
        if (boxes.some((box) => box.left < left - 1 || box.right > right + 1))
          problems.push(`shows "${word}" outside ${describe(element)}`);
      }
    }
  }
  return problems;
}
