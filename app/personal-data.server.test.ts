import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../test/harness/company/booking-caller";
import { createMoneyRecords } from "../test/harness/company/money-records";
import { readTrail } from "../test/harness/company/trail";
import { textOfPdf } from "../test/harness/read-pdf";
import { openMailbox } from "../test/harness/servers/mailbox";
import { unzip } from "../test/harness/unzip";
import { createSecondFactorCheck } from "./features/people/accounts/sign-in/second-factor.server";
import { personalData } from "./personal-data.server";
import { system } from "./platform/auth/actor";
import { nameInCode } from "./platform/database/camel-case";
import { removeUnclaimedFiles, saveFile } from "./platform/files/files.server";
import { runNextJob } from "./platform/jobs/background-jobs.server";
import { backgroundJobHandlers } from "./server/background-jobs.server";

/**
 * Compares the personal data that the features declare with the database: every reference to a person must be
 * declared.
 */

let caller: Caller;
let admin: Record<string, string>;
/** Its own, because the test reads all stored files. */
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "personal-data-"));
  caller = await createCaller({ DATA_DIR: dataFolder }, { isReused: false });
  admin = await caller.asAdmin();
  await caller.addTechnician("Omar Saleh");
});
afterAll(async () => {
  await caller.close();
  await rm(dataFolder, { recursive: true });
});

interface PersonReference {
  table: string;
  column: string;
  /** The referenced table; null if only the column name suggests a person. */
  to: "users" | "customers" | "properties" | null;
  /** Code of pg_constraint; `c` deletes the rows with the referenced record. */
  onDelete: string | null;
  indexed: boolean;
}

/** Every column that refers to a person, by a foreign key or by its name. */
async function findPersonReferences(): Promise<PersonReference[]> {
  const { rows } = await sql<PersonReference>`
    WITH keys AS (
      SELECT conrelid, conkey[1] AS attnum, confrelid, confdeltype FROM pg_constraint
      WHERE contype = 'f'
        AND confrelid IN ('users'::regclass, 'customers'::regclass, 'properties'::regclass)
    )
    SELECT relname AS table, attname AS column, confrelid::regclass::text AS to, confdeltype AS "onDelete",
      EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indkey[0] = pg_attribute.attnum
        AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))) AS indexed
    FROM pg_class
    JOIN pg_attribute ON attrelid = pg_class.oid AND pg_attribute.attnum > 0 AND NOT attisdropped
    LEFT JOIN keys ON conrelid = pg_class.oid AND keys.attnum = pg_attribute.attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND (confrelid IS NOT NULL
        OR attname ~ '^((user|customer|author|actor)_id|.*_by|(.*_)?(e?mail|recipient|phone|client_ip|ip_address))$')
    ORDER BY 1, 2`.execute(caller.db);
  return rows.map((row) => ({ ...row, table: nameInCode(row.table) }));
}

/** Tables whose emails and phone numbers belong to the company. */
const COMPANY_TABLES = ["business"];

async function undeclared(): Promise<string[]> {
  const declared = new Set([...COMPANY_TABLES, ...personalData.flatMap(({ tables }) => Object.keys(tables))]);
  return [...new Set((await findPersonReferences()).map(({ table }) => table))].filter(
    (table) => !declared.has(table),
  );
}

describe("references to a person", () => {
  it("declares each table in exactly one feature", async () => {
    expect(await undeclared()).toEqual([]);
    const declared = personalData.flatMap(({ tables }) => Object.keys(tables)).sort();
    expect(declared).toEqual([...new Set(declared)]);
    const { rows } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(caller.db);
    const known = rows.map(({ name }) => nameInCode(name));
    expect(declared.filter((table) => !known.includes(table))).toEqual([]);
  });

  it.each([
    ["a foreign key to users", "owner uuid REFERENCES users (id)"],
    ["a foreign key to customers", "owner uuid REFERENCES customers (id)"],
    ["a user id", "user_id uuid"],
    ["an author id", "author_id uuid"],
    ["a creator", "created_by uuid"],
    ["an email", "contact_email text"],
  ])("detects an undeclared table with %s", async (_, column) => {
    await sql`CREATE TABLE forgotten (id integer, ${sql.raw(column)})`.execute(caller.db);
    try {
      expect(await undeclared()).toEqual(["forgotten"]);
    } finally {
      await sql`DROP TABLE forgotten`.execute(caller.db);
    }
  });

  it("cascades with the account where declared and never blocks the deletion", async () => {
    const policies = Object.assign({}, ...personalData.map(({ tables }) => tables));
    const toUsers = (await findPersonReferences()).filter(({ to }) => to === "users");
    for (const { table, column, onDelete } of toUsers) {
      expect([table, column, onDelete]).toEqual([table, column, policies[table] === "cascades" ? "c" : "n"]);
    }
    const cascading = Object.keys(policies).filter((table) => policies[table] === "cascades");
    expect(cascading.filter((table) => !toUsers.some((lead) => lead.table === table))).toEqual([]);
  });

  it("requires an index on every foreign key", async () => {
    const keys = (await findPersonReferences()).filter(({ to }) => to !== null);
    expect(keys.length).toBeGreaterThan(15);
    expect(keys.filter(({ indexed }) => !indexed).map(({ table, column }) => `${table}.${column}`)).toEqual(
      [],
    );
    await sql`CREATE TABLE slow (customer_id uuid REFERENCES customers (id))`.execute(caller.db);
    try {
      expect((await findPersonReferences()).find(({ table }) => table === "slow")?.indexed).toBe(false);
    } finally {
      await sql`DROP TABLE slow`.execute(caller.db);
    }
  });
});

