import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isWithoutTransaction, splitStatements } from "~/platform/database/sql-statements";

/**
 * Migrations let no request wait while they change a large table (docs/decisions/0109-online-migrations.md). Earlier
 * ones are committed and exempt.
 */
const FIRST_CHECKED = "0069";

/** Tables that grow with bookings, requests or time. */
const LARGE_TABLES = new Set(
  `access_instructions alert_streams background_jobs booking_lines bookings contact_messages credit_note_lines credit_notes
  customer_notes customers e_invoices entitlement_uses files idempotency_keys invoice_lines invoices ledger_days
  ledger_entries ledger_lines mail_events mails messages outbox payments properties quote_lines quote_revisions quotes reaction_jobs
  refunds revenue_entries reviews security_events sessions settlements tallies technician_tallies timeline_entries trail trail_earlier
  trail_values trail_values_earlier visit_report_photos visit_reports visits web_tracking_events webhook_attempts
  webhook_deliveries`.split(/\s+/),
);

interface Rule {
  refused: string;
  /** The first group is the table. */
  statement: RegExp;
  /** Statements of the file that make it harmless. */
  unless?: (table: string, statement: string, file: string) => boolean;
}

const RULES: readonly Rule[] = [
  {
    refused:
      "scans the table under a lock: add the constraint as NOT VALID and validate it in a file without transaction",
    statement:
      /^ALTER TABLE (?:ONLY )?(\w+)\b[\s\S]*\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?![\s\S]*\bNOT VALID)/i,
  },
  {
    refused: "builds an index under a lock: create it with CONCURRENTLY and add the constraint USING INDEX",
    statement:
      /^ALTER TABLE (?:ONLY )?(\w+)\b[\s\S]*\bADD (?:CONSTRAINT \w+ )?(?:PRIMARY KEY|UNIQUE|EXCLUDE)\b(?! USING INDEX)/i,
  },
  {
    refused: "scans the table under a lock: validate CHECK (column IS NOT NULL) in an earlier file",
    statement: /^ALTER TABLE (?:ONLY )?(\w+)\b[\s\S]*\bALTER (?:COLUMN )?\w+ SET NOT NULL/i,
    unless: (table, statement, file) => {
      const [, column] = /ALTER (?:COLUMN )?(\w+) SET NOT NULL/i.exec(statement)!;
      return new RegExp(`-- validated: ${table}\\.${column}\\b`).test(file);
    },
  },
  {
    refused: "rewrites the table: add the column without default and fill it in batches",
    statement:
      /^ALTER TABLE (?:ONLY )?(\w+)\b[\s\S]*\bADD (?:COLUMN )?(?:IF NOT EXISTS )?[^,]*(?:DEFAULT (?:gen_random_uuid|random|clock_timestamp|nextval|timeofday|uuidv7)\b|GENERATED (?:ALWAYS AS \(|(?:ALWAYS|BY DEFAULT) AS IDENTITY))/i,
  },
  {
    refused: "rewrites the table: add another column and fill it in batches",
    statement: /^ALTER TABLE (?:ONLY )?(\w+)\b[\s\S]*\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i,
  },
  {
    refused: "locks the table while the index is built: use CONCURRENTLY in a file without transaction",
    statement: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?(?:\w+ )?ON (?:ONLY )?(\w+)/i,
  },
  {
    refused: "leaves an invalid index after a failure: begin with DROP INDEX CONCURRENTLY IF EXISTS",
    statement: /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY \w+ ON (\w+)/i,
    unless: (_, statement, file) => {
      const [, index] = /CONCURRENTLY (\w+)/i.exec(statement)!;
      return new RegExp(`DROP INDEX CONCURRENTLY IF EXISTS ${index}\\b`, "i").test(file);
    },
  },
  {
    refused: "changes all rows in one transaction: fill them in batches after the start",
    statement: /^(?:WITH\b[\s\S]*)?\b(?:UPDATE|DELETE FROM|MERGE INTO) (?:ONLY )?(\w+)\b/i,
  },
  {
    refused: "copies the table in one transaction: fill the new one in batches after the start",
    statement: /^(?:INSERT INTO \w+|CREATE TABLE \w+ AS)\b[\s\S]*\bFROM (\w+)\b/i,
  },
];

