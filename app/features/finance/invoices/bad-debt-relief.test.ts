import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer, createIssuedInvoice } from "../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { getTrialBalance, getVatReturn } from "../ledger/queries.server";
import { fileVatReturn, listVatReturns, recordVatPayment } from "../ledger/vat-returns/vat-returns.server";
import { recordPayment } from "../payments/commands/record-payment.server";
import { reliefPossibleFrom } from "./bad-debt-relief";
import { claimBadDebtRelief, notifyOfWriteOff } from "./commands/bad-debt-relief.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { undoWriteOff, writeOff } from "./commands/write-off.server";
import { findInvoiceDetail } from "./office/detail-queries.server";

/** An invoice of 1,050.00 with 50.00 of VAT of November 2026, written off in March 2027. */

let database: TestDatabase;
let customerId: string;
let invoiceId: string;
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));
const MARCH = "2027-03-10";
const JUNE = "2027-06-15";

beforeEach(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-10-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  const money = { name: "money", value: JSON.stringify({ taxPeriods: "quarters-march" }), version: 1 };
  await database.db.insertInto("settings").values(money).execute();
  customerId = await addCustomer(ctxOn("2026-10-01"), { billingAddress: "PO Box 1, Dubai" });
  invoiceId = (await createIssuedInvoice(ctxOn("2026-11-30"), customerId, 1_050_00)).id;
  await fileVatReturn(ctxOn("2027-01-20"), { to: "2026-12-31", filedOn: "2027-01-20" });
});
afterEach(() => database.drop());

async function detailOn(day: string) {
  return (await findInvoiceDetail(ctxOn(day), invoiceId))!;
}
async function seen(day: string) {
  const { version } = await detailOn(day);
  return { id: invoiceId, version };
}
async function writeOffAll() {
  expect(await writeOff(ctxOn(MARCH), await seen(MARCH), { fils: null, reason: "Insolvent" })).toEqual({
    ok: true,
  });
}
const payTax = () => recordVatPayment(ctxOn("2027-01-28"), { to: "2026-12-31", paidOn: "2027-01-28" });
const notify = async () =>
  notifyOfWriteOff(ctxOn(MARCH), await seen(MARCH), { sentBy: "letter", sentOn: MARCH });
const claim = async (day: string) => claimBadDebtRelief(ctxOn(day), await seen(day));
async function claimAll() {
  await payTax();
  await writeOffAll();
  await notify();
  expect(await claim(JUNE)).toEqual({ ok: true });
}
const adjustmentOf = async (from: string, to: string) => {
  const { adjustmentFils, vatFils, dueFils } = await getVatReturn(ctxOn("2028-01-01"), { from, to });
  expect(dueFils).toBe(vatFils + adjustmentFils);
  return adjustmentFils;
};
/** Debits are positive. */
async function balanceOf(account: string): Promise<number> {
  const { rows } = await getTrialBalance(ctxOn("2028-01-01"), { day: "2028-01-01" });
  return rows
    .filter((row) => row.account === account)
    .reduce((sum, { debitFils, creditFils }) => sum + debitFils - creditFils, 0);
}

describe("notice of a write-off", () => {
  it("accepts a letter between the issue of the invoice and today", async () => {
    await writeOffAll();
    const letter = async (sentOn: string) =>
      notifyOfWriteOff(ctxOn(MARCH), await seen(MARCH), { sentBy: "letter", sentOn });
    expect(await letter("2026-11-29")).toMatchObject({ reason: "notice-too-old" });
    expect(await letter("2016-11-30")).toMatchObject({ reason: "notice-too-old" });
    expect(await letter("2028-03-01")).toMatchObject({ reason: "notice-in-future" });
    expect(await letter("2026-11-30")).toEqual({ ok: true });
  });
});

describe("VAT payment", () => {
  it("refuses days up to the end of the tax period and in the future", async () => {
    const pay = (paidOn: string) => recordVatPayment(ctxOn("2027-01-28"), { to: "2026-12-31", paidOn });
    for (const day of ["2016-12-31", "2026-12-31", "2027-01-29"])
      expect(await pay(day)).toMatchObject({ reason: "vat-return-filed-early" });
    expect(await pay("2027-01-28")).toEqual({ ok: true });
  });
});

