import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { relatedTests } from "./related-tests";

const root = mkdtempSync(join(tmpdir(), "related-"));
const FEATURE = "app/features/core/pricing";
const files = {
  [`${FEATURE}/price.ts`]: "export const price = 1;",
  [`${FEATURE}/price.test.ts`]: 'import { price } from "./price";',
  [`${FEATURE}/quote/total.ts`]: 'import { price } from "../price";',
  [`${FEATURE}/quote/total.test.ts`]: 'import { total } from "./total";',
  "app/site/page.tsx": 'const total = import("~/features/core/pricing/quote/total");',
  "app/site/page.test.tsx": 'import { Page } from "./page";',
  "app/site/direct.test.ts": 'import {\n  price,\n} from "~/features/core/pricing/price";',
  "app/site/unrelated.test.ts": "",
  "app/platform/database/migrate.server.ts": "",
  "app/site/stored.test.ts": 'import { migrate } from "~/platform/database/migrate.server";',
  "test/whole-source.test.ts": "",
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const find = (...changed: string[]) => relatedTests(changed, root).map(({ file }) => file);

it("lists own tests, tests of the feature, tests of all sources and indirect importers", () => {
  expect(find(`${FEATURE}/price.ts`)).toEqual([
    `${FEATURE}/price.test.ts`,
    "app/site/direct.test.ts",
    `${FEATURE}/quote/total.test.ts`,
    "test/whole-source.test.ts",
    "app/site/page.test.tsx",
  ]);
});

it("lists tests of the feature for changed texts", () => {
  const tests = find("messages/en/pricing.json");
  expect(tests).toContain(`${FEATURE}/price.test.ts`);
  expect(tests).not.toContain("app/site/direct.test.ts");
});

it("lists importers of the migrations for a changed migration", () => {
  expect(find("db/migrations/0001-database.sql")).toContain("app/site/stored.test.ts");
});

it("lists a changed test itself", () => {
  expect(find("app/site/unrelated.test.ts")).toContain("app/site/unrelated.test.ts");
});
