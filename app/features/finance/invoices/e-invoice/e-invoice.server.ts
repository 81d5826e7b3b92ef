import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import type { Attachment } from "~/platform/documents/document";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { readSettings } from "../../../core/business/read-settings.server";
import type { Party } from "../../../core/documents/document-data";
import type { BilledPeriod, ECreditNote, EInvoice, EInvoiceLine } from "../../../core/e-invoices/e-invoice";
import {
  type BusinessDetails,
  type BuyerDetails,
  completeBusinessDetails,
  findMissingFields,
  type IssuedBuyer,
  type LineDetails,
  type MissingField,
  networkAddress,
  type SellerDetails,
} from "../../../core/e-invoices/missing-fields";
import { toUbl } from "../../../core/e-invoices/ubl";
import { quantityOf } from "../../../core/pricing/quantity";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { listInstalments } from "../../contracts/instalments.server";
import { currentBuyer, currentSeller } from "../../quotes/document/parties.server";
import { loadPaidAtIssue } from "./paid-at-issue.server";

/*
 * An e-invoice is created once: after issue, with the PDF that embeds it, or on request of the office.
 * Missing data postpones it.
 */

/** The invoice itself, or one of its credit notes. */
export interface IssuedDocument {
  invoiceId: string;
  creditNoteId?: string | null;
}

type StoredEInvoice = Selectable<Tables["eInvoices"]>;

