import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { nameInCode } from "~/platform/database/camel-case";

/** Column types that the database does not know. */
const COLUMN_TYPES = "db/column-types.ts";

/** TypeScript types of PostgreSQL values after parsing (pool.server.ts). */
const VALUE_TYPES: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  float8: "number",
  inet: "string",
  int2: "number",
  int4: "number",
  int8: "number",
  text: "string",
  time: "string",
  timestamptz: "Date",
  tstzrange: "string",
  uuid: "string",
};

interface Table {
  name: string;
  columns: Column[];
}

interface Column {
  name: string;
  /** Name of the type; with a leading underscore for an array. */
  type: string;
  /** False for columns of views, because the database does not know it. */
  nullable: boolean;
  hasDefault: boolean;
  /** True if the database computes it and refuses other values. */
  computed: boolean;
  /** Definitions of the checks of this column alone. */
  checks: string[];
}

/** The text of db/tables.ts: types of all tables and views for Kysely. */
export async function describeTableTypes<DB>(db: Kysely<DB>): Promise<string> {
  const overrides = new Set(readFileSync(COLUMN_TYPES, "utf8").match(/(?<=^ {2}")[\w.]+(?=":)/gm));
  const tables = await listTables(db);
  const known = new Set(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => `${nameInCode(name)}.${nameInCode(column.name)}`),
    ),
  );
  for (const name of overrides)
    if (!known.has(name)) throw new Error(`${COLUMN_TYPES}: there is no column ${name}`);
  const described = tables.map((table) => describeTable(table, overrides)).join("\n");
  return `// Types of the tables and views in the migrated database, written by \`node scripts/write-schema.mjs\`. Do not
// edit. Reasons and invariants of the columns are in db/migrations.
import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { ColumnTypes } from "./column-types";

declare module "~/platform/database/tables" {
  interface Tables {
${tables.map(({ name }) => `    ${nameInCode(name)}: ${interfaceName(name)};`).join("\n")}
  }
}

${described}`;
}

async function listTables<DB>(db: Kysely<DB>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    SELECT relname AS name,
      (SELECT jsonb_agg(jsonb_build_object('name', attname, 'type', typname, 'nullable', relkind <> 'v' AND NOT attnotnull, 'hasDefault', atthasdef OR attidentity <> '',
          'computed', attidentity = 'a' OR attgenerated <> '',
          'checks', ARRAY(SELECT pg_get_constraintdef(oid, true) FROM pg_constraint
            WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY[attnum] ORDER BY conname COLLATE "C")) ORDER BY attnum)
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class
    WHERE relkind IN ('r', 'p', 'v') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname !~ '^(kysely_|migration_checksums)'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_class'::regclass AND objid = pg_class.oid)
    ORDER BY relname COLLATE "C"`.execute(db);
  return rows;
}

function describeTable({ name, columns }: Table, overrides: ReadonlySet<string>): string {
  const lines = columns.map((column) => {
    const key = `${nameInCode(name)}.${nameInCode(column.name)}`;
    return `  ${nameInCode(column.name)}: ${overrides.has(key) ? `ColumnTypes["${key}"]` : columnType(column, key)};`;
  });
  return `interface ${interfaceName(name)} {\n${lines.join("\n")}\n}\n`;
}

function columnType({ type, nullable, hasDefault, computed, checks }: Column, key: string): string {
  if (type === "jsonb") return `JSONColumnType<Record<string, unknown>>${nullable ? " | null" : ""}`;
  const value = `${valueType(type, checks, key)}${nullable ? " | null" : ""}`;
  if (computed) return `GeneratedAlways<${value}>`;
  return hasDefault ? `Generated<${value}>` : value;
}

function valueType(type: string, checks: readonly string[], key: string): string {
  const element = VALUE_TYPES[type.replace(/^_/, "")];
  if (!element) throw new Error(`db/table-types.server.ts: add the type ${type} of ${key}`);
  if (type.startsWith("_")) return `${element}[]`;
  return type === "text" ? (allowedValues(checks) ?? element) : element;
}

/** The union of texts that a check allows, such as CHECK (state = ANY (ARRAY['open'::text, 'done'::text])). */
function allowedValues(checks: readonly string[]): string | null {
  for (const check of checks) {
    const list = /^CHECK \(\w+ = (?:ANY \(ARRAY\[)?((?:'[^']*'::text(?:, )?)+)\]?\)?\)$/.exec(check)?.[1];
    if (list) return [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => `"${value}"`).join(" | ");
  }
  return null;
}

/** For example `credit_note_lines` becomes `CreditNoteLinesTable`. */
function interfaceName(table: string): string {
  return `${nameInCode(`_${table}`)}Table`;
}