/** Problems of a migration: "table: reason". */
function findBlocking(text: string): string[] {
  const statements = splitStatements(text);
  const created = new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1] ?? [],
    ),
  );
  const blocking = statements.flatMap((statement) =>
    RULES.flatMap(({ refused, statement: pattern, unless }) => {
      const table = pattern.exec(statement)?.[1];
      if (!table || !LARGE_TABLES.has(table) || created.has(table)) return [];
      return unless?.(table, statement, text) ? [] : [`${table}: ${refused}`];
    }),
  );
  const concurrent = statements.some((statement) =>
    /^(?:CREATE|DROP) (?:UNIQUE )?INDEX CONCURRENTLY/i.test(statement),
  );
  const validated = statements.some((statement) => /\bVALIDATE CONSTRAINT\b/i.test(statement));
  if ((concurrent || validated) && !isWithoutTransaction(text))
    blocking.push("CONCURRENTLY and VALIDATE CONSTRAINT need a file that begins with -- transaction: none");
  return blocking;
}

const migrations = globSync("db/migrations/*.sql", { cwd: join(import.meta.dirname, "../..") }).sort();

describe("migrations of large tables", () => {
  it("names existing tables as large", () => {
    const schema = readFileSync("db/schema.sql", "utf8");
    // Partitions are not part of the schema file.
    const partitions = ["trail_earlier", "trail_values_earlier"];
    const unknown = [...LARGE_TABLES].filter(
      (name) =>
        !partitions.includes(name) && !new RegExp(`^CREATE (UNLOGGED )?TABLE ${name} \\(`, "m").test(schema),
    );
    expect(unknown).toEqual([]);
  });

  it.each(migrations.filter((path) => basename(path) >= FIRST_CHECKED))("let no request wait: %s", (path) => {
    expect(findBlocking(readFileSync(path, "utf8"))).toEqual([]);
  });

  it.each([
    ["ALTER TABLE bookings ADD CONSTRAINT bookings_a_check CHECK (a > 0);", "scans"],
    ["ALTER TABLE bookings ADD CONSTRAINT bookings_a_fkey FOREIGN KEY (a) REFERENCES files (id);", "scans"],
    ["ALTER TABLE bookings ADD CONSTRAINT bookings_a_key UNIQUE (a);", "builds an index"],
    ["ALTER TABLE bookings ALTER COLUMN a SET NOT NULL;", "scans"],
    ["ALTER TABLE bookings ADD COLUMN a uuid DEFAULT gen_random_uuid();", "rewrites"],
    ["ALTER TABLE bookings ADD COLUMN a text GENERATED ALWAYS AS (lower(reference)) STORED;", "rewrites"],
    ["ALTER TABLE bookings ALTER COLUMN a TYPE bigint;", "rewrites"],
    ["CREATE INDEX bookings_a_idx ON bookings (a);", "locks the table"],
    ["CREATE UNIQUE INDEX bookings_a_idx ON bookings (a);", "locks the table"],
    ["-- transaction: none\nCREATE INDEX CONCURRENTLY bookings_a_idx ON bookings (a);", "invalid index"],
    ["DROP INDEX CONCURRENTLY bookings_a_idx;", "-- transaction: none"],
    ["UPDATE bookings SET a = 1 WHERE b = 2;", "all rows"],
    ["DELETE FROM mails;", "all rows"],
    ["CREATE TABLE copies (id uuid);\nINSERT INTO copies SELECT id FROM visits;", "copies the table"],
  ])("refuses %s", (text, reason) => {
    expect(findBlocking(text)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    "ALTER TABLE bookings ADD COLUMN a integer NOT NULL DEFAULT 0;",
    "ALTER TABLE bookings ADD COLUMN a timestamptz DEFAULT now();",
    "ALTER TABLE bookings ADD CONSTRAINT bookings_a_check CHECK (a > 0) NOT VALID;",
    "-- transaction: none\nALTER TABLE bookings VALIDATE CONSTRAINT bookings_a_check;",
    "-- transaction: none\nDROP INDEX CONCURRENTLY IF EXISTS bookings_a_idx;\nCREATE INDEX CONCURRENTLY bookings_a_idx ON bookings (a);",
    "-- validated: bookings.a is not null since 0070\nALTER TABLE bookings ALTER COLUMN a SET NOT NULL;",
    "ALTER TABLE bookings ADD CONSTRAINT bookings_a_key UNIQUE USING INDEX bookings_a_idx;",
    "CREATE TABLE things (id uuid);\nCREATE INDEX things_id_idx ON things (id);",
    "UPDATE services SET name = 'Plumbing' WHERE id = 'plumbing';",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE bookings SET a = 1; RETURN NEW; END $$;",
  ])("accepts %s", (text) => {
    expect(findBlocking(text)).toEqual([]);
  });
});
