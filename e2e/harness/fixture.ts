import { test as base, expect } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { type Product, startProduct } from "./product";

export { expect };

interface TestFixtures {
  /** False where the test itself changes the server's markup before hydration. */
  checksHydration: boolean;
  /** False where the test itself violates the content security policy. */
  checksPolicy: boolean;
  /** Starts another product with other settings; it is removed after the test. */
  startAnotherProduct: (env?: Record<string, string>) => Promise<Product>;
}

interface WorkerFixtures {
  /**
   * Settings of the product. Files without `env` share one product with sample data; `test.use({ env: {} })`
   * gives a file its own product, and one object shares a product between files.
   */
  env: Record<string, string>;
  /**
   * The built product, started before the first test that needs it. Relative paths in tests resolve to its
   * address.
   */
  product: Product;
}

/**
 * `test.use(OFFICE_PRODUCT)`: files that must not see the bookings of the other files in long runs, but can share a
 * product. `npm test` has few bookings, and a start takes about five seconds.
 */
export const OFFICE_PRODUCT: { env?: Record<string, string> } = isLongRun ? { env: {} } : {};

/**
 * `test.use(changedProduct())`: a file that changes texts, prices or accounts has its own product in long runs. The
 * tests that `npm test` runs restore what others rely on.
 */
export const changedProduct = (): typeof OFFICE_PRODUCT => (isLongRun ? { env: {} } : {});

/** `test.use({ env: WITHOUT_SAMPLE_DATA })`: files that need a company without sample data. */
export const WITHOUT_SAMPLE_DATA = { SAMPLE_DATA: "off" };

/** Likewise, with maps, analytics and card payments, which gives the widest content security policy. */
export const WITH_EXTERNAL_SERVICES = {
  GOOGLE_MAPS_API_KEY: "key",
  GOOGLE_MAPS_SCRIPT_BASE: "http://127.0.0.1:9",
  GA_MEASUREMENT_ID: "G-TEST123",
  STRIPE_SECRET_KEY: "sk_test",
  STRIPE_WEBHOOK_SECRET: "whsec_test",
};

/** React discards the server's markup, with recorded clicks and typed text, if the browser renders another text. */
const HYDRATION_ERROR = /Minified React error #(418|419|422|423|425)/;

let testCount = 0;

/** `page`, `request` and every new context use the address of the started product as their base URL. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  env: [{}, { option: true, scope: "worker" }],
  product: [
    async ({ env }, use) => {
      // The push service of a test has a local address.
      const product = await startProduct({ env: { TRUST_PROXY: "1", WEBHOOK_LOOPBACK: "on", ...env } });
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use, test) => {
    await use(product.origin);
    if (test.status === test.expectedStatus) return;
    const lastProblems = product.loggedProblems().slice(-20).join("\n");
    console.log(`Warnings and errors of the product until the end of "${test.title}":\n${lastProblems}`);
  },
  checksHydration: [true, { option: true }],
  checksPolicy: [true, { option: true }],
  context: async ({ context, checksHydration, checksPolicy }, use) => {
    const errors: string[] = [];
    const blocked: string[] = [];
    context.on("weberror", (error) => errors.push(error.error().message));
    context.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) blocked.push(message.text());
    });
    await use(context);
    if (checksHydration) expect(errors.filter((message) => HYDRATION_ERROR.test(message))).toEqual([]);
    if (checksPolicy) expect(blocked, "violates the content security policy").toEqual([]);
  },
  // Each test has its own client address, because together they exceed the rate limit per address.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures a test uses.
  extraHTTPHeaders: async ({}, use) => {
    testCount++;
    await use({ "X-Forwarded-For": `198.18.${testCount >> 8}.${testCount & 255}` });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startAnotherProduct: async ({}, use) => {
    const started: Product[] = [];
    await use(async (env) => {
      const product = await startProduct({ env });
      started.push(product);
      return product;
    });
    for (const product of started) await product.remove();
  },
});
