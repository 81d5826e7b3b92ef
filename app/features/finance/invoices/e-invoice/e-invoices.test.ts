import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { openFileStore } from "~/platform/files/file-store.server";
import { addMinutes } from "~/platform/time";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../../test/harness/company/company";
import {
  acceptTestContract,
  addPackages,
  requestTestContract,
} from "../../../../../test/harness/company/contracts";
import { hasPintAeRules, validatePintAe } from "../../../../../test/harness/pint-ae";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import {
  type FakeEInvoiceProvider,
  startFakeEInvoiceProvider,
} from "../../../../../test/harness/servers/fake-e-invoice-provider";
import { planVatRate } from "../../../core/business/vat-rates.server";
import { eInvoiceProvider } from "../../../core/e-invoices/http-provider.server";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { activateContract, agreeContract } from "../../contracts/commands.server";
import { getVatReturn } from "../../ledger/queries.server";
import { saveDraft } from "../commands/change-draft.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { requestEInvoice } from "../commands/request-e-invoice.server";
import { issueDueInstalments } from "../contract/instalments.server";
import { loadCreditNotePdf, loadInvoicePdf } from "../document.server";
import { findInvoiceDetail } from "../office/detail-queries.server";
import { draftSchema } from "../schema";
import { ensureEInvoice } from "./e-invoice.server";
import { pollEInvoices, submitEInvoice } from "./send-e-invoice.server";

/** Life cycle of an e-invoice: missing data, XML, embedding in the PDF, and delivery by the provider. */

