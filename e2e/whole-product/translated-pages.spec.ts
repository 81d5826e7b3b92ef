import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import type { Product } from "../harness/product";
import {
  createSampleRecords,
  customerPages,
  exampleAddresses,
  officePages,
  type SampleRecords,
  technicianPages,
  visitorPages,
} from "../harness/sample-records";
import { collectPageErrors, exerciseForms, translate } from "../harness/translator";
import { DESKTOP, PHONE } from "../harness/visual-checks";

/** Every page while a browser translates it (docs/decisions/0091-translated-pages.md). */

// The sample records are created in the pseudo-language.
test.use({ env: { LANGUAGES: "en-XB" } });

let records: SampleRecords;

async function findErrors(
  { browser, product }: { browser: Browser; product: Product },
  paths: readonly string[],
  { session, size = PHONE }: { session?: SampleRecords["sessions"]["office"]; size?: typeof PHONE } = {},
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: size,
    storageState: session,
  });
  const page: Page = await context.newPage();
  const errors = collectPageErrors(page);
  for (const path of paths) {
    for (const address of exampleAddresses(path, records)) {
      await page.goto(address);
      await expect(page.locator("h1").first()).toBeAttached();
      await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
      await translate(page);
      await exerciseForms(page, 25);
      if (await page.getByRole("heading", { name: "Something went wrong" }).count()) {
        errors.push(`${address} shows the error screen`);
      }
    }
  }
  await context.close();
  return errors;
}

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright);
});

for (const part of [0, 1, 2]) {
  test(`work while translated: visitors, part ${part + 1} of 3 @long`, async ({ browser, product }) => {
    const pages = visitorPages.filter((_, at) => at % 3 === part);
    expect(await findErrors({ browser, product }, pages)).toEqual([]);
  });
}

test("work while translated: customers and technicians @long", async ({ browser, product }) => {
  const { customer, technician } = records.sessions;
  expect([
    ...(await findErrors({ browser, product }, customerPages, { session: customer })),
    ...(await findErrors({ browser, product }, technicianPages, { session: technician })),
  ]).toEqual([]);
});

for (const part of [0, 1, 2]) {
  test(`work while translated: office, part ${part + 1} of 3 @long`, async ({ browser, product }) => {
    const options = { session: records.sessions.office, size: DESKTOP };
    const pages = officePages.filter((_, at) => at % 3 === part);
    expect(await findErrors({ browser, product }, pages, options)).toEqual([]);
  });
}
