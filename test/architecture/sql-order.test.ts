import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { nameInCode } from "~/platform/database/camel-case";

/**
 * SQL follows the order of features, like imports (.dependency-cruiser.cjs): a feature reads and writes its
 * own tables and those of the features below it. A table belongs to the feature after which the migration that
 * creates it is named.
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
 * invoices. VAT of a bad debt can be taken back only after the return with its invoice was paid.
 */
const UPWARD_READS = [
  "invoices reads ledgerEntries",
  "invoices reads payments",
  "invoices reads refunds",
  "invoices reads vatReturns",
];

const files = (pattern: string) =>
  Object.fromEntries(
    globSync(pattern, { cwd: ROOT })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
const featureOf = (path: string) => path.split("/")[3]!;

/** Last file of the baseline, which later moves of features do not change (docs/decisions/0089-baseline-by-feature.md). */
const LAST_OF_BASELINE = "0037-analytics.sql";

/** Features that moved after the baseline, whose order stays (docs/decisions/0096-access-below-bookings.md). */
const MOVED_LATER = ["0018-bookings.sql before 0019-access.sql"];

/**
 * Folder of the feature or of the part of the platform after which a migration is named. Migrations never change, so a
 * folder that is renamed later needs its former name here.
 */
function findFolder(migration: string): string | undefined {
  const name = /^\d+-(.*)\.sql$/.exec(migration)?.[1];
  return [
    ...globSync(`app/features/*/${name}/`, { cwd: ROOT }),
    ...globSync(`app/platform/${name}/`, { cwd: ROOT }),
  ][0];
}

const isOfPlatform = (folder: string) => folder.startsWith("app/platform/");

/** "a before b" for each pair of files in the wrong order: the platform comes first, then features as they may import. */
function findWrongOrder(migrations: readonly string[]): string[] {
  const folders = migrations.map((name) => [name, `${findFolder(name)}/`] as const);
  return folders.flatMap(([first, from], at) =>
    folders.slice(at + 1).flatMap(([second, to]) => {
      const isWrong = isOfPlatform(to) ? !isOfPlatform(from) : isUpward(to, from) && !isUpward(from, to);
      return isWrong ? [`${first} before ${second}`] : [];
    }),
  );
}

/** The migration that creates each table or view. */
function findCreators(migrations: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(migrations).flatMap(([name, text]) =>
      [...text.matchAll(/^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (\w+)/gm)].map(([, table]) => [table!, name]),
    ),
  );
}

/** "file uses table" for each statement of a migration about a table that a later migration creates. */
function findLaterTables(migrations: Record<string, string>): string[] {
  const creators = findCreators(migrations);
  return Object.entries(migrations).flatMap(([name, text]) => {
    const code = text.replaceAll(/--.*/g, "");
    const tables = new Set([...code.matchAll(IN_MIGRATION)].map(([, table]) => table!));
    return [...tables]
      .filter((table) => (creators.get(table) ?? "") > name)
      .map((table) => `${name} uses ${table}`);
  });
}

/** "file indexes table" for each index that is created in another file than its table. */
function findSeparateIndexes(migrations: Record<string, string>): string[] {
  const creators = findCreators(migrations);
  return Object.entries(migrations).flatMap(([name, text]) =>
    [...text.matchAll(/^CREATE (?:UNIQUE )?INDEX (?:\w+ )?ON (\w+)/gm)]
      .filter(([, table]) => creators.get(table!) !== name)
      .map(([, table]) => `${name} indexes ${table}`),
  );
}

/** The feature folder of each table, by the name of its migration; without those of the platform. */
function findTableOwners(migrations: Record<string, string>): Map<string, string> {
  return new Map(
    [...findCreators(migrations)].flatMap(([table, name]) => {
      const folder = findFolder(name);
      return folder && !isOfPlatform(folder) ? [[nameInCode(table), `${folder}/`]] : [];
    }),
  );
}

const IN_BUILDER =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w*[jJ]oin|using)\(\s*"(\w+)(?: as \w+)?"/g;
const IN_SQL = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(\w+)\b/g;
const IN_MIGRATION = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|VIEW|REFERENCES|ON)\s+(\w+)\b/g;

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

const migrations = Object.fromEntries(
  Object.entries(files("db/migrations/*.sql"))
    .map(([path, text]) => [basename(path), text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
const baseline = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= LAST_OF_BASELINE));
const owners = findTableOwners(migrations);

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

it("names each migration after a folder of a feature or of the platform", () => {
  expect(Object.keys(migrations).filter((name) => !findFolder(name))).toEqual([]);
  expect(findFolder("0001-nothing.sql")).toBeUndefined();
});

it("orders the baseline by platform, shelves and features, with one file per folder", () => {
  expect(Object.keys(baseline)).toHaveLength(37);
  expect(new Set(Object.keys(baseline).map((name) => findFolder(name))).size).toBe(37);
  expect(findWrongOrder(Object.keys(baseline))).toEqual(MOVED_LATER);
  expect(
    findWrongOrder(["0001-quotes.sql", "0002-bookings.sql", "0003-scheduling.sql", "0004-mail.sql"]),
  ).toEqual([
    "0001-quotes.sql before 0002-bookings.sql",
    "0001-quotes.sql before 0003-scheduling.sql",
    "0001-quotes.sql before 0004-mail.sql",
    "0002-bookings.sql before 0003-scheduling.sql",
    "0002-bookings.sql before 0004-mail.sql",
    "0003-scheduling.sql before 0004-mail.sql",
  ]);
});

it("places each statement of the baseline with the last feature whose tables it uses", () => {
  expect(findLaterTables(baseline)).toEqual([]);
  expect(findSeparateIndexes(baseline)).toEqual([]);
  const planted = {
    "0001-scheduling.sql": `CREATE TABLE visits (booking_id uuid REFERENCES bookings (id));
      CREATE FUNCTION find_booking() RETURNS trigger LANGUAGE plpgsql AS $$ SELECT FROM booking_lines $$;`,
    "0002-bookings.sql": `CREATE TABLE bookings (id uuid);
CREATE TABLE booking_lines (id uuid);
CREATE INDEX ON visits (booking_id);`,
  };
  expect(findLaterTables(planted)).toEqual([
    "0001-scheduling.sql uses bookings",
    "0001-scheduling.sql uses booking_lines",
  ]);
  expect(findSeparateIndexes(planted)).toEqual(["0002-bookings.sql indexes visits"]);
});