/** Tables of any schema that contain a text. */
async function tablesWith(pattern: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    SELECT nspname AS schema, relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY relname COLLATE "C"`.execute(caller.db);
  const queries = rows.map(
    ({ schema, name }) => sql`
      SELECT ${name}::text AS name WHERE EXISTS (
        SELECT FROM ${sql.id(schema, name)} AS row WHERE row_to_json(row)::text ~* ${pattern})`,
  );
  const found = await sql<{ name: string }>`${sql.join(queries, sql` UNION ALL `)}`.execute(caller.db);
  return found.rows.map(({ name }) => name).sort();
}

/** Number of rows that refer to a person by foreign keys: "table.column" → count. */
async function countReferencingRows(
  to: PersonReference["to"],
  ids: string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of (await findPersonReferences()).filter((lead) => lead.to === to)) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} = any(${ids}::uuid[])`.execute(caller.db);
    counts[`${table}.${column}`] = rows[0]!.count;
  }
  return counts;
}

/**
 * Adds a word to every text of every record that refers to one of the customers, directly or through others.
 * Leaves out keys, texts of fixed values, and contacts, by which the person is found. Returns the columns.
 */
async function plantWord(word: string, customerIds: string[]): Promise<string[]> {
  return caller.db.connection().execute(async (db) => {
    await sql`CREATE TEMP TABLE planted (place text)`.execute(db);
    await sql
      .raw(`
      DO $plant$
      DECLARE
        link record;
        part record;
        found tid[];
        has_more boolean := true;
      BEGIN
        -- Pending checks would refuse to enable triggers.
        SET CONSTRAINTS ALL IMMEDIATE;
        CREATE TEMP TABLE reached (name regclass PRIMARY KEY, rows tid[]) ON COMMIT DROP;
        INSERT INTO reached SELECT 'customers', array_agg(ctid) FROM customers
          WHERE id = ANY ('{${customerIds.join()}}'::uuid[]);
        WHILE has_more LOOP
          has_more := false;
          FOR link IN
            SELECT conrelid::regclass AS child, confrelid::regclass AS parent, own.attname AS own, target.attname AS target
            FROM pg_constraint
            JOIN pg_attribute AS own ON own.attrelid = conrelid AND own.attnum = conkey[1]
            JOIN pg_attribute AS target ON target.attrelid = confrelid AND target.attnum = confkey[1]
            WHERE contype = 'f' AND connamespace = 'public'::regnamespace
              AND confrelid IN (SELECT name FROM reached)
          LOOP
            EXECUTE format(
              'SELECT array_agg(DISTINCT child.ctid) FROM %s AS child JOIN %s AS parent ON child.%I = parent.%I
               WHERE parent.ctid = ANY ((SELECT rows FROM reached WHERE name = %L::regclass)::tid[])
                 AND NOT child.ctid = ANY (coalesce((SELECT rows FROM reached WHERE name = %L::regclass), ''{}'')::tid[])',
              link.child, link.parent, link.own, link.target, link.parent, link.child
            ) INTO found;
            CONTINUE WHEN found IS NULL;
            has_more := true;
            INSERT INTO reached VALUES (link.child, found)
              ON CONFLICT (name) DO UPDATE SET rows = reached.rows || excluded.rows;
          END LOOP;
        END LOOP;
        FOR link IN SELECT name FROM reached LOOP
          EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', link.name);
        END LOOP;
        FOR part IN
          SELECT reached.name, reached.rows, attname AS field, atttypid = 'jsonb'::regtype AS is_json
          FROM reached JOIN pg_attribute ON attrelid = reached.name AND attnum > 0 AND NOT attisdropped
          WHERE atttypid IN ('text'::regtype, 'jsonb'::regtype) AND attgenerated = ''
            AND attname !~ '(email|phone|recipient|hash|client_ip|ip_address|actor_role|area|emirate|item|service|trade|unit|vat)$'
            AND NOT EXISTS (
              SELECT FROM pg_constraint
              WHERE conrelid = attrelid AND contype IN ('p', 'u', 'f') AND attnum = ANY (conkey)
            )
          ORDER BY 1, 3
        LOOP
          BEGIN
            SELECT reached.rows INTO found FROM reached WHERE name = part.name;
            EXECUTE format(
              CASE WHEN part.is_json THEN
                'WITH changed AS (UPDATE %s SET %2$I = CASE WHEN jsonb_typeof(%2$I) = ''object''
                   THEN %2$I || ''{"planted": "${word}"}'' ELSE %2$I END WHERE ctid = ANY ($1) RETURNING ctid)
                 SELECT array_agg(ctid) FROM changed'
              ELSE
                'WITH changed AS (UPDATE %s SET %2$I = %2$I || '' ${word}'' WHERE ctid = ANY ($1) RETURNING ctid)
                 SELECT array_agg(ctid) FROM changed'
              END, part.name, part.field
            ) INTO found USING found;
            UPDATE reached SET rows = found WHERE name = part.name;
            INSERT INTO planted VALUES (part.name || '.' || part.field);
          EXCEPTION WHEN check_violation OR unique_violation OR exclusion_violation THEN
            NULL;
          END;
        END LOOP;
        FOR link IN SELECT name FROM reached LOOP
          EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', link.name);
        END LOOP;
      END $plant$`)
      .execute(db);
    const { rows } = await sql<{ place: string }>`SELECT place FROM planted ORDER BY place`.execute(db);
    await sql`DROP TABLE planted`.execute(db);
    return rows.map(({ place }) => place);
  });
}

