import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import type { Attachment } from "~/platform/documents/document";
import { readSettings } from "../../../core/business/read-settings.server";
import type { Party } from "../../../core/documents/document-data";
import type { ECreditNote, EInvoice, EInvoiceLine } from "../../../core/e-invoices/e-invoice";
import {
  type BuyerDetails,
  findMissingFields,
  type LineDetails,
  type MissingField,
  networkAddress,
  type SellerDetails,
} from "../../../core/e-invoices/missing-fields";
import { toUbl } from "../../../core/e-invoices/ubl";
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

type StoredEInvoice = Selectable<Tables["e_invoices"]>;

/** Creates the e-invoice if possible. Null if none is required or data is missing. Needs a transaction. */
export async function ensureEInvoice(ctx: Ctx, source: IssuedDocument): Promise<StoredEInvoice | null> {
  const invoice = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", source.invoiceId)
    .where("issued_at", "is not", null)
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
    .insertInto("e_invoices")
    .values({
      id: document.id,
      ...(source.creditNoteId ? { credit_note_id: source.creditNoteId } : { invoice_id: source.invoiceId }),
      xml: toUbl(document),
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** For embedding in the document's PDF. */
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
    .selectFrom("e_invoices")
    .selectAll()
    .where(creditNoteId ? "credit_note_id" : "invoice_id", "=", creditNoteId ?? invoiceId)
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
  if (invoice.erased_at) return null;
  const document = await readDocument(ctx, invoice, invoice, await loadInvoiceLines(ctx, invoice.id));
  if (!document) return null;
  const { iban } = (await readSettings(ctx, "money")).values;
  return {
    ...document,
    kind: "invoice",
    supplyDate: invoice.supply_date ?? invoice.issue_date!,
    dueDate: invoice.due_date!,
    paidFils: await loadPaidAtIssue(ctx, invoice),
    iban,
  };
}

async function readCreditNote(ctx: Ctx, invoice: InvoiceRow, noteId: string): Promise<ECreditNote | null> {
  const note = await ctx.db
    .selectFrom("credit_notes")
    .selectAll()
    .where("id", "=", noteId)
    .where("invoice_id", "=", invoice.id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  // Documents without VAT have no e-invoice.
  if (!note || note.title === "credit-note") return null;
  const document = await readDocument(ctx, invoice, note, await loadCreditNoteLines(ctx, noteId));
  if (!document) return null;
  return {
    ...document,
    kind: "credit-note",
    corrects: { reference: invoice.reference!, issueDate: invoice.issue_date! },
    whole: note.total_fils === invoice.total_fils,
    reason: note.reason,
  };
}

/** Null if none is required or data is missing. */
async function readDocument(
  ctx: Ctx,
  invoice: InvoiceRow,
  source: { reference: string | null; issue_date: string | null; seller: Party | null; buyer: Party | null },
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
    issueDate: source.issue_date!,
    seller: {
      ...toParty(seller),
      trn: seller.known.trn!,
      licence: seller.known.licence!,
      licenceAuthority: seller.known.licenceAuthority!,
    },
    buyer: toParty(buyer),
    lines: lines.map((line): EInvoiceLine => ({ ...line, code: line.code! })),
  };
}

/** Parties as printed, with the data needed for e-invoicing. Null if no e-invoice is required. */
async function loadParties(
  ctx: Ctx,
  invoice: Pick<InvoiceRow, "kind" | "customer_id" | "property_id" | "seller" | "buyer">,
) {
  const { customer_id: customerId, property_id: propertyId } = invoice;
  const seller = invoice.seller ?? (await currentSeller(ctx));
  const buyer = invoice.buyer ?? (await currentBuyer(ctx, { customerId, propertyId }));
  if (invoice.kind === "opening" || seller.trn === null) return null;
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  // Ignore a company that was added to the customer after the document was issued to a person.
  if (buyer.trn === null && customer.company !== buyer.name) return null;
  const { licence } = (await readSettings(ctx, "business")).values;
  const eInvoiceSettings = (await readSettings(ctx, "einvoices")).values;
  const knownSeller: SellerDetails = { ...eInvoiceSettings, trn: seller.trn, licence };
  const knownBuyer: BuyerDetails = {
    trn: buyer.trn,
    address: customer.e_address,
    street: customer.billing_street,
    city: customer.billing_city,
    emirate: customer.billing_emirate,
    licence: customer.trade_licence,
  };
  return {
    seller: { party: seller, known: { ...knownSeller, address: null } },
    buyer: { party: buyer, known: knownBuyer },
    withCode: (line: LineWithService): LineWithService => ({
      ...line,
      code: line.code ?? eInvoiceSettings.accountingCode,
    }),
  };
}

function toParty({ party, known }: { party: Party; known: BuyerDetails }): EInvoice["buyer"] {
  return {
    name: party.name,
    trn: known.trn,
    address: networkAddress(known)!,
    street: known.street!,
    city: known.city!,
    emirate: known.emirate!,
    licence: known.licence,
    email: party.email ?? null,
  };
}

type LineWithService = Omit<EInvoiceLine, "code"> & LineDetails;

async function loadInvoiceLines(ctx: Ctx, invoiceId: string): Promise<LineWithService[]> {
  const rows = await ctx.db
    .selectFrom("invoice_lines as line")
    .leftJoin("services", "services.id", "line.service_id")
    .selectAll("line")
    .select(["services.name as service_name", "accounting_code"])
    .where("line.invoice_id", "=", invoiceId)
    .orderBy("line.position")
    .execute();
  return rows.map(toLine);
}

async function loadCreditNoteLines(ctx: Ctx, noteId: string): Promise<LineWithService[]> {
  const rows = await ctx.db
    .selectFrom("credit_note_lines as line")
    .innerJoin("invoice_lines as charged", (join) =>
      join
        .onRef("charged.invoice_id", "=", "line.invoice_id")
        .onRef("charged.position", "=", "line.invoice_position"),
    )
    .leftJoin("services", "services.id", "charged.service_id")
    .selectAll("line")
    .select(["charged.service_id", "services.name as service_name", "accounting_code"])
    .where("line.credit_note_id", "=", noteId)
    .orderBy("line.position")
    .execute();
  return rows.map(toLine);
}

interface LineRow {
  description: string;
  quantity_hundredths: number;
  unit: string;
  discount_fils: number;
  vat_percent: number;
  gross_fils: number;
  vat_fils: number;
  service_id: string | null;
  service_name: string | null;
  accounting_code: string | null;
}

function toLine(row: LineRow): LineWithService {
  return {
    description: row.description,
    quantityHundredths: row.quantity_hundredths,
    unit: row.unit,
    discountFils: row.discount_fils,
    vatPercent: row.vat_percent,
    grossFils: row.gross_fils,
    vatFils: row.vat_fils,
    service: row.service_id ? { id: row.service_id, name: row.service_name ?? "" } : null,
    code: row.accounting_code,
  };
}
