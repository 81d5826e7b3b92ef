import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * SQL follows the order of features, like imports (.dependency-cruiser.cjs): a feature reads and writes its
 * own tables and those of the features below it. A table belongs to the feature whose table.ts declares it.
 */

const ROOT = join(import.meta.dirname, "../..");
const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
  forbidden: { name: string; from: { path: string }; to: { pathNot?: string } }[];
};
/** Features named in a rule's path: `^app/features/(a|b)/`. */
const featuresInPattern = (path = "") => /\(([^)]+)\)/.exec(path)?.[1]?.split("|") ?? [];
/** The feature itself and the features below it. */
const readableFeatures = new Map(
  forbidden
    .filter(({ name }) => name.startsWith("feature-order-"))
    .map(({ name, to }) => [name.slice("feature-order-".length), featuresInPattern(to.pathNot)]),
);
const observers = featuresInPattern(
  forbidden.find(({ name }) => name === "no-imports-between-observers")!.from.path,
);

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
const featureOf = (path: string) => path.split("/")[2]!;

/** Feature of each table. */
function findTableOwners(tables: Record<string, string>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of Object.entries(tables)) {
    const [, declared = ""] = /interface Tables \{([^}]*)\}/.exec(text) ?? [];
    for (const [, name] of declared.matchAll(/^\s*(\w+):/gm)) owners.set(name!, featureOf(path));
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
    const feature = featureOf(path);
    if (observers.includes(feature)) continue;
    for (const [, table] of [...text.matchAll(IN_BUILDER), ...text.matchAll(IN_SQL)]) {
      const owner = owners.get(table!);
      if (owner && !readableFeatures.get(feature)?.includes(owner)) found.add(`${feature} reads ${table}`);
    }
  }
  return [...found].sort();
}

const owners = findTableOwners(files("app/features/*/table.ts"));

it("follows the feature order in every SQL statement", () => {
  expect(findUpwardReads(files("app/features/**/*.{ts,tsx}"), owners)).toEqual(UPWARD_READS);
});

it("finds table owners and statements in both SQL notations", () => {
  expect(readableFeatures.size).toBeGreaterThan(25);
  expect(observers).toContain("activity");
  expect(owners.size).toBeGreaterThan(70);
  expect(owners.get("visits")).toBe("scheduling");
  const code = {
    "app/features/catalogue/queries.server.ts": `ctx.db.selectFrom("services").innerJoin("bookings as one", "one.service_id", "services.id")`,
    "app/features/scheduling/queries.server.ts": "sql`SELECT FROM technicians JOIN quotes ON true`",
    "app/features/quotes/queries.server.ts": `ctx.db.selectFrom("bookings")`,
    "app/features/activity/queries.server.ts": "sql`SELECT FROM invoices`",
  };
  expect(findUpwardReads(code, owners)).toEqual(["catalogue reads bookings", "scheduling reads quotes"]);
});
