import type { Browser, Page } from "@playwright/test";
import { m } from "~/paraglide/messages";
import { landmarkAreas, roads } from "../../app/features/core/geography/admin/dubai-ground";
import { dubaiCommunities } from "../../app/features/core/geography/dubai-communities";
import { shortAreaName } from "../../app/features/core/geography/short-area";
import { createRandom } from "../../app/platform/random";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import type { Product } from "../harness/product";
import {
  findLanguageProblems,
  findUntranslatedText,
  LANGUAGE,
  loadDatabaseTexts,
} from "../harness/pseudo-language";
import {
  createSampleRecords,
  customerPages,
  exampleAddresses,
  officePages,
  type SampleRecords,
  technicianPages,
  userInput,
  visitorPages,
} from "../harness/sample-records";
import { DESKTOP, PHONE } from "../harness/visual-checks";

/** Every page of app/routes.ts, and the emails, in the pseudo-language (docs/decisions/0021-locales.md). */

test.use({ env: { LANGUAGES: "en-XB" } });

const userInputs = Object.values(userInput);
/** Initials of the technician, shown without a photo, and of a customer. */
const INITIALS = ["Oع", "Lل", "H."];
/** Proper names on maps and in tables, longest first, because one may contain another. */
const PLACE_NAMES = [
  ...dubaiCommunities,
  ...dubaiCommunities.map(shortAreaName),
  ...landmarkAreas,
  ...roads.map(({ number }) => number),
].sort((a, b) => b.length - a.length);

let records: SampleRecords;

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright);
});

/** Buttons and menu items that open forms and dialogs of a page, pressed in order. */
const buttonsToPress: Record<string, ((inputs: object, options: { locale: typeof LANGUAGE }) => string)[]> = {
  "/bookings/:reference": [m.booking_cancel],
  "/admin/bookings/:bookingId": [
    m.office_bookings_log_contact,
    m.admin_log_note,
    m.office_bookings_transition_decline,
  ],
  "/admin/customers/:customerId": [m.customers_edit, m.admin_log_note],
  "/admin/technicians/:technicianId": [
    m.scheduling_person_edit,
    m.scheduling_skills_edit,
    m.scheduling_shifts_edit,
    m.scheduling_time_off_add,
    m.scheduling_on_call_add,
    m.scheduling_certificates_add,
    m.scheduling_zones_edit,
  ],
  "/admin/services/:serviceId": [m.admin_price_change],
  "/admin/holidays": [m.scheduling_holidays_add, m.scheduling_seasons_add],
  "/admin/team": [m.team_invite],
  "/admin/settings/portfolio": [m.website_portfolio_item_add],
  "/admin/settings/company-documents": [m.website_certificate_add],
  "/admin/api": [m.keys_new, m.webhooks_new],
};

test("translates visitor pages and emails @long", async ({ browser, product }) => {
  const page = await pageOf(browser, product);
  const problems = await findProblems(page, product, visitorPages);
  expect([...problems, ...(await findEmailProblems(page, product))]).toEqual([]);
});

test("translates customer and technician pages @long", async ({ browser, product }) => {
  const customer = await pageOf(browser, product, records.sessions.customer);
  const technician = await pageOf(browser, product, records.sessions.technician);
  const problems = await findProblems(customer, product, customerPages);
  expect([...problems, ...(await findProblems(technician, product, technicianPages))]).toEqual([]);
});

test("translates office pages on a desktop or a phone @long", async ({ browser, product }) => {
  test.setTimeout(1_200_000);
  const page = await pageOf(browser, product, records.sessions.office);
  const random = createRandom(seedOfRun());
  const sizes = casesForRun([DESKTOP, PHONE], random);
  expect(await findProblems(page, product, casesForRun(officePages, random, 14), sizes)).toEqual([]);
});

/** Browser page with the cookies of a session. The address selects the pseudo-language, not the browser. */
async function pageOf(
  browser: Browser,
  { origin }: Product,
  storageState?: SampleRecords["sessions"]["office"],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: PHONE, storageState });
  return context.newPage();
}

/** Opens each page and its forms in each size and returns the problems, one per line. */
async function findProblems(
  page: Page,
  product: Product,
  paths: readonly string[],
  sizes = [PHONE],
): Promise<string[]> {
  const knownTexts = [...(await loadDatabaseTexts(product)), ...PLACE_NAMES, ...INITIALS];
  const problems: string[] = [];
  const checkSizes = async (where: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await waitUntilLoaded(page);
      problems.push(
        ...(await findLanguageProblems(page, `${where} at ${size.width} px`, { knownTexts, userInputs })),
      );
    }
  };
  for (const path of paths) {
    const addresses = exampleAddresses(path, records);
    for (const address of addresses) {
      await page.goto(`/${LANGUAGE}${address === "/" ? "" : address}`);
      await checkSizes(address);
      expect(await page.locator("title").count(), `titles of ${address}`).toBe(1);
    }
    for (const labelOf of buttonsToPress[path] ?? []) {
      const name = labelOf({}, { locale: LANGUAGE });
      await pressAction(page, name);
      await checkSizes(`${path}, after ${name}`);
    }
  }
  return problems;
}

/** Presses a button, or a rare action, which stands in the menu of the record. */
async function pressAction(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name }).first();
  if (await button.isVisible()) return button.click();
  const timeout = 60_000;
  const more = m.admin_more_actions({}, { locale: LANGUAGE });
  await page.getByRole("button", { name: more, exact: true }).first().click({ timeout });
  await page.getByRole("menuitem", { name }).click({ timeout });
}

/** Waits until the page has loaded completely. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}

/** Problems in the emails to the customer, in text and HTML. */
async function findEmailProblems(page: Page, product: Product): Promise<string[]> {
  const knownTexts = await loadDatabaseTexts(product);
  const problems: string[] = [];
  const loadEmails = () => product.emailsTo("layla@example.com");
  await expect.poll(async () => (await loadEmails()).length).toBeGreaterThanOrEqual(4);
  // The content security policy of the site would refuse the inline styles of emails.
  await page.goto("about:blank");
  for (const { subject = "", text = "", html = "" } of await loadEmails()) {
    for (const line of [subject, ...text.split("\n")]) {
      const unknown = findUntranslatedText(line, knownTexts);
      if (unknown) problems.push(`${subject}: ${unknown}`);
      const lacksIsolation = userInputs.some(
        (inputText) => line.includes(inputText) && !line.includes(`\u2068${inputText}`),
      );
      if (lacksIsolation) problems.push(`${subject}: does not isolate ${line}`);
    }
    await page.setContent(html);
    problems.push(...(await findLanguageProblems(page, subject, { knownTexts, userInputs })));
  }
  return problems;
}
