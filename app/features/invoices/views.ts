import * as z from "zod/mini";
import { vatRate } from "../business/vat";
import { missingField } from "../e-invoices/missing";
import { eInvoiceStates } from "../e-invoices/state";
import { partTerms } from "../pricing/part";
import { invoiceKinds, invoiceStates, invoiceTitles, statementEntries } from "./invoice";

/** What the office is shown of invoices. Money is AED in fils, VAT included; instants are ISO 8601 in UTC, days of Dubai. */

const instant = z.iso.datetime();
const fils = z.int();

const party = z.object({
  name: z.string(),
  nameArabic: z.optional(z.string()),
  address: z.string(),
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  trn: z.nullable(z.string()),
});

export const lineView = z.object({
  position: z.int(),
  section: z.string(),
  description: z.string(),
  quantityHundredths: z.int(),
  unit: z.string(),
  unitFils: fils,
  discountFils: fils,
  vatPercent: z.int(),
  grossFils: fils,
  vatFils: fils,
  serviceId: z.nullable(z.string()),
  priceId: z.nullable(z.string()),
  /** The deposit that it takes off. */
  deductsId: z.nullable(z.string()),
  /** Of a part: the contract that it has its discount from. */
  partContractId: z.nullable(z.uuid()),
});
export type LineView = z.output<typeof lineView>;

const link = z.nullable(z.object({ id: z.uuid(), reference: z.string() }));

/** How the electronic form of a document stands. */
const eInvoiceView = z.object({
  state: z.enum(["none", ...eInvoiceStates]),
  /** The provider could not be reached when it was last tried. */
  troubled: z.boolean(),
  /** Why the provider turned it down, in its words. */
  told: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  /** What it needs before it can be made. */
  missing: z.array(missingField),
});
export type EInvoiceView = z.output<typeof eInvoiceView>;

export const invoiceDetail = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStates),
  /** Null: a draft. */
  reference: z.nullable(z.string()),
  title: z.nullable(z.enum(invoiceTitles)),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  booking: link,
  quote: link,
  propertyId: z.nullable(z.uuid()),
  place: z.nullable(z.string()),
  /** Of a draft: what the contract of the home says of parts. */
  parts: z.nullable(partTerms),
  language: z.string(),
  /** Of a draft: as they are now. */
  seller: party,
  buyer: party,
  note: z.string(),
  createdAt: instant,
  issuedAt: z.nullable(instant),
  issueDate: z.nullable(z.string()),
  supplyDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  netFils: fils,
  vatFils: fils,
  totalFils: fils,
  settledFils: fils,
  creditedFils: fils,
  deductedFils: fils,
  /** Whether something of it is left to be credited. */
  canCredit: z.boolean(),
  openFils: fils,
  overdue: z.boolean(),
  /** A draft whose supply is longer ago than a tax invoice should wait. */
  late: z.boolean(),
  reminders: z.boolean(),
  /** Whether its PDF can be had: not of what was taken over, is a draft, or was kept long enough. */
  hasDocument: z.boolean(),
  /** Null: it has none, as the customer is a household or the business not registered. */
  eInvoice: z.nullable(eInvoiceView),
  /** Whether there is a provider whom they are sent to. */
  eInvoicesAreSent: z.boolean(),
  lines: z.array(lineView),
  /** What the business charges from which day on; none: it charges no VAT. */
  vatRates: z.array(vatRate),
  today: z.string(),
  settlements: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(["payment", "credit-note", "credit", "write-off"]),
      /** Below zero: taken back. */
      amountFils: fils,
      /** Of the receipt or the credit note. */
      reference: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: instant,
    }),
  ),
  creditNotes: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      totalFils: fils,
      reason: z.string(),
      issueDate: z.string(),
      hasDocument: z.boolean(),
      eInvoice: z.nullable(eInvoiceView),
    }),
  ),
  /** Who did what to it, the latest first. */
  history: z.array(
    z.object({
      id: z.int(),
      what: z.string(),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: instant,
    }),
  ),
});
export type InvoiceDetail = z.output<typeof invoiceDetail>;

