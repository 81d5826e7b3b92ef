import { fork } from "node:child_process";
import { once } from "node:events";
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
const INVOICES = rounds({ short: 20, long: 200 });
const PROCESSES = rounds({ short: 3, long: 8 });
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
  const issuers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, at) =>
      startIssuer(at % 2 === 1 ? { DIE_AT: String(KILL_AT_INVOICE) } : {}),
    ),
  );
  for (const issuer of issuers) issuer.continue();
  // The others stop after a few invoices until now, so that enough are left for those that kill themselves.
  await Promise.all(issuers.filter((_, at) => at % 2 === 1).map(({ ended }) => ended));
  for (const issuer of issuers.filter((_, at) => at % 2 === 0)) issuer.continue();
  const exits = await Promise.all(issuers.map(({ ended }) => ended));
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
    vatTreatment: "standard" as const,
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

async function startIssuer(env: Record<string, string>) {
  const issuer = fork(program, {
    env: { ...env, DATABASE_URL: database.connectionString },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  /** Exit code, or the signal that killed the process. */
  const ended = once(issuer, "exit").then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  await once(issuer, "message");
  return { continue: () => issuer.send("continue"), ended };
}
