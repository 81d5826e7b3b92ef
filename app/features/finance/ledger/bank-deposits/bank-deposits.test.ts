import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer, createIssuedInvoice } from "../../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { closeBooks } from "../commands.server";
import { getTrialBalance, listEntries } from "../queries.server";
import { getCashInHand, recordBankDeposit } from "./bank-deposits.server";

let database: TestDatabase;
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));
const ctx = () => ctxOn("2026-11-20");

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-10-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  const customerId = await addCustomer(ctxOn("2026-10-01"), { billingAddress: "PO Box 1, Dubai" });
  const invoice = await createIssuedInvoice(ctxOn("2026-10-05"), customerId, 1_050_00);
  const paid = await recordPayment(ctxOn("2026-11-10"), {
    ...{ customerId, method: "cash", fils: 1_050_00, receivedOn: "2026-11-10", note: "" },
    ...{ invoiceIds: [invoice.id], seenOpenFils: 1_050_00, creditRemainder: false, allowDuplicate: false },
  });
  if (!paid.ok) throw new Error(paid.reason);
});
afterAll(() => database.drop());

it("moves cash to the bank on its day, up to the cash of that day and of all later days", async () => {
  const deposit = (day: string, fils: number) => recordBankDeposit(ctx(), { day, fils, reference: "SLIP 7" });
  expect(await deposit("2026-11-09", 1)).toMatchObject({ reason: "cash-too-low", fils: 0 });
  expect(await deposit("2026-11-15", 1_050_01)).toMatchObject({ reason: "cash-too-low", fils: 1_050_00 });
  expect(await deposit("2026-11-15", 1_000_00)).toEqual({ ok: true });
  expect(await getCashInHand(ctx())).toEqual({ fils: 50_00 });
  // The deposit of the 15th has used the rest.
  expect(await deposit("2026-11-12", 50_01)).toMatchObject({ reason: "cash-too-low", fils: 50_00 });
  const { entries } = await listEntries(ctx(), { kind: "bank-deposit", limit: 10 });
  expect(entries).toMatchObject([
    {
      ...{ day: "2026-11-15", reference: "SLIP 7", fils: 1_000_00, source: null },
      lines: [
        { account: "bank", debitFils: 1_000_00 },
        { account: "cash", creditFils: 1_000_00 },
      ],
    },
  ]);
  const { rows } = await getTrialBalance(ctx(), { day: "2026-11-15" });
  expect(rows.find(({ account }) => account === "bank")?.debitFils).toBe(1_000_00);
  expect((await sql`SELECT * FROM ledger_differences()`.execute(database.db)).rows).toEqual([]);
  const closed = await closeBooks(ctx(), "2026-10-31");
  if (!closed.ok) throw new Error(closed.reason);
  expect(await deposit("2026-10-31", 1)).toMatchObject({ reason: "period-closed" });
});
