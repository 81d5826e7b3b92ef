import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveDraft } from "~/features/finance/invoices/commands/change-draft.server";
import { draftInvoice } from "~/features/finance/invoices/commands/draft-invoice.server";
import { dubaiDate } from "~/platform/time";
import { createCompany, officeCtx } from "../harness/company/company";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { rounds } from "./rounds";

/** Invoice numbers stay in order, without gaps or duplicates, when processes are killed while issuing. */
const INVOICES = rounds({ short: 40, long: 200 });
const PROCESSES = rounds({ short: 4, long: 8 });
/** Every second process is killed during its third invoice. */
const KILL_AT_INVOICE = 3;

let folder: string;
let program: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "issuers-"));
  program = await bundledProgram("issuer-process");
  database = await createTestDatabase();
  await createCompany(database.db);
}, 120_000);
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true });
});

test(`numbers ${INVOICES} invoices without gaps from ${PROCESSES} processes, some killed while issuing`, {
  timeout: 180_000,
}, async () => {
  const { db } = database;
  await addDrafts();
  const exits = await Promise.all(
    Array.from({ length: PROCESSES }, (_, at) =>
      run(at % 2 === 1 ? { DIE_AT: String(KILL_AT_INVOICE) } : {}),
    ),
  );
  expect(exits.filter((exit) => exit === "SIGKILL")).toHaveLength(Math.floor(PROCESSES / 2));
  expect(exits.filter((exit) => exit === 0)).toHaveLength(Math.ceil(PROCESSES / 2));

  const rows = await db.selectFrom("invoices").select(["reference", "state"]).orderBy("reference").execute();
  const year = dubaiDate(new Date()).slice(0, 4);
  const expected = Array.from(
    { length: INVOICES },
    (_, at) => `INV-${year}-${String(at + 1).padStart(6, "0")}`,
  );
  expect(rows.map(({ reference }) => reference)).toEqual(expected);
  expect(rows.every(({ state }) => state === "issued")).toBe(true);
});

async function addDrafts(): Promise<void> {
  const ctx = officeCtx(database.db);
  const { id: customerId } = await database.db
    .insertInto("customers")
    .values({ name: "Noura", createdAt: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const line = {
    section: "",
    unit: "",
    discountFils: 0,
    serviceId: null,
    priceId: null,
    deductsId: null,
    partContractId: null,
  };
  const lines = [{ ...line, description: "Work", quantityHundredths: 100, unitFils: 250_00 }];
  for (let count = 0; count < INVOICES; count++) {
    const draft = await draftInvoice(ctx, { customerId });
    if (!draft.ok) throw new Error(draft.reason);
    const content = { propertyId: null, note: "", supplyDate: null, dueDate: null, lines };
    const { version } = await database.db
      .selectFrom("invoices")
      .select("version")
      .where("id", "=", draft.id)
      .executeTakeFirstOrThrow();
    const saved = await saveDraft(ctx, { id: draft.id, version }, { ...content, discount: { kind: "none" } });
    if (!saved.ok) throw new Error(saved.reason);
  }
}

/** Exit code, or the signal that killed the process. */
function run(env: Record<string, string>): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const issuer = spawn(process.execPath, [program], {
      env: { ...env, DATABASE_URL: database.connectionString },
      stdio: ["ignore", "ignore", "inherit"],
    });
    issuer.once("error", reject);
    issuer.once("exit", (code, signal) => resolve(signal ?? code));
  });
}