describe("relief for a bad debt", () => {
  it("requires a notice, more than six months and paid tax", async () => {
    expect(await claim(MARCH)).toMatchObject({ reason: "nothing-to-relieve" });
    await writeOffAll();
    expect(await claim(JUNE)).toMatchObject({ reason: "relief-not-possible", obstacle: "not-notified" });
    expect(await notify()).toEqual({ ok: true });
    expect(await claim("2027-05-30")).toMatchObject({ obstacle: "too-early", from: "2027-05-31" });
    expect(await claim("2027-05-31")).toMatchObject({ obstacle: "tax-not-paid" });
    await payTax();
    expect(await claim("2027-05-31")).toEqual({ ok: true });
    expect(await claim("2027-05-31")).toMatchObject({ reason: "nothing-to-relieve" });
  });

  it("counts in the return of its own day and leaves the net amount as expense", async () => {
    await claimAll();
    expect(await adjustmentOf("2027-04-01", "2027-06-30")).toBe(-50_00);
    expect(await adjustmentOf("2026-10-01", "2027-03-31")).toBe(0);
    expect(await balanceOf("bad-debts")).toBe(1_000_00);
    expect(await balanceOf("output-vat")).toBe(0);
    expect((await detailOn(JUNE)).relief).toMatchObject({
      notifiedOn: MARCH,
      relievedFils: 1_050_00,
      claimableVatFils: 0,
    });
  });

  it("declares the VAT again for what is paid later, to the fil", async () => {
    await claimAll();
    for (const fils of [333_33, 716_67]) {
      const { writtenOffFils } = await detailOn("2027-07-01");
      const paid = await recordPayment(ctxOn("2027-07-01"), {
        customerId,
        method: "cash",
        fils,
        receivedOn: "2027-07-01",
        note: "",
        invoiceIds: [invoiceId],
        seenOpenFils: writtenOffFils,
        creditRemainder: false,
        allowDuplicate: false,
      });
      expect(paid).toMatchObject({ ok: true });
    }
    expect(await adjustmentOf("2027-07-01", "2027-09-30")).toBe(50_00);
    expect(await balanceOf("bad-debts")).toBe(1_000_00);
    expect(await balanceOf("bad-debts-recovered")).toBe(-1_000_00);
    expect(await balanceOf("output-vat")).toBe(-50_00);
  });

  it("declares the VAT again not before the claim after a payment that was received earlier", async () => {
    await claimAll();
    const payment = {
      customerId,
      method: "cash" as const,
      fils: 1_050_00,
      note: "",
      invoiceIds: [invoiceId],
    };
    const options = { seenOpenFils: 1_050_00, creditRemainder: false, allowDuplicate: false };
    const paid = { ...payment, ...options, receivedOn: "2027-02-01" };
    expect(await recordPayment(ctxOn("2027-07-05"), paid)).toMatchObject({ ok: true });
    expect(await adjustmentOf("2027-01-01", "2027-03-31")).toBe(0);
    expect(await adjustmentOf("2027-04-01", "2027-06-30")).toBe(0);
    // The debt is recovered on the day of the write-off, not before.
    const recoveredOn = async (day: string) =>
      (await getTrialBalance(ctxOn("2027-07-05"), { day })).rows.find(
        ({ account }) => account === "bad-debts-recovered",
      )?.creditFils;
    expect(await recoveredOn("2027-03-09")).toBeUndefined();
    expect(await recoveredOn(MARCH)).toBe(1_050_00);
  });

  it("requires a disclosure if a late payment of a filed period declares more than AED 10,000 again", async () => {
    invoiceId = (await createIssuedInvoice(ctxOn("2027-01-25"), customerId, 220_500_00)).id;
    const file = async (to: string, day: string) =>
      expect([
        await fileVatReturn(ctxOn(day), { to, filedOn: day }),
        await recordVatPayment(ctxOn(day), { to, paidOn: day }),
      ]).toEqual([{ ok: true }, { ok: true }]);
    await file("2027-03-31", "2027-04-20");
    const claimed = "2027-08-15";
    expect(
      await writeOff(ctxOn(claimed), await seen(claimed), { fils: null, reason: "Insolvent" }),
    ).toMatchObject({ ok: true });
    await notifyOfWriteOff(ctxOn(claimed), await seen(claimed), { sentBy: "letter", sentOn: claimed });
    expect(await claim(claimed)).toEqual({ ok: true });
    await file("2027-06-30", "2027-08-16");
    await file("2027-09-30", "2027-10-20");
    const payment = {
      customerId,
      method: "cash" as const,
      fils: 220_500_00,
      note: "",
      invoiceIds: [invoiceId],
    };
    const options = { seenOpenFils: 220_500_00, creditRemainder: false, allowDuplicate: false };
    const paid = { ...payment, ...options, receivedOn: "2027-09-20" };
    expect(await recordPayment(ctxOn("2027-10-25"), paid)).toMatchObject({ ok: true });
    // 20 business days after the payment was recorded.
    expect((await listVatReturns(ctxOn("2027-10-26"))).late).toMatchObject([
      { to: "2027-09-30", documents: 1, vatFils: 10_500_00, discloseBy: "2027-11-22" },
    ]);
  });

  it("declares the VAT again when the write-off is undone or credited", async () => {
    await claimAll();
    await creditInvoice(
      ctxOn("2027-07-01"),
      await seen("2027-07-01"),
      { kind: "amount", fils: 525_00 },
      { reason: "Agreed", eventDate: "2027-07-01" },
    );
    expect(await adjustmentOf("2027-07-01", "2027-09-30")).toBe(25_00);
    await undoWriteOff(ctxOn("2027-07-02"), await seen("2027-07-02"), "It was paid");
    expect(await adjustmentOf("2027-07-01", "2027-09-30")).toBe(50_00);
    expect(await balanceOf("bad-debts")).toBe(0);
    // VAT of the part that was not credited.
    expect(await balanceOf("output-vat")).toBe(-25_00);
  });
});

it.each([
  ["2026-11-30", "2027-05-31"],
  ["2026-08-31", "2027-03-01"],
  ["2026-01-15", "2026-07-16"],
])("a supply of %s is more than six months ago from %s on", (supply, from) => {
  expect(reliefPossibleFrom(supply)).toBe(from);
});