/** Creates the e-invoice if possible. Null if none is required or data is missing. Needs a transaction. */
export async function ensureEInvoice(ctx: Ctx, source: IssuedDocument): Promise<StoredEInvoice | null> {
  const invoice = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", source.invoiceId)
    .where("issuedAt", "is not", null)
    // A concurrent call waits here and then finds the existing one.
    .forUpdate()
    .executeTakeFirst();
  if (!invoice) return null;
  const eInvoice = await findEInvoice(ctx, source);
  if (eInvoice) return eInvoice;
  const document = await (source.creditNoteId
    ? readCreditNote(ctx, invoice, source.creditNoteId)
    : readInvoice(ctx, invoice));
  if (!document) return null;
  return ctx.db
    .insertInto("eInvoices")
    .values({
      id: document.id,
      ...(source.creditNoteId ? { creditNoteId: source.creditNoteId } : { invoiceId: source.invoiceId }),
      xml: toUbl(document),
      createdAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Files to embed in the document's PDF. */
export async function eInvoiceAttachments(
  ctx: Ctx,
  source: IssuedDocument,
  reference: string,
): Promise<Attachment[]> {
  const eInvoice = await ensureEInvoice(ctx, source);
  if (!eInvoice) return [];
  return [
    {
      name: `${reference}.xml`,
      mimeType: "application/xml",
      description: "PINT AE, UBL 2.1",
      relationship: "alternative",
      text: eInvoice.xml,
    },
  ];
}

export async function findEInvoice(
  ctx: Ctx,
  { invoiceId, creditNoteId }: IssuedDocument,
): Promise<StoredEInvoice | null> {
  const stored = await ctx.db
    .selectFrom("eInvoices")
    .selectAll()
    .where(creditNoteId ? "creditNoteId" : "invoiceId", "=", creditNoteId ?? invoiceId)
    .executeTakeFirst();
  return stored ?? null;
}

type InvoiceRow = Selectable<Tables["invoices"]>;

/**
 * Null if no e-invoice is needed: the buyer is not a business, the seller has no TRN, or it is an opening
 * balance.
 */
export async function missingForEInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<MissingField[] | null> {
  const parties = await loadParties(ctx, invoice);
  if (!parties) return null;
  const lines = await loadInvoiceLines(ctx, invoice.id);
  return findMissingFields(parties.seller.known, parties.buyer.known, lines.map(parties.withCode));
}

async function readInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<EInvoice | null> {
  if (invoice.erasedAt) return null;
  const document = await readDocument(ctx, invoice, invoice, await loadInvoiceLines(ctx, invoice.id));
  if (!document) return null;
  const { iban } = (await readSettings(ctx, "money")).values;
  return {
    ...document,
    kind: "invoice",
    supplyDate: invoice.supplyDate ?? invoice.issueDate!,
    taxPoint: invoice.taxPoint ?? invoice.issueDate!,
    dueDate: invoice.dueDate!,
    paidFils: await loadPaidAtIssue(ctx, invoice),
    iban,
  };
}

async function readCreditNote(ctx: Ctx, invoice: InvoiceRow, noteId: string): Promise<ECreditNote | null> {
  const note = await ctx.db
    .selectFrom("creditNotes")
    .selectAll()
    .where("id", "=", noteId)
    .where("invoiceId", "=", invoice.id)
    .where("erasedAt", "is", null)
    .executeTakeFirst();
  // The seller may have been registered for VAT after the invoice.
  if (!note || !invoice.seller?.trn) return null;
  const document = await readDocument(ctx, invoice, note, await loadCreditNoteLines(ctx, noteId));
  if (!document) return null;
  return {
    ...document,
    kind: "credit-note",
    corrects: { reference: invoice.reference!, issueDate: invoice.issueDate! },
    whole: note.totalFils === invoice.totalFils,
    reason: note.reason,
  };
}

/** Null if none is required or data is missing. */
async function readDocument(
  ctx: Ctx,
  invoice: InvoiceRow,
  source: {
    reference: string | null;
    issueDate: string | null;
    seller: Party | null;
    buyer: IssuedBuyer | null;
  },
  sourceLines: LineWithService[],
) {
  const parties = await loadParties(ctx, { ...invoice, seller: source.seller, buyer: source.buyer });
  if (!parties) return null;
  const { seller, buyer } = parties;
  const lines = sourceLines.map(parties.withCode);
  if (findMissingFields(seller.known, buyer.known, lines).length > 0) return null;
  return {
    id: randomUUID(),
    reference: source.reference!,
    issueDate: source.issueDate!,
    billedPeriod: await findBilledPeriod(ctx, invoice),
    seller: {
      ...toParty(seller),
      taxNumber: seller.known.trn!,
      licence: seller.known.licence!,
      licenceAuthority: seller.known.licenceAuthority!,
    },
    buyer: toParty(buyer),
    lines: lines.map((line): EInvoiceLine => ({ ...line, code: line.code! })),
  };
}

/** The whole contract, or the period of an instalment. */
async function findBilledPeriod(
  ctx: Ctx,
  { contractId, instalment: number }: Pick<InvoiceRow, "contractId" | "instalment">,
): Promise<BilledPeriod | null> {
  if (contractId === null) return null;
  const contract = await ctx.db
    .selectFrom("contracts")
    .select(["reference", "priceFils", "startsOn", "endsOn"])
    .where("id", "=", contractId)
    .executeTakeFirstOrThrow();
  const instalments = await listInstalments(ctx, contractId);
  const instalment = instalments.find((one) => one.number === number);
  return {
    contract: { reference: contract.reference, fils: contract.priceFils! },
    from: instalment?.startsOn ?? contract.startsOn!,
    to: instalment?.endsOn ?? contract.endsOn!,
    everyMonths: instalment ? 12 / instalments.length : 12,
  };
}

/** Parties as printed, with the data needed for e-invoicing. Null if no e-invoice is required. */
async function loadParties(
  ctx: Ctx,
  invoice: Pick<InvoiceRow, "kind" | "customerId" | "propertyId" | "seller" | "buyer">,
) {
  const { customerId, propertyId } = invoice;
  const seller = invoice.seller ?? (await currentSeller(ctx));
  const buyer: IssuedBuyer = invoice.buyer ?? (await currentBuyer(ctx, { customerId, propertyId }));
  if (invoice.kind === "opening" || seller.trn === null) return null;
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const { business = findBusiness(buyer, customer) } = buyer;
  if (buyer.trn === null && business === null) return null;
  const { licence } = (await readSettings(ctx, "business")).values;
  const eInvoiceSettings = (await readSettings(ctx, "einvoices")).values;
  const knownSeller: SellerDetails = { ...eInvoiceSettings, trn: seller.trn, licence };
  const today = businessDetails(customer);
  const knownBuyer: BuyerDetails = {
    trn: buyer.trn,
    // The network delivers to the address of today.
    address: customer.eAddress,
    ...completeBusinessDetails(business ?? today, today),
  };
  return {
    seller: {
      party: seller,
      known: { ...knownSeller, address: null, country: null, region: null, taxNumber: null },
    },
    buyer: { party: buyer, known: knownBuyer },
    withCode: (line: LineWithService): LineWithService => ({
      ...line,
      code: line.code ?? eInvoiceSettings.accountingCode,
    }),
  };
}

type CustomerRow = Selectable<Tables["customers"]>;

/** Details to store with an issued document; null for a household. */
export async function readBusinessDetails(ctx: Ctx, customerId: string): Promise<BusinessDetails | null> {
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return customer.company === null && customer.trn === null ? null : businessDetails(customer);
}

function businessDetails(customer: CustomerRow): BusinessDetails {
  return {
    street: customer.billingStreet,
    city: customer.billingCity,
    emirate: customer.billingEmirate,
    country: customer.billingCountry,
    region: customer.billingRegion,
    taxNumber: customer.taxNumber,
    licence: customer.tradeLicence,
    licenceAuthority: customer.licenceAuthority,
  };
}

/**
 * Details of the buyer of a document without stored ones. A company that was added after the document was issued to a
 * person is ignored.
 */
function findBusiness(buyer: Party, customer: CustomerRow): BusinessDetails | null {
  const isPerson = customer.company === null || buyer.name === customer.name;
  return buyer.trn === null && isPerson && buyer.name !== customer.company ? null : businessDetails(customer);
}

function toParty({ party, known }: { party: Party; known: BuyerDetails }): EInvoice["buyer"] {
  return {
    name: party.name,
    taxNumber: known.trn ?? known.taxNumber,
    address: networkAddress(known)!,
    street: known.street!,
    city: known.city!,
    region: known.emirate ?? known.region!,
    country: known.country ?? "AE",
    licence: known.licence,
    licenceAuthority: known.licenceAuthority,
    email: party.email ?? null,
  };
}

type LineWithService = Omit<EInvoiceLine, "code"> & LineDetails;

async function loadInvoiceLines(ctx: Ctx, invoiceId: string): Promise<LineWithService[]> {
  const rows = await ctx.db
    .selectFrom("invoiceLines as line")
    .leftJoin("services", "services.id", "line.serviceId")
    .selectAll("line")
    .select([textInReaderLanguage("services.name").as("serviceName"), "accountingCode"])
    .where("line.invoiceId", "=", invoiceId)
    .orderBy("line.position")
    .execute();
  return rows.map(toLine);
}

async function loadCreditNoteLines(ctx: Ctx, noteId: string): Promise<LineWithService[]> {
  const rows = await ctx.db
    .selectFrom("creditNoteLines as line")
    .innerJoin("invoiceLines as charged", (join) =>
      join
        .onRef("charged.invoiceId", "=", "line.invoiceId")
        .onRef("charged.position", "=", "line.invoicePosition"),
    )
    .leftJoin("services", "services.id", "charged.serviceId")
    .selectAll("line")
    .select([
      "charged.serviceId",
      "charged.vatTreatment",
      textInReaderLanguage("services.name").as("serviceName"),
      "accountingCode",
    ])
    .where("line.creditNoteId", "=", noteId)
    .orderBy("line.position")
    .execute();
  return rows.map(toLine);
}

interface LineRow {
  description: string;
  quantityHundredths: number;
  quantityThousandths: number;
  unit: string;
  discountFils: number;
  vatPercent: number;
  vatTreatment: string;
  grossFils: number;
  vatFils: number;
  serviceId: string | null;
  serviceName: string | null;
  accountingCode: string | null;
}

function toLine(row: LineRow): LineWithService {
  return {
    description: row.description,
    quantityHundredths: quantityOf(row),
    unit: row.unit,
    discountFils: row.discountFils,
    vatPercent: row.vatPercent,
    vatTreatment: row.vatTreatment as VatTreatment,
    grossFils: row.grossFils,
    vatFils: row.vatFils,
    service: row.serviceId ? { id: row.serviceId, name: row.serviceName ?? "" } : null,
    code: row.accountingCode,
  };
}