/** Columns of all tables that contain a word. */
async function columnsWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(caller.db);
  const queries = rows.map(
    ({ name }) => sql`
      SELECT DISTINCT ${name}::text AS name, field
      FROM ${sql.table(name)} AS one, jsonb_each_text(to_jsonb(one)) AS part (field, value)
      WHERE part.value LIKE ${`%${word}%`}`,
  );
  const found = await sql<{ name: string; field: string }>`
    ${sql.join(queries, sql` UNION ALL `)} ORDER BY 1, 2`.execute(caller.db);
  return found.rows.map(({ name, field }) => `${name}.${field}`);
}

const post = (path: string, body: unknown, headers = admin) => caller.call("POST", path, body, headers);

async function ok(answer: ReturnType<typeof post>) {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`ApiResponse with ${status} ${text}`);
  return body;
}

async function jobIdOf(answer: ReturnType<typeof post>): Promise<string> {
  const { status, body, text } = await answer;
  if (status !== 202) throw new Error(`ApiResponse with ${status} ${text}`);
  return body.id;
}

async function customerOf(bookingId: string): Promise<string> {
  const { customerId } = await caller.db
    .selectFrom("bookings")
    .select("customerId")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return customerId;
}

const home = {
  street: "Quagga Street",
  buildingName: "Numbat House",
  unitNumber: "9-Numbat",
  area: "Mirdif",
};
const accessDetails = {
  ...{ parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
  ...{ permitNeeded: false, permitBy: null, permitUntil: null, permitFileId: null },
  ...{ onlyThisBooking: false, version: 0 },
};
const PASSWORD = "a password of mine";

/** Messages of the customer and of a lead with a phone of the account; the account is also a user of the office. */
async function addConversations(customerId: string, userId: string): Promise<void> {
  for (const [sender, text] of [
    [{ customerId }, "A quokka by WhatsApp"],
    [{ name: "Okapi", phone: "+971501976543" }, "A quokka from another number"],
  ] as const) {
    const { id: conversationId } = await caller.db
      .insertInto("conversations")
      .values({ ...sender, assigneeId: userId, lastMessageAt: NOW })
      // Requests of the customer were filed already.
      .onConflict((conflict) => conflict.column("customerId").doUpdateSet({ assigneeId: userId }))
      .returning("id")
      .executeTakeFirstOrThrow();
    await caller.db
      .insertInto("conversationMessages")
      .values({
        ...{ conversationId, direction: "received", channel: "whatsapp", text, sentAt: NOW },
        ...{ authorId: userId, authorName: "Zebulon Okapi", address: "+971501976543" },
      })
      .execute();
    await caller.db
      .insertInto("conversationWriters")
      .values({ conversationId, userId, wroteAt: NOW })
      .execute();
  }
}

/** Texts of the office about the customer: a declined quote, notes of payments, saved filters, a receipt. */
async function addOfficeTexts(customerId: string, propertyId: string): Promise<void> {
  const quoteId = randomUUID();
  const { db } = caller;
  await db
    .insertInto("quotes")
    .values({
      ...{ id: quoteId, reference: "QT-2026-999999", state: "declined", customerId, propertyId },
      ...{ createdAt: NOW, sentAt: NOW, answeredAt: NOW, validUntil: "2026-12-31" },
    })
    .execute();
  const revision = { quoteId, number: 1, title: "Kitchen for Zebulon", terms: "As agreed with Okapi" };
  await db.insertInto("quoteRevisions").values(revision).execute();
  await db
    .insertInto("quoteLines")
    .values({
      ...{
        quoteId,
        revision: 1,
        position: 1,
        section: "Okapi kitchen",
        description: "A sink for the quokka",
      },
      ...{ quantityHundredths: 100, unitFils: 100_00 },
    })
    .execute();
  await db.updateTable("quoteRevisions").set({ sentAt: NOW }).where("quoteId", "=", quoteId).execute();
  await db
    .updateTable("payments")
    .set({ note: "Brought by Zebulon's brother" })
    .where("customerId", "=", customerId)
    .execute();
  const { id: ownerId } = await db
    .selectFrom("payments")
    .select("id")
    .where("customerId", "=", customerId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ctx = { db, actor: system, now: NOW, requestId: "test", locale: "en" as const };
  const invoiceId = randomUUID();
  await db
    .insertInto("invoices")
    .values({ id: invoiceId, customerId, propertyId, createdAt: NOW, note: "For the quokka" })
    .execute();
  await db
    .insertInto("invoiceLines")
    .values({
      ...{ invoiceId, position: 1, description: "A pump for Okapi", quantityHundredths: 100 },
      ...{ unitFils: 105_00, vatPercent: 5, grossFils: 105_00, vatFils: 5_00 },
    })
    .execute();
  const bytes = Buffer.from("a receipt");
  await saveFile(ctx, caller.files, { kind: "receipt", ownerId, contentType: "application/pdf", bytes });
  const officeUser = await caller.addUser({
    email: "filters@example.com",
    password: PASSWORD,
    role: "dispatcher",
  });
  for (const [name, search] of [
    ["One customer", "zebulon"],
    ["Zebulon Okapi", undefined],
    ["By phone", "+971501976540"],
    ["By email", "zebulon@quagga.example"],
    ["Villas on the Palm", "villa"],
    ["Whole week", undefined],
  ] as const) {
    await db
      .insertInto("bookingFilters")
      .values({ userId: officeUser, name, filter: JSON.stringify({ search, from: "2026-11-23" }) })
      .execute();
  }
}

async function listSavedFilters(): Promise<string[]> {
  const filters = await caller.db.selectFrom("bookingFilters").select("name").orderBy("name").execute();
  return filters.map(({ name }) => name);
}

const ownedReceipts = () =>
  caller.db
    .selectFrom("files")
    .select("id")
    .where("kind", "=", "receipt")
    .where("ownerId", "is not", null)
    .execute();

/** Documents of the customer, which are stored with all planted words. */
async function storeDocuments(customerIds: string[]): Promise<void> {
  for (const [table, document] of [
    ["quotes", "quotes/ID/document"],
    ["invoices", "invoices/ID/document"],
    ["payments", "payments/ID/receipt"],
  ] as const) {
    const rows = await caller.db
      .selectFrom(table)
      .select("id")
      .where("customerId", "in", customerIds)
      .where(table === "invoices" ? "invoices.issuedAt" : "id", "is not", null)
      .execute();
    for (const { id } of rows) {
      const path = `/api/admin/${document.replace("ID", id)}`;
      const { status } = await caller.http.request(path, { headers: admin });
      expect([path, status]).toEqual([path, 200]);
    }
  }
}

/** Kinds of the stored files whose content has a word. */
async function storedKindsWith(word: string): Promise<string[]> {
  const { db, files: store } = caller;
  const files = await db.selectFrom("files").select(["id", "kind", "contentType"]).execute();
  const known = new Map(files.map((file) => [file.id, file]));
  const kinds = new Set<string>();
  for (const id of await store.list("")) {
    const bytes = (await store.get(id))!;
    const { kind = "unknown", contentType } = known.get(id) ?? {};
    const isPdf = contentType === "application/pdf" && Buffer.from(bytes).subarray(0, 4).equals(PDF_START);
    const text = isPdf ? await textOfPdf(bytes) : Buffer.from(bytes).toString("latin1");
    if (text.includes(word)) kinds.add(kind);
  }
  return [...kinds].sort();
}
const PDF_START = Buffer.from("%PDF");

/** Texts that a deletion retains, with the reason. */
const retainedTexts = [
  // Records of the work: what was done, its price, and the names of the staff.
  "booking_lines.name",
  // Accepted contracts, whose terms are those of their invoices. The buyer and the property are erased.
  "contract_acceptances.document",
  // Issued documents and their basis, as tax law requires (Federal Decree-Law 28 of 2022).
  "e_invoices.xml",
  "invoice_lines.description",
  "invoice_lines.section",
  "invoices.buyer",
  "invoices.note",
  "invoices.seller",
  // Approved quotes, whose terms are those of the invoiced work.
  "quote_revisions.search_text",
  "quote_revisions.terms",
  "quote_revisions.title",
  // Reasons in the books, as for write-offs (docs/domain.md, "Privacy").
  "refunds.reason",
  "timeline_entries.actor_name",
  "timeline_entries.detail",
  "visit_reports.note",
  "visit_reports.parts",
  "visit_reports.readings",
  // Evidence for tax that was not collected.
  "write_off_reversals.reason",
  "write_offs.reason",
];

describe("deleted account", () => {
  /** Names, emails, phone numbers, addresses and all words written by or about the person. */
  const PERSON = "zebulon|quagga|okapi|numbat|quokka|5019[78]6(54[0-3]|55)";

  it("removes every trace of the person from the whole database", async () => {
    const contact = { customerName: "Zebulon Okapi", email: "zebulon@quagga.example", phone: "0501976540" };
    const key = () => ({ "Idempotency-Key": `quokka-${randomUUID()}` });
    // Two bookings as a guest, so that the office merges the customers, with a correction and a note.
    const guest = await caller.book(
      { ...contact, message: "A quokka leaks", addressParts: { ...home, landmark: "By the quokka" } },
      key(),
    );
    const double = await caller.book({ ...contact, phone: "0501976541", addressParts: home }, key());
    const [keptCustomer, merged] = [await customerOf(guest.bookingId), await customerOf(double.bookingId)];
    await ok(
      post(`/api/admin/customers/${merged}/edit`, {
        version: 1,
        name: "Zebulon Quagga",
        phone: "0501976542",
        email: contact.email,
        allowDuplicate: true,
      }),
    );
    await ok(
      post(`/api/admin/customers/${keptCustomer}/merge`, { version: 1, merged: { id: merged, version: 2 } }),
    );
    await ok(post(`/api/admin/customers/${keptCustomer}/notes`, { text: "Keeps a quokka" }));

    // A household member books with the same phone number, which links the booking to this customer.
    const { bookingId: shared } = await caller.book({ ...contact, phone: "0501976544", addressParts: home });
    const flatmate = { customerName: "A Flatmate", email: "flatmate@example.com", phone: "0501976544" };
    const flatmates = await caller.book({
      ...flatmate,
      addressParts: { ...home, street: "Flatmate Street", buildingName: "", unitNumber: "" },
    });
    const ofFlatmate = () =>
      caller.db
        .selectFrom("bookings")
        .innerJoin("properties", "properties.id", "bookings.propertyId")
        .select(["contactName", "contactEmail", "contactPhone", "address", "properties.street"])
        .where("bookings.id", "=", flatmates.bookingId)
        .executeTakeFirstOrThrow();
    const flatmateRecords = await ofFlatmate();
    expect(await customerOf(flatmates.bookingId)).toBe(await customerOf(shared));

    // The account takes the bookings over and adds a booking under another email, a contract, a message and
    // an address.
    const userId = await caller.addUser({ email: contact.email, password: PASSWORD });
    await post("/api/auth/sign-in/email", { email: contact.email, password: "not this quokka" }, {});
    const me = { Cookie: await caller.signIn({ email: contact.email, password: PASSWORD }) };
    await ok(post("/api/account/profile", { name: "Zebulon Okapi", phone: "0501976543" }, me));
    await ok(post("/api/account/properties", { ...home, street: "Okapi Lane", landmark: "" }, me));
    const other = { ...contact, email: "okapi@quagga.example", phone: "0501986550" };
    const own = await caller.book(
      { ...other, message: "Another quokka", addressParts: { ...home, street: "Numbat Way" } },
      { ...me, ...key() },
    );
    const { service: _, ...contract } = await caller.form({
      ...other,
      phone: "0501986551",
      packageId: "plus",
      propertyType: "villa-3br",
      message: "For the quokka",
      addressParts: { ...home, street: "Contract Okapi Road" },
    });
    await ok(post("/api/contracts/requests", contract, me));
    await sql`INSERT INTO contract_acceptances (contract_id, agreement_version, method, name, document, client_ip, user_id, at)
      SELECT id, 1, 'online', 'Zebulon Okapi', '{"buyer": {"name": "Zebulon Okapi"}, "place": "Contract Okapi Road"}', '192.0.2.9',
        user_id, now() FROM contracts WHERE user_id IS NOT NULL`.execute(caller.db);
    const { securityCheck } = await caller.form();
    const message = { name: "Zebulon Okapi", email: other.email, phone: "0501986552", securityCheck };
    await ok(post("/api/contact/messages", { ...message, message: "Quokkas?" }, me));
    await ok(
      post(`/api/admin/bookings/${own.bookingId}/notes`, { version: 1, text: "Says there is a quokka" }),
    );
    await ok(post(`/api/bookings/${double.reference}/cancel`, { version: 1, reason: "Quokka gone" }, me));

    // Another message while signed out, after the rate limit ends.
    vi.setSystemTime(NOW.getTime() + 61_000);
    const late = await caller.book({ ...contact, message: "Quokkas at last", addressParts: home }, key());
    await finish(late.bookingId);

    const keys = {
      ...accessDetails,
      notes: "Okapi gate code",
      sitePhone: "0501976540",
      siteContact: "Okapi",
    };
    await ok(post(`/api/admin/bookings/${own.bookingId}/access`, keys));
    await ok(post(`/api/admin/bookings/${late.bookingId}/access`, { ...keys, onlyThisBooking: true }));

    // Finished, signed, reviewed, and with a warranty request.
    const { id: visitId, technicianId } = await finish(guest.bookingId);
    await finish(own.bookingId);
    await finish(shared);
    const signature = await signedReport(visitId, technicianId!, "Zebulon Okapi");
    await ok(post(`/api/bookings/${guest.reference}/review`, { rating: 4, comment: "Quokka-proof" }, me));
    await ok(post(`/api/bookings/${guest.reference}/warranty-request`, { message: "A quokka again" }, me));
    const answer = { answer: "The quokka is welcome", seenAt: null };
    await ok(post(`/api/admin/bookings/${guest.bookingId}/review/answer`, answer));
    await caller.db
      .updateTable("contracts")
      .set({
        ...{
          state: "expired",
          agreedAt: new Date(),
          activatedAt: new Date(),
          priceFils: 100,
          startsOn: "2025-01-01",
        },
        ...{ endsOn: "2025-12-31", callOutHours: 1, emergencyFee: true, partsDiscount: 0 },
      })
      .where("userId", "=", userId)
      .execute();
    await openMailbox(caller).collect();
    await addStaffReferences(userId);
    await addConversations(keptCustomer, userId);
    const { id: propertyId } = await caller.db
      .selectFrom("properties")
      .select("id")
      .where("customerId", "=", keptCustomer)
      .executeTakeFirstOrThrow();
    const { customerId } = await caller.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", own.bookingId)
      .executeTakeFirstOrThrow();
    await createMoneyRecords(caller.db, { customerId, propertyId, userId, name: "Zebulon Okapi", at: NOW });
    await addOfficeTexts(customerId, propertyId);
    await caller.db
      .updateTable("customers")
      .set({
        company: "Okapi Trading LLC",
        billingAddress: "Okapi Tower",
        trn: "100000000000036",
        ...{ billingStreet: "Okapi Street", billingCity: "Okapi City", billingEmirate: "DXB" },
        ...{ eAddress: "1000000000", tradeLicence: "Okapi-1", licenceAuthority: "Okapi Registry" },
      })
      .where("id", "=", customerId)
      .execute();

    const planted = await plantWord("wombat", [keptCustomer, merged, customerId]);
    expect(planted.length).toBeGreaterThan(40);
    expect(planted).toEqual(
      expect.arrayContaining(["payments.note", "properties.landmark", "reviews.comment"]),
    );

    await storeDocuments([keptCustomer, merged, customerId]);
    expect(await storedKindsWith("wombat")).toEqual(["invoice", "quote", "receipt"]);

    // On an import list that was checked and on a pending one.
    const row = "Zebulon Quagga,00971-50 197 6543,,,,Okapi Lane,,,,";
    const csv = `name,phone,email,company,trn,street,building,unit,area,landmark\nAn Other,0501111111,,,,,,,,\n${row}\n`;
    const tried = await jobIdOf(post("/api/admin/imports/customers", { name: "list.csv", csv }));
    const { db, config } = caller;
    const isSecondFactorRequired = createSecondFactorCheck(config);
    const worker = {
      db,
      config,
      handlers: backgroundJobHandlers,
      messageFor: () => "refused",
      isSecondFactorRequired,
    };
    while (await runNextJob(worker)) {}
    const waiting = await jobIdOf(post("/api/admin/imports/customers", { name: "list.csv", csv }));

    await sql`INSERT INTO messages (id, kind, trail_id, channel, recipient, content)
      SELECT gen_random_uuid(), 'on-the-way', max(id), 'sms', '+971501976543', '{"text": "Our quokka expert comes"}'
      FROM trail WHERE subject_id = ${double.bookingId}`.execute(caller.db);
    await sql`INSERT INTO message_opt_outs (channel, recipient) VALUES ('whatsapp', '+971501976543')`.execute(
      caller.db,
    );

    // Every foreign key to users must refer to the person, so that new ones are covered by this test.
    const before = await countReferencingRows("users", [userId]);
    expect(Object.keys(before).filter((lead) => before[lead] === 0)).toEqual([]);
    expect(await tablesWith(PERSON)).toEqual(
      expect.arrayContaining([
        "account_links",
        "timeline_entries",
        "bookings",
        "contact_messages",
        "contracts",
        "customer_notes",
        "customers",
        "idempotency_keys",
        "background_jobs",
        "mails",
        "message_opt_outs",
        "messages",
        "profiles",
        "properties",
        "rate_limits",
        "reviews",
        "warranty_visit_requests",
        "trail_values",
        "users",
        "visit_reports",
      ]),
    );

    const trail = await readActs();
    expect(trail).toContainEqual(
      expect.objectContaining({ type: "customer.edited", subjectId: merged, fields: ["name", "phone"] }),
    );
    // The export contains all data that the deletion removes.
    const exportResponse = await caller.http.request("/api/account/export", { headers: me });
    const data = unzip(Buffer.from(await exportResponse.arrayBuffer()))["my-data.json"]!.toString();
    const typed = [
      "A quokka leaks",
      "Another quokka",
      "For the quokka",
      "Quokkas?",
      "Our quokka expert comes",
      "A quokka by WhatsApp",
      "A quokka from another number",
      "Quokka gone",
      "Quokka-proof",
      "A quokka again",
      "The quokka is welcome",
      "Okapi Lane",
      "Okapi gate code",
      "+971501976540",
      "Zebulon Quagga",
      "A Technician",
      "Okapi Trading LLC",
      "Okapi Tower",
      "100000000000036",
      "INV-2026-",
      "RC-2026-",
    ];
    expect(typed.filter((words) => !data.includes(words))).toEqual([]);
    expect(data).not.toMatch(/keeps a quokka|says there is|flatmate/i);

    await ok(post("/api/account/delete", { password: PASSWORD }, me));
    expect(await columnsWith("wombat")).toEqual(retainedTexts);
    // The confirmation is the last email; afterwards its address is removed as well.
    expect(await tablesWith(PERSON)).toEqual(["e_invoices", "invoices", "mails"]);
    expect(await listSavedFilters()).toEqual(["Villas on the Palm", "Whole week"]);
    expect(await ownedReceipts()).toEqual([]);
    const farewell = await openMailbox(caller).collectOne(contact.email);
    expect(farewell).toMatchObject({ subject: expect.stringContaining("has been deleted"), attachments: [] });
    expect(farewell.plain).toContain("Dear Zebulon Okapi,");
    // The law requires that an invoice keeps its recipient.
    expect(await tablesWith(PERSON)).toEqual(["e_invoices", "invoices"]);
    // A pending import would restore the person; the checked one keeps no rows.
    const readJob = async (id: string) =>
      (await caller.call("GET", `/api/admin/background-jobs/${id}`, undefined, admin)).body;
    expect((await readJob(waiting)).job).toMatchObject({ state: "failed", label: "list.csv" });
    expect((await readJob(tried)).result).toMatchObject({ counts: { new: 2 }, rows: [], forgotten: true });
    expect((await post(`/api/admin/imports/${tried}/start`, {})).body.reason).toBe("import-not-ready");
    expect(await ofFlatmate()).toEqual(flatmateRecords);
    // The audit log is kept, including the entry for the deletion.
    const deleted = { type: "account.deleted", subjectId: userId, actorRole: "customer", fields: [] };
    expect(await readActs()).toEqual([...trail, deleted]);
    const bookings = await caller.db
      .selectFrom("bookings")
      .select(["reference", "state", "area", "userId", "contactName"])
      .where("id", "in", [guest.bookingId, double.bookingId, own.bookingId])
      .orderBy("reference")
      .execute();
    expect(bookings).toEqual(
      [
        { reference: guest.reference, state: "completed" },
        { reference: double.reference, state: "cancelled" },
        { reference: own.reference, state: "completed" },
      ].map((booking) => ({ ...booking, area: "Mirdif", userId: null, contactName: "Deleted customer" })),
    );
    // The signature image has no owner and is removed with unclaimed uploads.
    const file = await caller.db
      .selectFrom("files")
      .select("ownerId")
      .where("id", "=", signature)
      .executeTakeFirstOrThrow();
    expect(file.ownerId).toBeNull();
    // The law requires the invoice.
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await removeUnclaimedFiles(caller.ctx(), caller.files);
    expect(await storedKindsWith("wombat")).toEqual(["invoice"]);
  });

  async function readActs() {
    const entries = await readTrail(caller.db);
    return entries.map(({ type, subjectId, actorRole, fields }) => ({ type, subjectId, actorRole, fields }));
  }

  async function finish(bookingId: string) {
    await caller.db.updateTable("bookings").set({ state: "completed" }).where("id", "=", bookingId).execute();
    const { id: technicianId } = await caller.db
      .selectFrom("technicians")
      .select("id")
      .executeTakeFirstOrThrow();
    return caller.db
      .insertInto("visits")
      .values({
        id: randomUUID(),
        bookingId,
        technicianId,
        state: "cancelled",
        startsAt: NOW,
        endsAt: new Date(NOW.getTime() + 3_600_000),
        createdAt: NOW,
      } as never)
      .returning(["id", "technicianId"])
      .executeTakeFirstOrThrow();
  }

  async function signedReport(visitId: string, technicianId: string, by: string): Promise<string> {
    const { id: fileId } = await caller.db
      .insertInto("files")
      .values({
        id: randomUUID(),
        kind: "picture",
        ownerId: visitId,
        public: false,
        contentType: "image/png",
        sizeBytes: 1,
        sha256: "0".repeat(64),
        createdAt: NOW,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await caller.db
      .insertInto("visitReports")
      .values({
        id: randomUUID(),
        visitId,
        technicianId,
        transition: "finishWork",
        note: "New seal",
        signedBy: by,
        signatureId: fileId,
        at: NOW,
      })
      .execute();
    return fileId;
  }

  /** References that only staff members have; they may delete their account as well. */
  async function addStaffReferences(userId: string): Promise<void> {
    const { db } = caller;
    await db
      .insertInto("technicians")
      .values({
        userId,
        name: "A Technician",
        email: "a.technician@company.example",
        phone: "+971500000008",
        createdAt: NOW,
      })
      .execute();
    await db
      .insertInto("bookingFilters")
      .values({ userId, name: "Of the quokka", filter: JSON.stringify({}) })
      .execute();
    await sql`INSERT INTO weekly_summaries (user_id, day) VALUES (${userId}, '2026-06-08')`.execute(db);
    await sql`INSERT INTO two_factors (user_id, secret, backup_codes) VALUES (${userId}, 'okapi', 'okapi')`.execute(
      db,
    );
    await db
      .insertInto("accountLinks")
      .values({
        purpose: "change-email",
        userId,
        email: "numbat@quagga.example",
        previousEmail: null,
        createdAt: NOW,
        expiresAt: NOW,
        usedAt: null,
      })
      .execute();
    await db
      .insertInto("apiKeys")
      .values({
        userId,
        name: "Of the quokka",
        hash: Buffer.alloc(32),
        suffix: "aaaa",
        permissions: ["bookings.read"],
        createdAt: NOW,
        expiresAt: null,
      })
      .execute();
    await db
      .insertInto("webhooks")
      .values({
        userId,
        url: "https://quokka.example/",
        events: ["booking.requested"],
        secret: Buffer.alloc(1),
        createdAt: NOW,
      })
      .execute();
    await db
      .insertInto("backgroundJobs")
      .values({ kind: "backup", startedBy: userId, startedAt: NOW, requestId: "test-test", input: "{}" })
      .execute();
    const session = await db
      .updateTable("sessions")
      .set({ impersonatedBy: userId })
      .where("userId", "=", userId)
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("pushSubscriptions")
      .values({
        userId,
        sessionId: session.id,
        endpoint: "https://push.example/quokka",
        p256dh: "B".repeat(87),
        auth: "a".repeat(22),
        language: "en",
        createdAt: NOW,
      })
      .execute();
    await db
      .insertInto("pushMessages")
      .values({
        userId,
        kind: "visits",
        lines: JSON.stringify([{ at: NOW.toISOString(), text: "A visit" }]),
        message: "{}",
        urgency: "high",
        dueAt: NOW,
        expiresAt: new Date(NOW.getTime() + 1),
        createdAt: NOW,
      })
      .execute();
  }
});

describe("data of another person whose phone the account names", () => {
  it("neither downloads nor erases texts to this phone about other records", async () => {
    const victim = { customerName: "Walid Wombat", phone: "0507773001" };
    await caller.book({ ...victim, email: "walid@wombat.example", messageChannel: "sms" });
    const { id: trailId } = await caller.db
      .selectFrom("trail")
      .select("id")
      .where("type", "=", "booking.requested")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const content = { title: "Walid", body: "", text: "Wombat's visit", url: null, language: "en" };
    await caller.db
      .insertInto("messages")
      .values({
        ...{
          id: randomUUID(),
          kind: "booking-confirmed",
          trailId,
          channel: "sms",
          recipient: "+971507773001",
        },
        ...{ content: JSON.stringify(content), state: "delivered", dueAt: null },
      })
      .execute();
    const user = { email: "curious@example.com", password: PASSWORD };
    await caller.addUser(user);
    const cookie = { Cookie: await caller.signIn(user) };
    await ok(post("/api/account/profile", { name: "Curious", phone: victim.phone }, cookie));
    const answer = await caller.http.request("/api/account/export", { headers: cookie });
    const data = unzip(Buffer.from(await answer.arrayBuffer()))["my-data.json"]!.toString();
    expect(data).not.toContain("Wombat");
    await ok(post("/api/account/delete", { password: PASSWORD }, cookie));
    const texts = caller.db.selectFrom("messages").select(["recipient", "state"]);
    expect(await texts.where("trailId", "=", trailId).execute()).toEqual([
      { recipient: "+971507773001", state: "delivered" },
    ]);
  });
});

describe("merged customer", () => {
  it("leaves no references except its own record and the audit log", async () => {
    const contact = { customerName: "Merged Twice", email: "merged@twice.example" };
    const book = (phone: string) =>
      caller.book({ ...contact, phone, messageChannel: "sms", addressParts: home });
    const [first, second, third] = [
      await book("0507771001"),
      await book("0507771002"),
      await book("0507771003"),
    ];
    const [keptCustomer, merged, trace] = [
      await customerOf(first.bookingId),
      await customerOf(second.bookingId),
      await customerOf(third.bookingId),
    ];
    await ok(post(`/api/admin/customers/${merged}/merge`, { version: 1, merged: { id: trace, version: 1 } }));
    await ok(post(`/api/admin/customers/${merged}/notes`, { text: "Twice" }));
    const { service: _, ...contract } = await caller.form({
      ...contact,
      phone: "0507771002",
      packageId: "plus",
      propertyType: "villa-3br",
      addressParts: home,
    });
    await ok(post("/api/contracts/requests", contract, {}));
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM properties WHERE customer_id = ${merged}`.execute(caller.db);
    const doubled = rows.map(({ id }) => id);
    await createMoneyRecords(caller.db, {
      customerId: merged,
      propertyId: doubled[0]!,
      name: "Merged Twice",
      at: NOW,
    });
    await ok(post(`/api/admin/bookings/${second.bookingId}/access`, { ...accessDetails, parking: "Twice" }));
    await caller.db.insertInto("conversations").values({ customerId: merged, lastMessageAt: NOW }).execute();

    const before = {
      ...(await countReferencingRows("customers", [merged])),
      ...(await countReferencingRows("properties", doubled)),
    };
    expect(Object.keys(before).filter((lead) => before[lead] === 0)).toEqual([]);

    await ok(
      post(`/api/admin/customers/${keptCustomer}/merge`, { version: 1, merged: { id: merged, version: 2 } }),
    );
    const after = {
      ...(await countReferencingRows("customers", [merged])),
      ...(await countReferencingRows("properties", doubled)),
    };
    expect(after).toEqual(Object.fromEntries(Object.keys(before).map((lead) => [lead, 0])));
    const { body } = await caller.call(
      "GET",
      `/api/admin/bookings/${first.bookingId}/access`,
      undefined,
      admin,
    );
    expect(body.access.parking).toBe("Twice");
    // The merged record itself, and the audit log.
    expect(await tablesWith(merged)).toEqual(["customers", "outbox", "trail"]);
    const traces = await caller.db
      .selectFrom("customers")
      .select("id")
      .where("mergedInto", "=", keptCustomer)
      .execute();
    expect(traces.map(({ id }) => id).sort()).toEqual([merged, trace].sort());
  });
});
