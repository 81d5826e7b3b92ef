import type { APIRequestContext, Browser } from "@playwright/test";
import { checkHtml, hasJava } from "../../test/harness/programs/html-checker";
import { expect, test } from "../harness/fixture";
import type { Product } from "../harness/product";
import { LANGUAGE } from "../harness/pseudo-language";
import {
  createSampleRecords,
  customerPages,
  exampleAddresses,
  officePages,
  type SampleRecords,
  technicianPages,
  visitorPages,
} from "../harness/sample-records";

/** Every page of app/routes.ts and the API's page, checked by W3C's checker as served and as rendered by scripts. */

const isFullRun = process.env.FULL_LENGTH !== undefined;
test.skip(!isFullRun, "runs in npm run test:all");
test.skip(isFullRun && !hasJava(), "needs Java");

test.use({ env: { LANGUAGES: "en-XB" } });

// Each test loads its pages one after another.
test.describe.configure({ timeout: 1_800_000 });

let records: SampleRecords;

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright);
});

const addressesOf = (paths: readonly string[]) => paths.flatMap((path) => exampleAddresses(path, records));

test("serves and renders valid HTML on visitor pages", async ({ browser, product }) => {
  const addresses = addressesOf(visitorPages);
  const translated = addresses.map((address) => `/${LANGUAGE}${address === "/" ? "" : address}`);
  const documents = await loadDocuments(browser, product, [...addresses, ...translated, "/api/docs"]);
  expect(checkHtml(documents)).toEqual([]);
});

test("serves and renders valid HTML on customer and technician pages", async ({ browser, product }) => {
  const { customer, technician } = records.sessions;
  const documents = {
    ...(await loadDocuments(browser, product, addressesOf(customerPages), customer)),
    ...(await loadDocuments(browser, product, addressesOf(technicianPages), technician)),
  };
  expect(checkHtml(documents)).toEqual([]);
});

test("serves and renders valid HTML on office pages", async ({ browser, product }) => {
  const documents = await loadDocuments(browser, product, addressesOf(officePages), records.sessions.office);
  expect(checkHtml(documents)).toEqual([]);
});

/** The answer of the server to each address, and the document after its scripts have run. */
async function loadDocuments(
  browser: Browser,
  { origin }: Product,
  addresses: readonly string[],
  storageState?: Awaited<ReturnType<APIRequestContext["storageState"]>>,
): Promise<Record<string, string>> {
  const context = await browser.newContext({ baseURL: origin, storageState });
  const page = await context.newPage();
  const documents: Record<string, string> = {};
  for (const address of addresses) {
    const served = await page.goto(address);
    documents[`${address} (served)`] = await served!.text();
    await expect(page.locator("h1").first()).toBeAttached();
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    documents[`${address} (rendered)`] = await page.content();
  }
  await context.close();
  return documents;
}
