import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { csvResponse } from "~/platform/http/download.server";
import { addCustomer, createIssuedInvoice } from "../../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../../test/harness/company/company";
import { loadIntoZoho, vatReturnInZoho, type ZohoFiles } from "../../../../../test/harness/company/zoho";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { saveDraft } from "../../invoices/commands/change-draft.server";
import { creditInvoice } from "../../invoices/commands/credit-invoice.server";
import { draftInvoice } from "../../invoices/commands/draft-invoice.server";
import { importOpeningBalances } from "../../invoices/commands/import-opening-balances.server";
import { issueInvoice } from "../../invoices/commands/issue-invoice.server";
import { writeOff } from "../../invoices/commands/write-off.server";
import { receiveCheque } from "../../payments/commands/cheques.server";
import { payFromCredit, recordPayment, voidPayment } from "../../payments/commands/record-payment.server";
import { getVatReturn } from "../queries.server";
import { exportZohoCreditNotes, exportZohoInvoices, exportZohoPayments } from "./documents.server";
import { zohoCreditNotesCsv, zohoInvoicesCsv, zohoPaymentsCsv } from "./documents-csv.server";

/** Each kind of document as Zoho loads it. The money model (payments) compares random lives. */

let database: TestDatabase;
let noura: string;
let namesake: string;
const on = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T06:00:00Z`));

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-11-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  const opening = await importOpeningBalances(on("2026-11-30"), {
    csv: "customer,email,phone,reference,issued,due,total,paid,credit\nHamad,hamad@example.com,,OLD-7,2026-10-01,2026-10-31,120.00,,\n",
    dryRun: false,
  });
  expect(opening).toMatchObject({ ok: true });
  noura = await addCustomer(on("2026-12-01"), { name: "Noura", billingAddress: "PO Box 1, Dubai" });
  namesake = await addCustomer(on("2026-12-02"), { name: "noura", email: "other@example.com" });
});
afterAll(() => database.drop());

async function filesOf(day: string, period = { from: "2026-01-01", to: day }): Promise<ZohoFiles> {
  const ctx = on(day);
  const text = (csv: AsyncIterable<string>) => csvResponse(csv, "").text();
  return {
    invoices: await text(zohoInvoicesCsv(await exportZohoInvoices(ctx, period))),
    creditNotes: await text(zohoCreditNotesCsv(await exportZohoCreditNotes(ctx, period))),
    payments: await text(zohoPaymentsCsv(await exportZohoPayments(ctx, period))),
  };
}

async function pay(
  day: string,
  fils: number,
  invoiceIds: string[],
  { customerId = noura, receivedOn = day } = {},
) {
  const paid = await recordPayment(on(day), {
    ...{ customerId, method: "cash", fils, receivedOn, note: "", invoiceIds, creditRemainder: true },
    ...{ allowDuplicate: true, seenOpenFils: await openOf(invoiceIds) },
  });
  if (!paid.ok) throw new Error(paid.reason);
  return paid;
}

async function openOf(ids: string[]): Promise<number> {
  const rows = await database.db.selectFrom("invoices").select(["id", "openFils"]).execute();
  return rows.filter(({ id }) => ids.includes(id)).reduce((sum, { openFils }) => sum + openFils, 0);
}

async function seen(id: string) {
  return database.db
    .selectFrom("invoices")
    .select(["id", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

it("gives Zoho the open amounts of opening balances, payments, credit, write-offs and cheques", async () => {
  const paid = await createIssuedInvoice(on("2026-12-03"), noura, 105_00);
  await pay("2026-12-05", 150_00, [paid.id]);
  const mistake = await createIssuedInvoice(on("2026-12-03"), noura, 52_50);
  const voided = await pay("2026-12-06", 52_50, [mistake.id]);
  expect(await voidPayment(on("2026-12-07"), voided.id, "Another customer paid")).toEqual({ ok: true });
  const lost = await createIssuedInvoice(on("2026-12-04"), namesake, 210_00);
  expect(
    await writeOff(on("2026-12-08"), await seen(lost.id), { fils: 200_00, reason: "Lost" }),
  ).toMatchObject({
    ok: true,
  });
  const why = { reason: "Too much", eventDate: "2026-12-09" };
  expect(
    await creditInvoice(on("2026-12-09"), await seen(paid.id), { kind: "amount", fils: 21_00 }, why),
  ).toMatchObject({ ok: true });
  const covered = await createIssuedInvoice(on("2026-12-10"), namesake, 315_00);
  const cheque = { number: "12", bank: "ADCB", dated: "2027-02-01", fils: 315_00, quoteId: null };
  expect(
    await receiveCheque(on("2026-12-11"), { ...cheque, customerId: namesake, invoiceId: covered.id }),
  ).toMatchObject({ ok: true });
  await draftInvoice(on("2026-12-12"), { customerId: noura });
  const later = await createIssuedInvoice(on("2027-01-10"), noura, 84_00);
  expect(await payFromCredit(on("2027-01-11"), later.id, 84_00)).toMatchObject({ ok: true, fils: 66_00 });

  const december = loadIntoZoho(await filesOf("2026-12-31"));
  const name = december.invoices.get(lost.reference)!.customer;
  expect(name).toBe(`noura (${namesake.slice(-6)})`);
  expect(
    [...december.invoices].map(([number, { customer, due, open }]) => [number, customer, due, open]),
  ).toEqual([
    ["OLD-7", "Hamad", "2026-10-31", 120_00],
    [paid.reference, "Noura", "2026-12-10", 0],
    [mistake.reference, "Noura", "2026-12-10", 52_50],
    [lost.reference, name, "2026-12-11", 10_00],
    [covered.reference, name, "2027-02-01", 315_00],
  ]);
  expect(Object.fromEntries(december.unused)).toEqual({
    "CN-2026-000001": 21_00,
    [`WO-${lost.reference}-1`]: 0,
    "RC-2026-000001": 45_00,
  });
});

it("repeats a payment and a credit note with the later invoice that used their credit", async () => {
  const all = loadIntoZoho(await filesOf("2027-01-31"));
  expect([...all.unused.values()]).toEqual([0, 0, 0]);
  const { invoices, creditNotes, payments } = await filesOf("2027-01-31", {
    from: "2027-01-01",
    to: "2027-01-31",
  });
  expect(invoices.trim().split("\r\n").length).toBe(2);
  expect(creditNotes).toMatch(/\r\n2026-12-09,CN-/);
  expect(payments).toMatch(/\r\nRC-2026-,\d+,2026-12-05,Noura,Invoice Payment,Cash,150,/);
});

it("moves the VAT of a payment before the tax point by an invoice and its credit note", async () => {
  const { id, reference } = await createIssuedInvoice(on("2027-03-08"), noura, 210_00);
  await pay("2027-03-08", 105_00, [id], { receivedOn: "2027-02-27" });
  const zoho = loadIntoZoho(await filesOf("2027-03-31"));
  expect(zoho.invoices.get(reference)?.open).toBe(105_00);
  for (const period of [
    { from: "2027-02-01", to: "2027-02-28" },
    { from: "2027-03-01", to: "2027-03-31" },
  ]) {
    const { netFils, vatFils } = await getVatReturn(on("2027-03-31"), period);
    expect([netFils, vatFils]).toEqual([100_00, 5_00]);
    const inZoho = vatReturnInZoho(zoho, period.from, period.to);
    expect([inZoho.netFils("DU"), inZoho.vatFils("DU")]).toEqual([netFils, vatFils]);
  }
});

it("names the tax of zero-rated lines, and the article of exempt and out-of-scope lines", async () => {
  const ctx = on("2027-05-03");
  const draft = await draftInvoice(ctx, { customerId: noura });
  if (!draft.ok) throw new Error(draft.reason);
  const line = {
    ...{ section: "", description: "Work, and parts", unit: "h", quantityHundredths: 250, unitFils: 40_00 },
    ...{
      discountFils: 0,
      serviceId: null,
      priceId: null,
      deductsId: null,
      partContractId: null,
      vatTreatment: "standard" as const,
    },
  };
  const lines = [
    line,
    { ...line, discountFils: 1_00 },
    { ...line, vatTreatment: "DL8.45" as const },
    { ...line, vatTreatment: "DL8.46.2" as const },
    { ...line, vatTreatment: "DL8.29" as const },
  ];
  const saved = await saveDraft(ctx, await seen(draft.id), {
    ...{ propertyId: null, note: "", supplyDate: null, dueDate: null, lines, discount: { kind: "none" } },
  });
  expect(saved).toMatchObject({ ok: true });
  const issued = await issueInvoice(ctx, await seen(draft.id));
  if (!issued.ok) throw new Error(issued.reason);
  const why = { reason: "Too much", eventDate: "2027-05-04" };
  const credited = await creditInvoice(
    on("2027-05-04"),
    await seen(draft.id),
    { kind: "amount", fils: 50_01 },
    why,
  );
  expect(credited).toMatchObject({ ok: true });
  const may = { from: "2027-05-01", to: "2027-05-31" };
  const files = await filesOf("2027-05-31", may);
  expect(files.invoices).toMatch(
    /,true,Revenue,"Work, and parts",2.5,h,40,Standard Rate,5,ItemAmount,service,,,/,
  );
  const zoho = loadIntoZoho(files);
  expect(zoho.invoices.get(issued.reference)?.open).toBe(499_00 - 50_01);
  const product = await getVatReturn(on("2027-05-31"), may);
  const inZoho = vatReturnInZoho(zoho, may.from, may.to);
  expect([inZoho.netFils("DU"), inZoho.vatFils("DU"), inZoho.zeroFils, inZoho.exemptFils]).toEqual([
    product.standard[1]!.netFils,
    product.vatFils,
    product.zeroFils,
    product.exemptFils,
  ]);
});

it("gives a credit note of an opening balance its own VAT", async () => {
  const { id } = await database.db
    .selectFrom("invoices")
    .select("id")
    .where("reference", "=", "OLD-7")
    .executeTakeFirstOrThrow();
  const day = "2027-06-02";
  const request = { kind: "opening", fils: 21_00, vatTreatment: "standard", originalFils: 120_00 } as const;
  const why = { reason: "Too much", eventDate: day };
  expect(await creditInvoice(on(day), await seen(id), request, why)).toMatchObject({ ok: true });
  const zoho = loadIntoZoho(await filesOf("2027-06-30"));
  expect(zoho.invoices.get("OLD-7")?.open).toBe(99_00);
  const june = vatReturnInZoho(zoho, "2027-06-01", "2027-06-30");
  expect([june.netFils("DU"), june.vatFils("DU")]).toEqual([-20_00, -1_00]);
});