export const invoiceRow = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(invoiceKinds),
  reference: z.nullable(z.string()),
  state: z.enum(invoiceStates),
  overdue: z.boolean(),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: instant,
  issueDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  totalFils: fils,
  openFils: fils,
  /** Of work that was invoiced and not credited as a whole: what was agreed is not called off before. */
  stands: z.boolean(),
});
/** What became of each of several invoices. */
export const bulkAnswer = z.object({
  results: z.array(z.object({ id: z.uuid(), ok: z.boolean(), message: z.nullable(z.string()) })),
});

export type InvoiceRow = z.output<typeof invoiceRow>;

/** What is open, by how many days it is overdue. */
export const ageing = z.object({
  notDueFils: fils,
  to30Fils: fils,
  to60Fils: fils,
  to90Fils: fils,
  olderFils: fils,
});
export type Ageing = z.output<typeof ageing>;

export const invoiceList = z.object({
  invoices: z.array(invoiceRow),
  nextCursor: z.nullable(z.string()),
});
export type InvoiceList = z.output<typeof invoiceList>;

/** What a customer was asked for and paid, from a day to a day. Above zero: owed to us. */
export const statement = z.object({
  customer: z.object({ id: z.uuid(), name: z.string() }),
  from: z.string(),
  to: z.string(),
  openingFils: fils,
  entries: z.array(
    z.object({
      date: z.string(),
      what: z.enum(statementEntries),
      /** Of the document; of a write-off that of the invoice. */
      reference: z.string(),
      amountFils: fils,
    }),
  ),
  closingFils: fils,
  /** What is open now, and what we owe the customer now. */
  ageing,
  creditFils: fils,
});
export type Statement = z.output<typeof statement>;

/** An invoice as its customer sees it. */
export const ownInvoice = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(invoiceKinds),
  title: z.nullable(z.enum(invoiceTitles)),
  buyerName: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  overdue: z.boolean(),
  totalFils: fils,
  openFils: fils,
  /** Of the total; 0 where the business charges none. */
  vatFils: fils,
  /** The rates of its lines. */
  vatPercents: z.array(z.int()),
  lines: z.array(
    z.object({
      position: z.int(),
      description: z.string(),
      quantityHundredths: z.int(),
      unit: z.string(),
      unitFils: fils,
      discountFils: fils,
      grossFils: fils,
    }),
  ),
  creditNotes: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      totalFils: fils,
      issueDate: z.string(),
      hasDocument: z.boolean(),
      hasEInvoice: z.boolean(),
    }),
  ),
  /** Whether it can be had as a file. */
  hasDocument: z.boolean(),
  /** Whether it can be had as an electronic invoice, too. */
  hasEInvoice: z.boolean(),
});
export type OwnInvoice = z.output<typeof ownInvoice>;

/** `ended`: the link was right, and has come to its end. */
export const openedInvoice = z.object({ invoice: z.nullable(ownInvoice), ended: z.boolean() });
export type OpenedInvoice = z.output<typeof openedInvoice>;

export const ownInvoices = z.object({
  invoices: z.array(
    z.object({
      reference: z.string(),
      state: z.enum(invoiceStates),
      overdue: z.boolean(),
      issueDate: z.string(),
      dueDate: z.string(),
      totalFils: fils,
      openFils: fils,
    }),
  ),
  /** What we owe. */
  creditFils: fils,
});
export type OwnInvoices = z.output<typeof ownInvoices>;

/** What was taken over from the books of before. */
export const openingBalances = z.object({
  /** A document of ours was issued: nothing more is taken over. */
  locked: z.boolean(),
  numbers: z.object({ invoice: z.int(), creditNote: z.int(), receipt: z.int(), quote: z.int() }),
  invoices: z.int(),
  fils,
  credits: z.int(),
  creditFils: fils,
});
export type OpeningBalances = z.infer<typeof openingBalances>;
