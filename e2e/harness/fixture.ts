import { test as base } from "@playwright/test";
import { type Product, startProduct } from "./product";

export { expect } from "@playwright/test";

interface PerTest {
  /** Starts one more, with other settings; it is removed after the test. */
  startAnother: (env?: Record<string, string>) => Promise<Product>;
}

interface PerWorker {
  /**
   * The product's settings. All files that say nothing share one started product and its sample data; a file that
   * says `test.use({ env: {} })` has one of its own.
   */
  env: Record<string, string>;
  /** The built product, started before the first test that needs it. Paths in tests are paths of it. */
  product: Product;
}

let tests = 0;

/** Journeys: `page`, `request` and every new context speak to a started product, whose address is their base. */
export const test = base.extend<PerTest, PerWorker>({
  env: [{}, { option: true, scope: "worker" }],
  product: [
    async ({ env }, use) => {
      const product = await startProduct({ env: { TRUST_PROXY: "1", ...env } });
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use, test) => {
    await use(product.origin);
    if (test.status === test.expectedStatus) return;
    const last = product.complaints().slice(-20).join("\n");
    console.log(`What the product complained of by the end of "${test.title}":\n${last}`);
  },
  // Each test comes from an address of its own: all together they ask more often than one address may.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
  extraHTTPHeaders: async ({}, use) => {
    tests++;
    await use({ "X-Forwarded-For": `198.18.${tests >> 8}.${tests & 255}` });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startAnother: async ({}, use) => {
    const started: Product[] = [];
    await use(async (env) => {
      const product = await startProduct({ env });
      started.push(product);
      return product;
    });
    for (const product of started) await product.remove();
  },
});
