import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nameInCode } from "~/platform/database/camel-case";

/**
 * SQL follows the order of features, like imports (.dependency-cruiser.cjs): a feature reads and writes its
 * own tables and those of the features below it. A table belongs to the feature whose migration creates it.
 */

const ROOT = join(import.meta.dirname, "../..");
const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
  forbidden: { name: string; from: { path: string }; to: { path: string; pathNot?: string } }[];
};
const orderRules = forbidden.filter(({ name }) => /^(shelf|feature)-order-/.test(name));
const observerPattern = new RegExp(
  forbidden.find(({ name }) => name === "no-imports-between-observers")!.from.path,
);

/** True if the order of shelves and features forbids `from` to import `to`. Both are files. */
function isUpward(from: string, to: string): boolean {
  return orderRules.some(
    (rule) =>
      new RegExp(rule.from.path).test(from) &&
      new RegExp(rule.to.path).test(to) &&
      !(rule.to.pathNot && new RegExp(rule.to.pathNot).test(to)),
  );
}

/**
 * Exceptions: invoices and statements show the payments that settled them, although payments depends on
 * invoices.
 */
const UPWARD_READS = ["invoices reads payments", "invoices reads refunds"];

const files = (pattern: string) =>
  Object.fromEntries(
    globSync(pattern, { cwd: ROOT })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
const featureOf = (path: string) => path.split("/")[3]!;

/** The feature of tables in another feature's migration, because their foreign keys need its tables. */
const OWNERS: Readonly<Record<string, string>> = {
  assignedVisits: "scheduling",
  properties: "properties",
  contracts: "packages",
  contractEntitlements: "packages",
  entitlementBalances: "packages",
  entitlementUses: "packages",
  renewalOffers: "packages",
  settlements: "invoices",
  customerBalances: "invoices",
  creditEntries: "invoices",
};

/** The feature folder of each table, by the name of its migration; without those of the platform. */
function findTableOwners(migrations: Record<string, string>): Map<string, string> {
  const folders = new Map(
    globSync("app/features/*/*/", { cwd: ROOT }).map((folder) => [featureOf(folder), `${folder}/`]),
  );
  const owners = new Map<string, string>();
  for (const [path, text] of Object.entries(migrations)) {
    const name = /\d+-(.*)\.sql$/.exec(path)![1]!;
    for (const [, table] of text.matchAll(/^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (\w+)/gm)) {
      const inCode = nameInCode(table!);
      const folder = folders.get(OWNERS[inCode] ?? name);
      if (folder) owners.set(inCode, folder);
    }
  }
  return owners;
}

const IN_BUILDER =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|using)\(\s*"(\w+)(?: as \w+)?"/g;
const IN_SQL = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(\w+)\b/g;

/** "feature reads table" for each access to a feature above, without duplicates. */
function findUpwardReads(code: Record<string, string>, owners: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  for (const [path, text] of Object.entries(code)) {
    if (observerPattern.test(path)) continue;
    for (const [, table] of [...text.matchAll(IN_BUILDER), ...text.matchAll(IN_SQL)]) {
      const inCode = nameInCode(table!);
      const owner = owners.get(inCode);
      if (owner && isUpward(path, owner)) found.add(`${featureOf(path)} reads ${inCode}`);
    }
  }
  return [...found].sort();
}

const owners = findTableOwners(files("db/migrations/*.sql"));

it("follows the feature order in every SQL statement", () => {
  expect(findUpwardReads(files("app/features/**/*.{ts,tsx}"), owners)).toEqual(UPWARD_READS);
});

it("finds table owners and statements in both SQL notations", () => {
  expect(orderRules.length).toBeGreaterThan(15);
  expect(observerPattern.test("app/features/oversight/activity/queries.server.ts")).toBe(true);
  expect(owners.size).toBeGreaterThan(70);
  expect(owners.get("visits")).toBe("app/features/operations/scheduling/");
  expect(owners.get("contracts")).toBe("app/features/core/packages/");
  expect(owners.has("trail")).toBe(false);
  const code = {
    "app/features/core/catalogue/queries.server.ts": `ctx.db.selectFrom("services").innerJoin("bookings as one", "one.serviceId", "services.id")`,
    "app/features/operations/scheduling/queries.server.ts":
      "sql`SELECT FROM technicians JOIN quotes ON true`",
    "app/features/finance/quotes/queries.server.ts": `ctx.db.selectFrom("bookings")`,
    "app/features/oversight/activity/queries.server.ts": "sql`SELECT FROM invoices`",
  };
  expect(findUpwardReads(code, owners)).toEqual(["catalogue reads bookings", "scheduling reads quotes"]);
});
