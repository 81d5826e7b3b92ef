import type { Browser } from "@playwright/test";
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
import { DESKTOP, PHONE } from "../harness/visual-checks";

/** Every page of app/routes.ts in each language: no uncaught error, refused script or sideways scrolling. */

test.use({ env: { LANGUAGES: "ar" } });

let records: SampleRecords;

test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright, null);
});

for (const [language, prefix] of [
  ["English", ""],
  ["Arabic", "/ar"],
]) {
  for (const [role, paths, size] of [
    ["visitor", visitorPages, PHONE],
    ["customer", customerPages, PHONE],
    ["technician", technicianPages, PHONE],
    ["office", officePages, DESKTOP],
  ] as const) {
    test(`loads each page of the ${role} without errors in ${language} @long`, async ({
      browser,
      product,
    }) => {
      const session = role === "visitor" ? undefined : records.sessions[role];
      const addresses = paths
        .flatMap((path) => exampleAddresses(path, records))
        .map((address) => prefix + address);
      expect(await findErrors({ browser, product }, addresses, { session, size })).toEqual([]);
    });
  }
}

interface Visitor {
  session: SampleRecords["sessions"]["office"] | undefined;
  size: typeof PHONE;
}

async function findErrors(
  { browser, product }: { browser: Browser; product: Product },
  addresses: readonly string[],
  { session, size }: Visitor,
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: size,
    storageState: session,
    extraHTTPHeaders: { "X-Forwarded-For": "198.19.0.9" },
  });
  const errors: string[] = [];
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => errors.push(`${page.url()}: ${message}`));
  page.on("console", (message) => {
    // Pages of unknown addresses are errors themselves.
    if (message.type() === "error" && !message.text().includes("404"))
      errors.push(`${page.url()}: ${message.text()}`);
  });
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator("h1").first()).toBeAttached();
    // Loads all deferred parts.
    await page.mouse.move(100, 100);
    await page.mouse.move(120, 120);
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > size.width) errors.push(`${address} is ${width} px wide`);
  }
  await context.close();
  return errors;
}
