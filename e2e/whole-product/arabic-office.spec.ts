import type { Page } from "@playwright/test";
import { dubaiCommunities } from "../../app/features/core/geography/dubai-communities";
import { prices, services } from "../../db/seed/catalogue";
import { packages } from "../../db/seed/packages";
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
import { movePointer } from "../harness/steps";
import {
  DESKTOP,
  expectNoOverflow,
  expectNoTruncatedCells,
  findViolations,
  PHONE,
} from "../harness/visual-checks";

/** Names stored in English and the columns of tables on the pages of readers of Arabic. */

test.use({ env: { LANGUAGES: "ar" } });

let records: SampleRecords;

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright, null);
});

const catalogueNames = [...services, ...prices, ...packages].map(({ name }) => name);

/** Pages of invoices and quotes in the customer's language, and of texts edited in both languages side by side. */
const WRITTEN_TEXTS = /^\/admin\/(?:invoices\/|pricing|quotes\/|services\/|settings\/)/;

/** Texts that people wrote or that were sent in the recipient's language. */
async function listWrittenTexts(product: Product): Promise<string[]> {
  const { rows } = await withDatabase(product, (client) =>
    client.query<{ text: string }>(`
      SELECT subject AS text FROM mails UNION SELECT title FROM quote_revisions
      UNION SELECT message FROM contact_messages UNION SELECT comment FROM reviews
      UNION SELECT value ->> 'address' FROM settings WHERE name = 'business'`),
  );
  return rows.map(({ text }) => text).filter(Boolean);
}

for (const [role, paths, viewport] of [
  ["office", officePages, DESKTOP],
  ["technician", technicianPages, PHONE],
] as const) {
  test(`shows no English name of a community or of the catalogue and nothing cut to the ${role} @long`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport,
      storageState: records.sessions[role],
      extraHTTPHeaders: { "X-Forwarded-For": "198.19.0.10" },
    });
    const page = await context.newPage();
    const written = await listWrittenTexts(product);
    const found: string[] = [];
    for (const address of paths.flatMap((path) => exampleAddresses(path, records))) {
      await openComplete(page, `/ar${address}`);
      await expectNoOverflow(page, viewport.width);
      await expectNoTruncatedCells(page, viewport.width);
      const names = WRITTEN_TEXTS.test(address) ? dubaiCommunities : [...dubaiCommunities, ...catalogueNames];
      const lines = (await findNames(page, names)).filter(
        (line) => !written.some((text) => line.includes(text)),
      );
      found.push(...lines.map((line) => `${address}: ${line}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });
}

/** Opens a page and waits until its late parts and its data are there. */
async function openComplete(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeAttached();
  await movePointer(page);
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}

/** Lines of the visible text, tooltips and labels of controls that contain one of the names. */
async function findNames(page: Page, names: readonly string[]): Promise<string[]> {
  const lines = await page.evaluate(() => [
    ...document.body.innerText.split("\n"),
    ...[...document.querySelectorAll("[title], [aria-label], [data-tip]")].flatMap((element) =>
      ["title", "aria-label", "data-tip"].flatMap((name) => element.getAttribute(name) ?? []),
    ),
  ]);
  const shown = names.map((name) => new RegExp(`(?<![A-Za-z])${literal(name)}(?![A-Za-z])`));
  return [...new Set(lines.filter((line) => shown.some((pattern) => pattern.test(line))))];
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

for (const [role, paths, viewport] of [
  ["visitor", visitorPages, PHONE],
  ["customer", customerPages, PHONE],
  ["office", officePages, DESKTOP],
  ["technician", technicianPages, PHONE],
] as const) {
  test(`accessibility: Arabic pages of the ${role} pass axe in both themes @long`, async ({
    browser,
    product,
  }) => {
    test.setTimeout(900_000);
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport,
      reducedMotion: "reduce",
      storageState: role === "visitor" ? undefined : records.sessions[role],
      extraHTTPHeaders: { "X-Forwarded-For": "198.19.0.11" },
    });
    const page = await context.newPage();
    const found: string[] = [];
    for (const address of paths.flatMap((path) => exampleAddresses(path, records))) {
      await openComplete(page, `/ar${address}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await findViolations(page)).map((text) => `${address}, ${colorScheme}: ${text}`));
      }
    }
    await context.close();
    expect(found).toEqual([]);
  });
}
