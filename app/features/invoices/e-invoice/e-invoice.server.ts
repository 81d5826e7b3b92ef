import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import type { Attachment } from "~/platform/documents/document";
import { readSettings } from "../../business/read-settings.server";
import type { Party } from "../../documents/document-data";
import type { ECreditNote, EInvoice, ELine } from "../../e-invoices/e-invoice";
import {
  addressOf,
  type KnownBuyer,
  type KnownLine,
  type KnownSeller,
  type MissingField,
  missingOf,
} from "../../e-invoices/missing";
import { ublOf } from "../../e-invoices/ubl";
import { buyerNow, sellerNow } from "../../quotes/document/parties.server";
import { paidAtIssue } from "./paid-at-issue.server";
import "../../catalogue/table";
import "../../customers/table";
import "../../e-invoices/table";
import "../table";

/*
 * The electronic invoice of what is issued to a business. It is made once, with the first of: the news of the issue, the PDF that it
 * goes into, somebody of the office who asks for it. Where something is missing then, it is not made, and can be later.
 */

/** An invoice, or one of its credit notes. */
export interface IssuedDocument {
  invoiceId: string;
  creditNoteId?: string | null;
}

type MadeEInvoice = Selectable<Tables["e_invoices"]>;

/** The electronic invoice of a document, made if it can be; null: it has none, or something is missing. In a transaction. */
export async function ensureEInvoice(ctx: Ctx, of: IssuedDocument): Promise<MadeEInvoice | null> {
  const invoice = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", of.invoiceId)
    .where("issued_at", "is not", null)
    // Two that come at once: the second finds the first one's.
    .forUpdate()
    .executeTakeFirst();
  if (!invoice) return null;
  const made = await findEInvoice(ctx, of);
  if (made) return made;
  const document = await (of.creditNoteId
    ? readCreditNote(ctx, invoice, of.creditNoteId)
    : readInvoice(ctx, invoice));
  if (!document) return null;
  return ctx.db
    .insertInto("e_invoices")
    .values({
      id: document.id,
      ...(of.creditNoteId ? { credit_note_id: of.creditNoteId } : { invoice_id: of.invoiceId }),
      xml: ublOf(document),
      made_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** As it is attached to the document's PDF: the same in another form. */
export async function attachedEInvoice(
  ctx: Ctx,
  of: IssuedDocument,
  reference: string,
): Promise<Attachment[]> {
  const made = await ensureEInvoice(ctx, of);
  if (!made) return [];
  return [
    {
      name: `${reference}.xml`,
      mimeType: "application/xml",
      description: "PINT AE, UBL 2.1",
      relationship: "alternative",
      text: made.xml,
    },
  ];
}

/** What was made of a document; null: nothing. */
export async function findEInvoice(
  ctx: Ctx,
  { invoiceId, creditNoteId }: IssuedDocument,
): Promise<MadeEInvoice | null> {
  const found = await ctx.db
    .selectFrom("e_invoices")
    .selectAll()
    .where(creditNoteId ? "credit_note_id" : "invoice_id", "=", creditNoteId ?? invoiceId)
    .executeTakeFirst();
  return found ?? null;
}

type InvoiceRow = Selectable<Tables["invoices"]>;

/**
 * What is missing for an invoice's electronic form, drafts included; null: it needs none, as the buyer is no business, the seller not
 * registered, or it was taken over.
 */
export async function missingForEInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<MissingField[] | null> {
  const parties = await partiesOf(ctx, invoice);
  if (!parties) return null;
  const lines = await linesOf(ctx, invoice.id);
  return missingOf(parties.seller.known, parties.buyer.known, lines.map(parties.withCode));
}

async function readInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<EInvoice | null> {
  if (invoice.forgotten_at) return null;
  const document = await readDocument(ctx, invoice, invoice, await linesOf(ctx, invoice.id));
  if (!document) return null;
  const { iban } = (await readSettings(ctx, "money")).values;
  return {
    ...document,
    kind: "invoice",
    supplyDate: invoice.supply_date ?? invoice.issue_date!,
    dueDate: invoice.due_date!,
    paidFils: await paidAtIssue(ctx, invoice),
    iban,
  };
}

async function readCreditNote(ctx: Ctx, invoice: InvoiceRow, noteId: string): Promise<ECreditNote | null> {
  const note = await ctx.db
    .selectFrom("credit_notes")
    .selectAll()
    .where("id", "=", noteId)
    .where("invoice_id", "=", invoice.id)
    .where("forgotten_at", "is", null)
    .executeTakeFirst();
  // What was charged without VAT is credited without.
  if (!note || note.title === "credit-note") return null;
  const document = await readDocument(ctx, invoice, note, await creditedLinesOf(ctx, noteId));
  if (!document) return null;
  return {
    ...document,
    kind: "credit-note",
    corrects: { reference: invoice.reference!, issueDate: invoice.issue_date! },
    whole: note.total_fils === invoice.total_fils,
    reason: note.reason,
  };
}

/** What invoices and credit notes have in common; null where there is none, or something is missing. */
async function readDocument(
  ctx: Ctx,
  invoice: InvoiceRow,
  of: { reference: string | null; issue_date: string | null; seller: Party | null; buyer: Party | null },
  read: ReadLine[],
) {
  const parties = await partiesOf(ctx, { ...invoice, seller: of.seller, buyer: of.buyer });
  if (!parties) return null;
  const { seller, buyer } = parties;
  const lines = read.map(parties.withCode);
  if (missingOf(seller.known, buyer.known, lines).length > 0) return null;
  return {
    id: randomUUID(),
    reference: of.reference!,
    issueDate: of.issue_date!,
    seller: {
      ...partyOf(seller),
      trn: seller.known.trn!,
      licence: seller.known.licence!,
      licenceAuthority: seller.known.licenceAuthority!,
    },
    buyer: partyOf(buyer),
    lines: lines.map((line): ELine => ({ ...line, code: line.code! })),
  };
}

/** The parties as they stand on the document, with what is known of them beside; null: no business, or not registered. */
async function partiesOf(
  ctx: Ctx,
  invoice: Pick<InvoiceRow, "kind" | "customer_id" | "property_id" | "seller" | "buyer">,
) {
  const { customer_id: customerId, property_id: propertyId } = invoice;
  const seller = invoice.seller ?? (await sellerNow(ctx));
  const buyer = invoice.buyer ?? (await buyerNow(ctx, { customerId, propertyId }));
  if (invoice.kind === "opening" || seller.trn === null) return null;
  const customer = await ctx.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  // A company that was written down since makes no business of the person whom it was issued to.
  if (buyer.trn === null && customer.company !== buyer.name) return null;
  const { licence } = (await readSettings(ctx, "business")).values;
  const own = (await readSettings(ctx, "einvoices")).values;
  const knownSeller: KnownSeller = { ...own, trn: seller.trn, licence };
  const knownBuyer: KnownBuyer = {
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
    withCode: (line: ReadLine): ReadLine => ({ ...line, code: line.code ?? own.accountingCode }),
  };
}

function partyOf({ party, known }: { party: Party; known: KnownBuyer }): EInvoice["buyer"] {
  return {
    name: party.name,
    trn: known.trn,
    address: addressOf(known)!,
    street: known.street!,
    city: known.city!,
    emirate: known.emirate!,
    licence: known.licence,
    email: party.email ?? null,
  };
}

type ReadLine = Omit<ELine, "code"> & KnownLine;

async function linesOf(ctx: Ctx, invoiceId: string): Promise<ReadLine[]> {
  const rows = await ctx.db
    .selectFrom("invoice_lines as line")
    .leftJoin("services", "services.id", "line.service_id")
    .selectAll("line")
    .select(["services.name as service_name", "accounting_code"])
    .where("line.invoice_id", "=", invoiceId)
    .orderBy("line.position")
    .execute();
  return rows.map(readLine);
}

async function creditedLinesOf(ctx: Ctx, noteId: string): Promise<ReadLine[]> {
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
  return rows.map(readLine);
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

function readLine(row: LineRow): ReadLine {
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
