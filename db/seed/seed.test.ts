import { globSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { getBusiness } from "~/features/core/business/queries.server";
import { draftInvoice } from "~/features/finance/invoices/commands/draft-invoice.server";
import { issueInvoice } from "~/features/finance/invoices/commands/issue-invoice.server";
import { loadConfig } from "~/platform/config.server";
import { createDatabase } from "~/platform/database/database.server";
import { addCustomer } from "../../test/harness/company/billing";
import { officeCtx } from "../../test/harness/company/company";
import { createTestDatabase } from "../../test/harness/servers/database";
import { business } from "./sample/business";
import { seed } from "./seed.server";

it("fills the database once when several processes start together and wait for the first", async () => {
  const { db, connectionString, drop } = await createTestDatabase();
  const config = loadConfig({ SAMPLE_DATA: "off" });
  // Much shorter than the work of the first one.
  const limits = { lock_timeout: 5, statement_timeout: 60 };
  const processes = Array.from({ length: 3 }, () => createDatabase({ connectionString, ...limits }));
  await Promise.all(processes.map(({ db }) => seed({ db, config })));
  const { services } = await db
    .selectFrom("services")
    .select((eb) => eb.fn.countAll<number>().as("services"))
    .executeTakeFirstOrThrow();
  expect(services).toBeGreaterThan(5);
  await Promise.all(processes.map((process) => process.close()));
  await drop();
});

const SAMPLE_IDENTITY = `${business.trn}|rukn\\.example|\\yrukn\\y|${business.nameArabic}|${business.tagline}|Al Quoz Business Park`;

it("presets no company details without sample data, and refuses documents until they are entered", async () => {
  const { db, drop } = await createTestDatabase();
  await seed({ db, config: loadConfig({ SAMPLE_DATA: "off" }) });
  const tables = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db);
  const traces: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} AS t
      WHERE t::text ~* ${SAMPLE_IDENTITY} LIMIT 1`.execute(db);
    traces.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  expect(traces).toEqual([]);
  const ctx = officeCtx(db);
  expect(await getBusiness(ctx)).toMatchObject({
    ...{ phone: "", address: "", trn: null, legalName: null, licence: null, instagram: null },
  });

  const draft = await draftInvoice(ctx, { customerId: await addCustomer(ctx) });
  if (!draft.ok) throw new Error(draft.reason);
  const { version } = await db
    .selectFrom("invoices")
    .select("version")
    .where("id", "=", draft.id)
    .executeTakeFirstOrThrow();
  const issue = () => issueInvoice(ctx, { id: draft.id, version });
  expect(await issue()).toMatchObject({
    reason: "company-details-missing",
    missing: ["name", "address", "trn"],
  });
  const enter = (details: object) =>
    db
      .updateTable("settings")
      .set({ value: JSON.stringify(details) })
      .where("name", "=", "business")
      .execute();
  await enter({ legalName: "Own Company LLC", address: "Dubai" });
  expect(await issue()).toMatchObject({ reason: "company-details-missing", missing: ["trn"] });
  await enter({ legalName: "Own Company LLC", address: "Dubai", vatRegistered: "no" });
  expect(await issue()).toMatchObject({ reason: "nothing-to-charge" });
  await drop();
});

it("names the sample's TRN in the sample data only", () => {
  const sources = globSync("{app,db,scripts,deploy,messages/en}/**/*.{ts,tsx,mjs,sql,json,typ}", {
    exclude: ["app/paraglide/**", "**/*.test.ts", "**/*.test.tsx"],
  });
  expect(sources.length).toBeGreaterThan(1000);
  const named = sources.filter((file) => readFileSync(file, "utf8").includes(business.trn));
  expect(named).toEqual(["db/seed/sample/business.ts"]);
});

it("stores an Arabic text for every service, price item and package", async () => {
  const { db, drop } = await createTestDatabase();
  await seed({ db, config: loadConfig({ SAMPLE_DATA: "off" }) });
  const { rows } = await sql<{ missing: string }>`
    SELECT id AS missing FROM services WHERE name_ar IS NULL OR summary_ar IS NULL
    UNION ALL SELECT service_id || ' ' || item FROM prices WHERE name_ar IS NULL OR unit <> '' AND unit_ar IS NULL
    UNION ALL SELECT id FROM packages WHERE name_ar IS NULL OR summary_ar IS NULL`.execute(db);
  expect(rows.map(({ missing }) => missing)).toEqual([]);
  await drop();
});
