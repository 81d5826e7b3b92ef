import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createDatabase } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { migrate } from "~/platform/database/migrate.server";
import { describeTableTypes } from "./table-types.server";

/**
 * `node scripts/write-schema.mjs`: writes db/schema.sql and db/tables.ts from a new database of the embedded
 * server. Returns the exit code.
 */
export async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "schema-"));
  const embedded = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  try {
    await migrate(embedded.connection);
    const { db, close } = createDatabase(embedded.connection);
    try {
      writeFileSync("db/schema.sql", await describeSchema(db));
      writeFileSync("db/tables.ts", await describeTableTypes(db));
    } finally {
      await close();
    }
    return 0;
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * The complete schema as SQL text, read from the catalogues: types, sequences, tables with their constraints, indexes and triggers,
 * views and functions, each by name. The text depends on the major version of PostgreSQL, which deparses the definitions.
 */
export async function describeSchema<DB>(db: Kysely<DB>): Promise<string> {
  const parts = [
    await describeHead(db),
    await describeExtensions(db),
    await describeTypes(db),
    await describeSequences(db),
    await describeTables(db),
    await describeViews(db),
    await describeFunctions(db),
  ];
  return parts.join("\n");
}

async function describeHead<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`SELECT current_setting('server_version') AS version`.execute(db);
  const major = Number.parseInt(rows[0]?.version ?? "", 10);
  return `-- The complete schema in PostgreSQL ${major}, written by \`node scripts/write-schema.mjs\`. Do not edit.
-- Its reasons and invariants are in db/migrations, which create the database.
`;
}

/** Belongs to no extension. */
const isOurs = (oid: string, catalogue: string) => sql`
  NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND classid = ${sql.lit(catalogue)}::regclass AND objid = ${sql.ref(oid)})`;
/** Neither a table of Kysely or an extension, nor a partition, because partitions depend on the month. */
const isOurTable = sql`pg_class.relnamespace = 'public'::regnamespace AND NOT relispartition
  AND relname !~ '^(kysely_|migration_checksums)' AND ${isOurs("pg_class.oid", "pg_class")}`;

async function describeExtensions<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT extname AS name FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname COLLATE "C"`.execute(
    db,
  );
  return rows.map(({ name }) => `CREATE EXTENSION ${name};\n`).join("");
}

async function describeTypes<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string; attributes: string }>`
    SELECT relname AS name,
      string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) AS attributes
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relkind = 'c' AND ${isOurTable} GROUP BY relname ORDER BY relname COLLATE "C"`.execute(db);
  return rows.map(({ name, attributes }) => `CREATE TYPE ${name} AS (${attributes});\n`).join("");
}

/** Without those of identity columns, which stand with their column. */
async function describeSequences<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string; options: string }>`
    SELECT relname AS name, concat_ws(' ', CASE WHEN seqtypid <> 'bigint'::regtype THEN 'AS ' || seqtypid::regtype END,
      CASE WHEN seqincrement <> 1 THEN 'INCREMENT ' || seqincrement END, CASE WHEN seqstart <> 1 THEN 'START ' || seqstart END,
      CASE WHEN seqcycle THEN 'CYCLE' END) AS options
    FROM pg_class JOIN pg_sequence ON seqrelid = pg_class.oid
    WHERE ${isOurTable} AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = seqrelid AND deptype = 'i')
    ORDER BY relname COLLATE "C"`.execute(db);
  return rows.map(({ name, options }) => `CREATE SEQUENCE ${[name, options].join(" ").trim()};\n`).join("");
}

interface TableParts {
  name: string;
  unlogged: boolean;
  /** Key of its partitions; null for other tables. */
  partitionKey: string | null;
  columns: { name: string; type: string; rest: string }[];
  constraints: { name: string; definition: string }[] | null;
  others: string[] | null;
}

async function describeTables<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<TableParts>`
    SELECT relname AS name, relpersistence = 'u' AS unlogged, pg_get_partkeydef(oid) AS "partitionKey",
      (SELECT jsonb_agg(jsonb_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod), 'rest', concat_ws(' ',
          CASE WHEN attnotnull THEN 'NOT NULL' END,
          CASE attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN 'GENERATED BY DEFAULT AS IDENTITY' END,
          CASE WHEN attgenerated = 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid, true) || ') STORED'
            ELSE 'DEFAULT ' || pg_get_expr(adbin, adrelid, true) END)) ORDER BY attnum)
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns,
      (SELECT jsonb_agg(jsonb_build_object('name', quote_ident(conname), 'definition', pg_get_constraintdef(oid, true))
          ORDER BY array_position('{p,u,x,f,c}'::"char"[], contype), conname COLLATE "C")
        FROM pg_constraint WHERE conrelid = pg_class.oid AND contype IN ('p', 'u', 'x', 'f', 'c')) AS constraints,
      (SELECT jsonb_agg(definition ORDER BY place, name COLLATE "C") FROM (
        SELECT 1 AS place, indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid, 0, true) AS definition FROM pg_index
        WHERE indrelid = pg_class.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
        UNION ALL
        SELECT 2, tgname, pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal
      ) AS others) AS others
    FROM pg_class WHERE relkind IN ('r', 'p') AND ${isOurTable} ORDER BY relname COLLATE "C"`.execute(db);
  return rows.map(describeTable).join("\n");
}

function describeTable({ name, unlogged, partitionKey, columns, constraints, others }: TableParts): string {
  const nameWidth = Math.max(...columns.map((column) => column.name.length));
  const lines = [
    ...columns.map((column) => `${column.name.padEnd(nameWidth)} ${column.type} ${column.rest}`.trimEnd()),
    ...(constraints ?? []).map((constraint) => `CONSTRAINT ${constraint.name} ${constraint.definition}`),
  ];
  const table = `CREATE ${unlogged ? "UNLOGGED " : ""}TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)${partitionKey ? ` PARTITION BY ${partitionKey}` : ""};\n`;
  return (
    table +
    (others ?? [])
      .map((definition) => `${definition.replace(" USING btree", "").replace(" ON ONLY ", " ON ")};\n`)
      .join("")
  );
}

async function describeViews<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string; query: string }>`
    SELECT relname AS name, pg_get_viewdef(oid, true) AS query FROM pg_class
    WHERE relkind IN ('v', 'm') AND ${isOurTable} ORDER BY relname COLLATE "C"`.execute(db);
  return rows.map(({ name, query }) => `CREATE VIEW ${name} AS\n${query}\n`).join("\n");
}

async function describeFunctions<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ definition: string }>`
    SELECT pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND ${isOurs("pg_proc.oid", "pg_proc")}
    ORDER BY proname COLLATE "C", pg_get_function_identity_arguments(oid) COLLATE "C"`.execute(db);
  return rows
    .map(({ definition }) => definition.replace(/^CREATE OR REPLACE FUNCTION public\./, "CREATE FUNCTION "))
    .map((definition) => `${definition.trimEnd()};\n`)
    .join("\n");
}
