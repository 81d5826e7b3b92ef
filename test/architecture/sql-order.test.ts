import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * SQL keeps to the order of the features as imports do (.dependency-cruiser.cjs): a feature reads and writes its own tables and those of what
 * it builds on. Whose a table is, its table.ts says.
 */

const ROOT = join(import.meta.dirname, "../..");
const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
  forbidden: { name: string; from: { path: string }; to: { pathNot?: string } }[];
};
/** The features that a rule's path names: `^app/features/(a|b)/`. */
const namedIn = (path = "") => /\(([^)]+)\)/.exec(path)?.[1]?.split("|") ?? [];
/** Itself, and what it may build on. */
const within = new Map(
  forbidden
    .filter(({ name }) => name.startsWith("feature-order-"))
    .map(({ name, to }) => [name.slice("feature-order-".length), namedIn(to.pathNot)]),
);
const observers = namedIn(forbidden.find(({ name }) => name === "observers-stay-apart")!.from.path);

/** What an invoice and a statement of account tell of the payments that settled them: payments builds on invoices, and asks them for the rest. */
const TOLD_UPWARDS = ["invoices reads payments", "invoices reads refunds"];

const files = (pattern: string) =>
  Object.fromEntries(
    globSync(pattern, { cwd: ROOT })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
const featureOf = (path: string) => path.split("/")[2]!;

/** Each table's feature. */
function ownersOf(tables: Record<string, string>): Map<string, string> {
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

/** "feature reads table" of what is above it, each once. */
function readUpwards(code: Record<string, string>, owners: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  for (const [path, text] of Object.entries(code)) {
    const feature = featureOf(path);
    if (observers.includes(feature)) continue;
    for (const [, table] of [...text.matchAll(IN_BUILDER), ...text.matchAll(IN_SQL)]) {
      const owner = owners.get(table!);
      if (owner && !within.get(feature)?.includes(owner)) found.add(`${feature} reads ${table}`);
    }
  }
  return [...found].sort();
}

const owners = ownersOf(files("app/features/*/table.ts"));

it("is kept by every statement", () => {
  expect(readUpwards(files("app/features/**/*.{ts,tsx}"), owners)).toEqual(TOLD_UPWARDS);
});

it("was really looked for: tables have owners, and statements are read in both writings", () => {
  expect(within.size).toBeGreaterThan(25);
  expect(observers).toContain("activity");
  expect(owners.size).toBeGreaterThan(70);
  expect(owners.get("visits")).toBe("scheduling");
  const planted = {
    "app/features/catalogue/queries.server.ts": `ctx.db.selectFrom("services").innerJoin("bookings as one", "one.service_id", "services.id")`,
    "app/features/scheduling/queries.server.ts": "sql`SELECT FROM technicians JOIN quotes ON true`",
    "app/features/quotes/queries.server.ts": `ctx.db.selectFrom("bookings")`,
    "app/features/activity/queries.server.ts": "sql`SELECT FROM invoices`",
  };
  expect(readUpwards(planted, owners)).toEqual(["catalogue reads bookings", "scheduling reads quotes"]);
});
