import { test as base } from "@playwright/test";
import { type Product, startProduct } from "./product";

export { expect } from "@playwright/test";

interface PerTest {
  /** Starts another product with other settings; it is removed after the test. */
  startAnother: (env?: Record<string, string>) => Promise<Product>;
}

interface PerWorker {
  /**
   * Settings of the product. Files without `env` share one product with sample data; `test.use({ env: {} })`
   * gives a file its own product.
   */
  env: Record<string, string>;
  /**
   * The built product, started before the first test that needs it. Relative paths in tests resolve to its
   * address.
   */
  product: Product;
}

let tests = 0;

/** `page`, `request` and every new context use the address of the started product as their base URL. */
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
  // Each test has its own client address, because together they exceed the rate limit per address.
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