const NOW = new Date("2026-11-23T05:00:00Z");
let database: TestDatabase;
let db: TestDatabase["db"];
let ctx: Ctx;
let folder: string;
let provider: FakeEInvoiceProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ctx = officeCtx(db, NOW);
  folder = mkdtempSync(join(tmpdir(), "e-invoices-"));
  provider = await startFakeEInvoiceProvider();
  const { technicianId } = await createCompany(db);
  await addPackages(db, technicianId);
  await addOfficeUser(db, NOW);
  await setTrn(db, "100000000000003");
});
afterAll(async () => {
  await provider.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const place = { publicUrl: "https://rukn.example", secret: "a secret of at least 32 characters" };
const store = () => openFileStore({ dataDir: folder });
const configured = () => loadConfig({ DATA_DIR: folder, ...provider.env });

const company = {
  company: "Dune Traders LLC",
  billingAddress: "Marasi Drive 4, Dubai",
  trn: "123456789012303",
  billingStreet: "Marasi Drive 4",
  billingCity: "Dubai",
  billingEmirate: "DXB",
} as const;

async function addCustomer(more: Record<string, string> = {}): Promise<string> {
  const row = { name: "Noura Al Ketbi", createdAt: NOW, ...more };
  return (await db.insertInto("customers").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

async function completeSettings(): Promise<void> {
  const stored = (values: object) => ({ value: JSON.stringify(values), version: 1 });
  const eInvoices = {
    street: "Al Asayel Street 1",
    city: "Dubai",
    emirate: "DXB",
    licenceAuthority: "Dubai Department of Economy and Tourism",
    accountingCode: "998719",
  };
  await db
    .insertInto("settings")
    .values({ name: "einvoices", ...stored(eInvoices) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(stored(eInvoices)))
    .execute();
  const { value: business } = await db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "business")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("settings")
    .set({ value: JSON.stringify({ ...(business as object), licence: "CN-1234567" }) })
    .where("name", "=", "business")
    .execute();
}

const line = (
  unitFils: number,
  more: { discountFils?: number; serviceId?: string; vatTreatment?: VatTreatment } = {},
) => ({
  ...{ section: "", description: "AC <service> & more", quantityHundredths: 100, unit: "h" },
  ...{
    unitFils,
    discountFils: 0,
    serviceId: null,
    priceId: null,
    deductsId: null,
    partContractId: null,
    vatTreatment: "standard" as const,
    ...more,
  },
});

async function createDraft(customerId: string, lines = [line(250_00)]): Promise<string> {
  const draft = await draftInvoice(ctx, { customerId });
  if (!draft.ok) throw new Error(draft.reason);
  const content = { propertyId: null, note: "", supplyDate: null, dueDate: null };
  const saved = await saveDraft(ctx, await seen(draft.id), { ...content, lines, discount: { kind: "none" } });
  if (!saved.ok) throw new Error(saved.reason);
  return draft.id;
}
const detail = async (id: string, config = {}) => (await findInvoiceDetail(ctx, id, config))!;
const seen = async (id: string) => ({ id, version: (await detail(id)).version });

async function issueOne(customerId: string, lines?: ReturnType<typeof line>[]): Promise<string> {
  const id = await createDraft(customerId, lines);
  const result = await issueInvoice(ctx, await seen(id));
  if (!result.ok) throw new Error(result.reason);
  return id;
}

async function createCreditNote(id: string, fils: number): Promise<string> {
  const details = { reason: "Less work", eventDate: "2026-11-23" };
  // After the issue, because amounts settled in the same instant count as prepaid.
  const later = { ...ctx, now: addMinutes(NOW, 1) };
  const note = await creditInvoice(later, await seen(id), { kind: "amount", fils }, details);
  if (!note.ok) throw new Error(note.reason);
  return note.id;
}

const elementText = (xml: string, name: string) =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];

describe("e-invoice", () => {
  it("lists missing data of drafts to companies; households and unregistered sellers need none", async () => {
    const fields = async (id: string) => (await detail(id)).eInvoice?.missing.map(({ field }) => field);
    const bare = await createDraft(
      await addCustomer({ company: "Dune Traders LLC", trn: "123456789012345" }),
    );
    expect(await fields(bare)).toEqual([
      "seller-licence",
      "seller-authority",
      "seller-street",
      "seller-city",
      "buyer-trn",
      "buyer-street",
      "buyer-city",
      "buyer-emirate",
      "line-code",
    ]);
    await completeSettings();
    expect(await fields(bare)).toEqual(["buyer-trn", "buyer-street", "buyer-city", "buyer-emirate"]);
    const { trn: _, ...unregistered } = company;
    expect(await fields(await createDraft(await addCustomer(unregistered)))).toEqual(["buyer-address"]);
    const outside = { ...unregistered, eAddress: "9900000098" };
    expect(await fields(await createDraft(await addCustomer(outside)))).toEqual(["buyer-licence"]);
    expect((await detail(await createDraft(await addCustomer()))).eInvoice).toBeNull();
    await setTrn(db, null);
    expect((await detail(bare)).eInvoice).toBeNull();
    await setTrn(db, "100000000000003");
  });

  it("reports services without accounting code unless the settings have a default", async () => {
    await completeSettings();
    const customerId = await addCustomer(company);
    const id = await createDraft(customerId, [line(250_00, { serviceId: "plumbing" }), line(100_00)]);
    expect((await detail(id)).eInvoice?.missing).toEqual([]);
    await db.updateTable("services").set({ accountingCode: "998717" }).where("id", "=", "plumbing").execute();
    const issue = await issueInvoice(ctx, await seen(id));
    expect(issue.ok).toBe(true);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect([...xml.matchAll(/schemeID="SAC">(\d+)</g)].map(([, code]) => code)).toEqual(["998717", "998719"]);
    await db.updateTable("services").set({ accountingCode: null }).where("id", "=", "plumbing").execute();
    await db.updateTable("settings").set({ value: "{}" }).where("name", "=", "einvoices").execute();
    const other = await createDraft(customerId, [line(250_00, { serviceId: "plumbing" })]);
    expect((await detail(other)).eInvoice?.missing).toContainEqual({
      field: "line-code",
      service: { id: "plumbing", name: expect.any(String) },
    });
    await completeSettings();
  });

  it("passes the official rules, matches the documents and is immutable", async () => {
    await completeSettings();
    const lines = [1, 2, 3, 4, 5].map(() => line(250_00)).concat(line(99_99, { discountFils: 33_33 }));
    const id = await issueOne(await addCustomer(company), lines);
    const notes = [await createCreditNote(id, 333_33), await createCreditNote(id, 200_01)];
    const { netFils, vatFils, totalFils, reference, creditNotes } = await detail(id);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect(elementText(xml, "cbc:ID")).toBe(reference);
    expect(elementText(xml, "cbc:TaxExclusiveAmount")).toBe((netFils / 100).toFixed(2));
    expect(elementText(xml, "cbc:TaxAmount")).toBe((vatFils / 100).toFixed(2));
    expect(elementText(xml, "cbc:PayableAmount")).toBe((totalFils / 100).toFixed(2));
    expect(xml).toContain("AC &lt;service&gt; &amp; more");
    expect(xml).toContain('<cbc:EndpointID schemeID="0235">1234567890</cbc:EndpointID>');
    const all = [xml];
    for (const [at, creditNoteId] of notes.entries()) {
      const made = (await ensureEInvoice(ctx, { invoiceId: id, creditNoteId }))!;
      expect(elementText(made.xml, "cbc:ID")).toBe(creditNotes[at]!.reference);
      expect(elementText(made.xml, "cbc:PayableAmount")).toBe((creditNotes[at]!.totalFils / 100).toFixed(2));
      all.push(made.xml);
    }
    if (hasPintAeRules) for (const one of all) expect(validatePintAe(one), one).toEqual([]);

    // Later changes of the customer do not affect it.
    await db
      .updateTable("customers")
      .set({ billingStreet: "Elsewhere 9" })
      .where("trn", "=", company.trn)
      .execute();
    expect((await ensureEInvoice(ctx, { invoiceId: id }))?.xml).toBe(xml);
    await expect(
      db.updateTable("eInvoices").set({ xml: "" }).where("invoiceId", "=", id).execute(),
    ).rejects.toThrow("is immutable");
    await expect(db.deleteFrom("eInvoices").where("invoiceId", "=", id).execute()).rejects.toThrow(
      "is immutable",
    );
  });

  it("goes into the PDF/A-3 of invoice and credit note, but not for households", async () => {
    await completeSettings();
    const id = await issueOne(await addCustomer(company));
    const noteId = await createCreditNote(id, 50_00);
    const read = async (file: { id: string } | null) => {
      const bytes = (await store().get(file!.id))!;
      const pdf = await getDocumentProxy(new Uint8Array(bytes));
      const { metadata } = await pdf.getMetadata();
      expect([metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")]).toEqual(["3", "A"]);
      return {
        bytes,
        names: [...(((await pdf.getAttachments()) as Map<string, unknown> | null)?.keys() ?? [])],
      };
    };
    const pdf = await read(await loadInvoicePdf(ctx, place, store(), id));
    const { reference, creditNotes } = await detail(id);
    expect(pdf.names).toEqual([`${reference}.xml`]);
    const note = await read(await loadCreditNotePdf(ctx, store(), { id: noteId, invoiceId: id }));
    expect(note.names).toEqual([`${creditNotes[0]!.reference}.xml`]);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    if (existsSync("/usr/bin/pdfdetach")) {
      writeFileSync(join(folder, "invoice.pdf"), new Uint8Array(pdf.bytes));
      execFileSync("pdfdetach", ["-saveall", "-o", folder, join(folder, "invoice.pdf")]);
      expect(readFileSync(join(folder, `${reference}.xml`), "utf8")).toBe(xml);
    }
    const household = await issueOne(await addCustomer());
    expect((await read(await loadInvoicePdf(ctx, place, store(), household))).names).toEqual([]);
    expect((await detail(household)).eInvoice).toBeNull();
  });

  it("leaves out private-use letters that were stored before, in the PDF and for the provider", async () => {
    await completeSettings();
    const stored = { company: "Dune\ue000 Traders LLC", billingAddress: "Marasi\uf8ff Drive 4\ufffe, Dubai" };
    const customerId = await addCustomer({
      ...company,
      ...stored,
      billingStreet: "Marasi\u{100000} Drive 4",
    });
    const id = await issueOne(customerId, [{ ...line(250_00), description: "Filter\ue000 cleaned" }]);
    const { reference } = await detail(id);
    expect(reference).toMatch(/\d$/);
    const file = await loadInvoicePdf(ctx, place, store(), id);
    const { text } = await extractText(new Uint8Array((await store().get(file!.id))!), { mergePages: true });
    for (const printed of ["Dune Traders LLC", "Marasi Drive 4, Dubai", "Filter cleaned", reference!])
      expect(text.replace(/\s+/g, " ")).toContain(printed);
    await submitEInvoice(ctx, eInvoiceProvider(configured()), { invoiceId: id });
    const { id: sentId } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    const { xml } = provider.documents.get(sentId)!;
    expect(elementText(xml, "cbc:StreetName")).toBeDefined();
    expect(xml).toContain("Dune Traders LLC");
    expect(xml).not.toMatch(/[\p{Co}\p{Cn}\p{Cs}]/u);
    if (hasPintAeRules) expect(validatePintAe(xml), xml).toEqual([]);
  });

  it("can be created on request once data that was missing at issue is complete", async () => {
    await completeSettings();
    const { billingCity: _, ...incomplete } = company;
    const customerId = await addCustomer(incomplete);
    const id = await issueOne(customerId);
    expect(await ensureEInvoice(ctx, { invoiceId: id })).toBeNull();
    const source = { invoiceId: id, creditNoteId: null };
    expect(await requestEInvoice(ctx, source)).toMatchObject({ ok: false, reason: "e-invoice-incomplete" });
    await db.updateTable("customers").set({ billingCity: "Dubai" }).where("id", "=", customerId).execute();
    expect((await detail(id)).eInvoice).toMatchObject({ state: "none", missing: [] });
    expect(await requestEInvoice(ctx, source)).toEqual({ ok: true });
    expect((await detail(id)).eInvoice).toMatchObject({ state: "created" });
  });
});

describe("late e-invoice", () => {
  const renameTo = (customerId: string, company: string | null, more: object = {}) =>
    db
      .updateTable("customers")
      .set({ company, ...more })
      .where("id", "=", customerId)
      .execute();
  const xmlOf = async (id: string) => (await ensureEInvoice(ctx, { invoiceId: id }))?.xml ?? null;
  const { trn: _, ...unregistered } = company;

  it("names the company of the issue day and its address, although both have changed since", async () => {
    await completeSettings();
    const licensed = { tradeLicence: "CN-7", licenceAuthority: "DET", eAddress: "1234567890" };
    const customerId = await addCustomer({ ...unregistered, ...licensed });
    const id = await issueOne(customerId);
    const moved = { billingStreet: "Corniche 9", billingCity: "Abu Dhabi", billingEmirate: "AUH" } as const;
    await renameTo(customerId, "Oasis Traders LLC", { ...moved, tradeLicence: "CN-8" });
    const xml = (await xmlOf(id))!;
    expect(xml).toContain("Dune Traders LLC");
    expect(xml).toContain("Marasi Drive 4");
    expect(xml).toContain("CN-7");
    expect(xml).not.toMatch(/Oasis|Corniche|Abu Dhabi|CN-8/);
  });

  it("exists for a company without TRN that the customer record has lost, and for no household", async () => {
    await completeSettings();
    const customerId = await addCustomer({ ...unregistered, tradeLicence: "CN-7", licenceAuthority: "DET" });
    const id = await issueOne(customerId);
    await renameTo(customerId, null);
    expect((await detail(id)).eInvoice).toMatchObject({ state: "none" });
    const household = await addCustomer();
    const own = await issueOne(household);
    await renameTo(household, "Noura Al Ketbi");
    expect((await detail(own)).eInvoice).toBeNull();
  });

  it("follows a renamed company also for an invoice without stored details", async () => {
    await completeSettings();
    const customerId = await addCustomer({ ...unregistered, tradeLicence: "CN-7", licenceAuthority: "DET" });
    const id = await issueOne(customerId);
    await sql`ALTER TABLE invoices DISABLE TRIGGER refuse_issued_invoice_change`.execute(db);
    await sql`UPDATE invoices SET buyer = buyer - 'business' WHERE id = ${id}`.execute(db);
    await sql`ALTER TABLE invoices ENABLE TRIGGER refuse_issued_invoice_change`.execute(db);
    await renameTo(customerId, "Oasis Traders LLC");
    expect((await detail(id)).eInvoice).toMatchObject({ state: "none" });
  });
});

describe("e-invoice to a buyer abroad", () => {
  it("names country, region and tax number, and lists them while they are missing", async () => {
    await completeSettings();
    const abroad = {
      company: "Thames Holdings Ltd",
      billingCountry: "GB",
      billingAddress: "1 Strand, London",
    };
    const incomplete = await createDraft(await addCustomer(abroad));
    expect((await detail(incomplete)).eInvoice?.missing.map(({ field }) => field)).toEqual([
      ...["buyer-tax-number", "buyer-street", "buyer-city", "buyer-region"],
    ]);
    const place = { billingStreet: "1 Strand", billingCity: "London", billingRegion: "Greater London" };
    const id = await issueOne(await addCustomer({ ...abroad, ...place, taxNumber: "GB123456789" }));
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect(xml).toContain("<cbc:IdentificationCode>GB</cbc:IdentificationCode>");
    expect(xml).toContain("<cbc:CountrySubentity>Greater London</cbc:CountrySubentity>");
    expect(xml).toContain("<cbc:CompanyID>GB123456789</cbc:CompanyID>");
    expect(xml).toContain('<cbc:EndpointID schemeID="0235">9900000098</cbc:EndpointID>');
    if (hasPintAeRules) expect(validatePintAe(xml), xml).toEqual([]);
  });
});

describe("lines without VAT", () => {
  const vatReturn = () => getVatReturn(ctx, { from: "2026-11-01", to: "2026-11-30" });
  const abroad = {
    ...{ company: "Thames Holdings Ltd", billingCountry: "GB", billingAddress: "1 Strand, London" },
    ...{ billingStreet: "1 Strand", billingCity: "London", billingRegion: "Greater London" },
    ...{ taxNumber: "GB123456789" },
  };

  it("charge nothing, name their article and count in their box of the return, credit notes too", async () => {
    await completeSettings();
    const before = await vatReturn();
    const id = await issueOne(await addCustomer(abroad), [
      line(250_00),
      line(100_00, { vatTreatment: "DL8.45.1" }),
      line(40_00, { vatTreatment: "DL8.46.2" }),
      line(30_00, { vatTreatment: "DL8.30.7" }),
    ]);
    const { lines, totalFils, vatFils } = await detail(id);
    expect({ totalFils, vatFils }).toEqual({ totalFils: 420_00, vatFils: 11_90 });
    expect(lines.map((one) => [one.vatPercent, one.vatFils])).toEqual([
      ...[
        [5, 11_90],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ]);
    expect(lines[1]!.description).toContain("Zero-rated: export (VAT law, art. 45(1))");
    const after = await vatReturn();
    expect(after.zeroFils - before.zeroFils).toBe(100_00);
    expect(after.exemptFils - before.exemptFils).toBe(40_00);
    expect(after.vatFils - before.vatFils).toBe(11_90);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect(elementText(xml, "cbc:ProfileExecutionID")).toBe("00000001");
    expect(xml).toContain('<cbc:EndpointID schemeID="0235">9900000099</cbc:EndpointID>');
    expect(elementText(xml, "cbc:TaxExemptionReasonCode")).toBe("DL8.46.2");
    const credit = { kind: "lines" as const, lines: [{ position: 3, fils: 40_00 }] };
    const details = { reason: "Not supplied", eventDate: "2026-11-23" };
    const note = await creditInvoice({ ...ctx, now: addMinutes(NOW, 1) }, await seen(id), credit, details);
    if (!note.ok) throw new Error(note.reason);
    expect((await vatReturn()).exemptFils).toBe(before.exemptFils);
    if (hasPintAeRules) expect(validatePintAe(xml), xml).toEqual([]);
    // A credit note without a taxable line names the buyer's licence.
    const source = { invoiceId: id, creditNoteId: note.id };
    expect(await ensureEInvoice(ctx, source)).toBeNull();
    await db
      .updateTable("customers")
      .set({ tradeLicence: "08123456", licenceAuthority: "Companies House" })
      .where("taxNumber", "=", abroad.taxNumber)
      .execute();
    const credited = (await ensureEInvoice(ctx, source))!;
    expect(elementText(credited.xml, "cbc:CreditNoteTypeCode")).toBe("81");
    if (hasPintAeRules) expect(validatePintAe(credited.xml), credited.xml).toEqual([]);
  });

  it("alone make an invoice that is no tax invoice, in box 5 and with e-invoice type 480", async () => {
    await completeSettings();
    const before = await vatReturn();
    const licensed = {
      ...abroad,
      taxNumber: "GB987654321",
      tradeLicence: "08123456",
      licenceAuthority: "Companies House",
    };
    const id = await issueOne(await addCustomer(licensed), [line(90_00, { vatTreatment: "DL8.46.2" })]);
    expect((await detail(id)).title).toBe("invoice");
    expect((await vatReturn()).exemptFils - before.exemptFils).toBe(90_00);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect(elementText(xml, "cbc:InvoiceTypeCode")).toBe("480");
    if (hasPintAeRules) expect(validatePintAe(xml), xml).toEqual([]);
  });

  it("refuse an export to a customer in the UAE", async () => {
    const lines = [line(100_00, { vatTreatment: "DL8.45.1" })];
    await expect(issueOne(await addCustomer({}), lines)).rejects.toThrow("export-within-uae");
  });

  it("refuse a treatment for deducted deposits and unknown articles", () => {
    const parse = (more: object) => draftSchema.safeParse({ lines: [{ ...line(100_00), ...more }] }).success;
    expect(parse({ vatTreatment: "DL8.46.1" })).toBe(true);
    expect(parse({ vatTreatment: "DL8.47" })).toBe(false);
    const deduction = { quantityHundredths: -100, deductsId: "0b0e7d5c-8a44-4f5f-9d5b-6a4f5a3c2b1a" };
    expect(parse(deduction)).toBe(true);
    expect(parse({ ...deduction, vatTreatment: "DL8.45" })).toBe(false);
  });
});

describe("e-invoice of a contract", () => {
  /** Agreed on 23 November 2026. */
  async function agree(payment: { paymentPlan: "upfront" } | { paymentPlan: "cheques"; instalments: 3 | 4 }) {
    await completeSettings();
    const { id } = await requestTestContract(ctx, { customerId: await addCustomer(company) });
    const terms = { packageId: "premium", propertyType: "villa-3br", startsOn: "2026-11-23" } as const;
    expect(await agreeContract(ctx, await seenContract(id), { ...terms, ...payment })).toMatchObject({
      ok: true,
    });
    await acceptTestContract(ctx, id);
    return id;
  }
  const seenContract = (id: string) =>
    db.selectFrom("contracts").select(["id", "version"]).where("id", "=", id).executeTakeFirstOrThrow();
  const referenceOf = async (id: string) =>
    (await db.selectFrom("contracts").select("reference").where("id", "=", id).executeTakeFirstOrThrow())
      .reference;
  const period = (xml: string) =>
    /<cac:InvoicePeriod>\s*<cbc:StartDate>(.*)<\/cbc:StartDate>\s*<cbc:EndDate>(.*)<\/cbc:EndDate>\s*<cbc:Description>(.*)<\/cbc:Description>/
      .exec(xml)
      ?.slice(1);

  it("names continuous supply, contract, period and frequency of an instalment", async () => {
    const contractId = await agree({ paymentPlan: "cheques", instalments: 4 });
    await activateContract(ctx, await seenContract(contractId));
    // Three days after the due date of the second instalment, which is its tax point.
    const late = officeCtx(db, new Date("2027-02-26T05:00:00Z"));
    await issueDueInstalments(late);
    const { id } = await db
      .selectFrom("invoices")
      .select("id")
      .where("contractId", "=", contractId)
      .where("instalment", "=", 2)
      .executeTakeFirstOrThrow();
    const { xml } = (await ensureEInvoice(late, { invoiceId: id }))!;
    expect(elementText(xml, "cbc:ProfileExecutionID")).toBe("00001000");
    expect(period(xml)).toEqual(["2027-02-23", "2027-05-22", "QTR"]);
    expect(elementText(xml, "cbc:TaxPointDate")).toBe("2027-02-23");
    const reference = await referenceOf(contractId);
    expect(xml).toMatch(
      new RegExp(
        `<cac:ContractDocumentReference>\\s*<cbc:ID>${reference}</cbc:ID>\\s*<cbc:DocumentDescription>AED 7500.00<`,
      ),
    );
    const note = await creditInvoice(
      officeCtx(db, new Date("2027-02-27T05:00:00Z")),
      await seen(id),
      { kind: "amount", fils: 100_00 },
      { reason: "Missed visit", eventDate: "2027-02-26" },
    );
    if (!note.ok) throw new Error(note.reason);
    const credited = (await ensureEInvoice(late, { invoiceId: id, creditNoteId: note.id }))!;
    expect(elementText(credited.xml, "cbc:ProfileExecutionID")).toBe("00001000");
    expect(credited.xml).toContain(reference);
    if (hasPintAeRules) for (const one of [xml, credited.xml]) expect(validatePintAe(one), one).toEqual([]);
  });

  it("covers the whole year if it is paid ahead, and describes a frequency without a code", async () => {
    const upfront = await draftInvoice(ctx, { contractId: await agree({ paymentPlan: "upfront" }) });
    if (!upfront.ok) throw new Error(upfront.reason);
    expect((await issueInvoice(ctx, await seen(upfront.id))).ok).toBe(true);
    const { xml } = (await ensureEInvoice(ctx, { invoiceId: upfront.id }))!;
    expect(period(xml)).toEqual(["2026-11-23", "2027-11-22", "YRL"]);
    expect(xml).not.toContain("TaxPointDate");

    const contractId = await agree({ paymentPlan: "cheques", instalments: 3 });
    await activateContract(ctx, await seenContract(contractId));
    await issueDueInstalments(ctx);
    const first = await db
      .selectFrom("invoices")
      .select("id")
      .where("contractId", "=", contractId)
      .executeTakeFirstOrThrow();
    const { xml: third } = (await ensureEInvoice(ctx, { invoiceId: first.id }))!;
    expect(period(third)).toEqual(["2026-11-23", "2027-03-22", "OTH"]);
    expect(elementText(third, "cbc:Note")).toBe("Billed every 4 months");
    if (hasPintAeRules) for (const one of [xml, third]) expect(validatePintAe(one), one).toEqual([]);
  });
});

describe("e-invoice after a change of the VAT rate", () => {
  it("waits while the rules accept the old rate only; credit notes at the old rate pass", async () => {
    await completeSettings();
    const customerId = await addCustomer(company);
    const old = await issueOne(customerId);
    expect(await planVatRate(ctx, { from: "2026-11-24", percent: 8 })).toEqual({ ok: true });
    const later = officeCtx(db, new Date("2026-11-24T05:00:00Z"));
    const noteId = await creditInvoice(
      later,
      await seen(old),
      { kind: "amount", fils: 100_00 },
      { reason: "Less work", eventDate: "2026-11-24" },
    );
    if (!noteId.ok) throw new Error(noteId.reason);
    const { xml } = (await ensureEInvoice(later, { invoiceId: old, creditNoteId: noteId.id }))!;
    expect(elementText(xml, "cbc:Percent")).toBe("5");
    if (hasPintAeRules) expect(validatePintAe(xml), xml).toEqual([]);

    const draft = await draftInvoice(later, { customerId });
    if (!draft.ok) throw new Error(draft.reason);
    const content = { propertyId: null, note: "", supplyDate: null, dueDate: null };
    const saved = await saveDraft(later, await seen(draft.id), {
      ...content,
      lines: [line(250_00)],
      discount: { kind: "none" },
    });
    expect(saved.ok).toBe(true);
    expect((await issueInvoice(later, await seen(draft.id))).ok).toBe(true);
    expect(await ensureEInvoice(later, { invoiceId: draft.id })).toBeNull();
    expect((await detail(draft.id)).eInvoice).toMatchObject({
      state: "none",
      missing: [{ field: "vat-rate", service: null }],
    });
  });
});

describe("e-invoice provider", () => {
  const submit = (id: string) => submitEInvoice(ctx, eInvoiceProvider(configured()), { invoiceId: id });
  const loadState = async (id: string) => (await detail(id, configured())).eInvoice!;

  it("sends nothing without a configured provider", async () => {
    await completeSettings();
    const id = await issueOne(await addCustomer(company));
    await ensureEInvoice(ctx, { invoiceId: id });
    expect(eInvoiceProvider(loadConfig({ DATA_DIR: folder }))).toBeNull();
    await submitEInvoice(ctx, null, { invoiceId: id });
    expect(await loadState(id)).toMatchObject({ state: "created", providerUnreachable: false });
    expect(() => loadConfig({ DATA_DIR: folder, E_INVOICE_URL: "https://asp.example" })).toThrow(
      "E_INVOICE_KEY",
    );
  });

  it("submits a document once, retries while the provider is down, and polls until delivery", async () => {
    await completeSettings();
    const id = await issueOne(await addCustomer(company));
    provider.down = true;
    await expect(submit(id)).rejects.toThrow("503");
    expect(await loadState(id)).toMatchObject({ state: "created", providerUnreachable: true });
    provider.down = false;
    await submit(id);
    await submit(id);
    const made = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    expect(provider.documents.get(made.id)).toMatchObject({ xml: made.xml });
    expect(await loadState(id)).toMatchObject({
      state: "sent",
      providerUnreachable: false,
      sentAt: NOW.toISOString(),
    });

    provider.documents.get(made.id)!.state = "received";
    await pollEInvoices(ctx, configured());
    expect((await loadState(id)).state).toBe("sent");
    await pollEInvoices({ ...ctx, now: addMinutes(NOW, 5) }, configured());
    expect((await loadState(id)).state).toBe("received");
    expect(await requestEInvoice(ctx, { invoiceId: id })).toMatchObject({ ok: false, reason: "wrong-state" });
  });

  it("stores the reason of a rejection, immediate or later, and submits again on request", async () => {
    await completeSettings();
    const id = await issueOne(await addCustomer(company));
    provider.refuses = "The buyer is not on the network";
    await submit(id);
    expect(await loadState(id)).toMatchObject({
      state: "rejected",
      rejectionReason: "The buyer is not on the network",
    });
    provider.refuses = null;
    expect(await requestEInvoice(ctx, { invoiceId: id })).toEqual({ ok: true });
    await submit(id);
    expect(await loadState(id)).toMatchObject({ state: "sent", rejectionReason: null });
    const made = (await ensureEInvoice(ctx, { invoiceId: id }))!;
    Object.assign(provider.documents.get(made.id)!, { state: "refused", reason: "Unknown TRN" });
    await pollEInvoices({ ...ctx, now: addMinutes(NOW, 60) }, configured());
    expect(await loadState(id)).toMatchObject({ state: "rejected", rejectionReason: "Unknown TRN" });
  });
});
