import * as z from "zod/mini";
import { emirateCodes } from "~/platform/uae/emirates";
import { vatRate } from "../../core/business/vat-rates";
import { missingField } from "../../core/e-invoices/missing-fields";
import { eInvoiceStates } from "../../core/e-invoices/state";
import { partTerms } from "../../core/pricing/part";
import { vatTreatments } from "../../core/pricing/vat-treatment";
import {
  invoiceKinds,
  invoiceStates,
  invoiceTitles,
  settlementStatuses,
  statementEntries,
  writeOffReversals,
} from "./invoice";

/** Money is AED in fils, VAT included. Instants are ISO 8601 in UTC, days are in Asia/Dubai. */

const instant = z.iso.datetime();
const fils = z.int();

const party = z.object({
  name: z.string(),
  nameArabic: z.optional(z.string()),
  address: z.string(),
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  trn: z.nullable(z.string()),
  emirate: z.optional(z.enum(emirateCodes)),
});

export const lineView = z.object({
  position: z.int(),
  section: z.string(),
  description: z.string(),
  quantityHundredths: z.number(),
  unit: z.string(),
  unitFils: fils,
  discountFils: fils,
  vatPercent: z.int(),
  vatTreatment: z.enum(vatTreatments),
  grossFils: fils,
  vatFils: fils,
  serviceId: z.nullable(z.string()),
  priceId: z.nullable(z.string()),
  /** Deposit invoice that the line deducts. */
  deductsId: z.nullable(z.string()),
  /** Contract whose discount applies to the part. */
  partContractId: z.nullable(z.uuid()),
});
export type LineView = z.output<typeof lineView>;

const link = z.nullable(z.object({ id: z.uuid(), reference: z.string() }));

const eInvoiceView = z.object({
  state: z.enum(["none", ...eInvoiceStates]),
  /** The last delivery attempt did not reach the provider. */
  providerUnreachable: z.boolean(),
  /** In the provider's words. */
  rejectionReason: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  /** Fields needed before it can be created. */
  missing: z.array(missingField),
});
export type EInvoiceView = z.output<typeof eInvoiceView>;

export const invoiceDetail = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStates),
  settlement: z.nullable(z.enum(settlementStatuses)),
  /** Null for drafts. */
  reference: z.nullable(z.string()),
  title: z.nullable(z.enum(invoiceTitles)),
  customer: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    /** True if the office can send by WhatsApp. */
    hasWhatsapp: z.boolean(),
    /** True if reminders have a channel, email or text. */
    canBeReminded: z.boolean(),
  }),
  booking: link,
  quote: link,
  propertyId: z.nullable(z.uuid()),
  propertyAddress: z.nullable(z.string()),
  /** Discount on parts by the property's contract; only for drafts. */
  parts: z.nullable(partTerms),
  language: z.string(),
  /** Text for the link to the document, in the customer's language, with LINK_PLACE. */
  linkText: z.string(),
  /** Drafts show the current parties. */
  seller: party,
  buyer: party,
  note: z.string(),
  createdAt: instant,
  issuedAt: z.nullable(instant),
  issueDate: z.nullable(z.string()),
  /** Number in its contract; null for other invoices. */
  instalment: z.nullable(z.int()),
  supplyDate: z.nullable(z.string()),
  /** Draft whose supply date follows from finished work or from the due date of its instalment. */
  supplyDateFixed: z.boolean(),
  dueDate: z.nullable(z.string()),
  netFils: fils,
  vatFils: fils,
  totalFils: fils,
  settledFils: fils,
  creditedFils: fils,
  deductedFils: fils,
  /** Written off and not reversed. */
  writtenOffFils: fils,
  /** VAT relief for what is written off; null if nothing is, or without VAT. */
  relief: z.nullable(
    z.object({
      notifiedOn: z.nullable(z.string()),
      relievedFils: fils,
      claimableVatFils: fils,
      obstacle: z.nullable(z.enum(["not-notified", "too-early", "tax-not-paid"])),
      /** First day on which a claim is possible by its age. */
      from: z.string(),
    }),
  ),
  canCredit: z.boolean(),
  openFils: fils,
  overdue: z.boolean(),
  /** Draft that is older than the legal period for a tax invoice (`ISSUE_WITHIN_DAYS` after supply). */
  issueOverdue: z.boolean(),
  reminders: z.boolean(),
  /** False for opening balances, drafts and purged documents. */
  hasDocument: z.boolean(),
  /** Null if none is required, because the buyer is a household or the business has no TRN. */
  eInvoice: z.nullable(eInvoiceView),
  /** False without an e-invoicing provider. */
  eInvoicingEnabled: z.boolean(),
  lines: z.array(lineView),
  /** VAT rates by first day; empty if the business charges no VAT. */
  vatRates: z.array(vatRate),
  today: z.string(),
  settlements: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(["payment", "credit-note", "credit", "write-off"]),
      /** Negative for reversals. */
      amountFils: fils,
      /** Why a write-off was reversed; null for other settlements. */
      reversal: z.nullable(z.enum(writeOffReversals)),
      /** Receipt or credit note number. */
      reference: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** Dubai day of the movement. */
      day: z.string(),
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
  /** Newest first. */
  history: z.array(
    z.object({
      id: z.int(),
      event: z.string(),
      actorName: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** Address to which the office sent the invoice again. */
      recipient: z.nullable(z.string()),
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
  settlement: z.nullable(z.enum(settlementStatuses)),
  overdue: z.boolean(),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  createdAt: instant,
  issueDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  totalFils: fils,
  openFils: fils,
  /** Issued for work and not credited in full, so that its quote cannot be cancelled. */
  isUncredited: z.boolean(),
});
export type InvoiceRow = z.output<typeof invoiceRow>;

/** Open amounts by days overdue. */
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

/** Positive amounts are owed to the business. */
export const statement = z.object({
  customer: z.object({ id: z.uuid(), name: z.string() }),
  from: z.string(),
  to: z.string(),
  openingFils: fils,
  entries: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(statementEntries),
      /** Document number; for a write-off the invoice number. */
      reference: z.string(),
      amountFils: fils,
    }),
  ),
  closingFils: fils,
  /** Current open amounts and credit, not those at the end of the range. */
  ageing,
  creditFils: fils,
});
export type Statement = z.output<typeof statement>;

export const customerInvoice = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(invoiceKinds),
  title: z.nullable(z.enum(invoiceTitles)),
  buyerName: z.string(),
  issueDate: z.string(),
  dueDate: z.string(),
  overdue: z.boolean(),
  state: z.enum(invoiceStates),
  settlement: z.nullable(z.enum(settlementStatuses)),
  totalFils: fils,
  openFils: fils,
  /** Included in the total; 0 without VAT registration. */
  vatFils: fils,
  vatPercents: z.array(z.int()),
  /** Before deposits are deducted; `balanceFils` is the total. */
  sums: z.object({
    subtotalFils: fils,
    discountFils: fils,
    chargedFils: fils,
    chargedVatFils: fils,
    depositFils: fils,
    balanceFils: fils,
  }),
  lines: z.array(
    z.object({
      position: z.int(),
      description: z.string(),
      quantityHundredths: z.number(),
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
  hasDocument: z.boolean(),
  hasEInvoice: z.boolean(),
});
export type CustomerInvoice = z.output<typeof customerInvoice>;

/** `ended`: the link was valid and has expired. */
export const openedInvoice = z.object({ invoice: z.nullable(customerInvoice), linkExpired: z.boolean() });
export type OpenedInvoice = z.output<typeof openedInvoice>;

export const customerInvoices = z.object({
  invoices: z.array(
    z.object({
      reference: z.string(),
      state: z.enum(invoiceStates),
      settlement: z.nullable(z.enum(settlementStatuses)),
      overdue: z.boolean(),
      issueDate: z.string(),
      dueDate: z.string(),
      totalFils: fils,
      openFils: fils,
    }),
  ),
  creditFils: fils,
});
export type CustomerInvoices = z.output<typeof customerInvoices>;

export const openingBalances = z.object({
  /** The first invoice has been issued, so the import is closed. */
  locked: z.boolean(),
  numbers: z.object({ invoice: z.int(), creditNote: z.int(), receipt: z.int(), quote: z.int() }),
  invoices: z.int(),
  fils,
  credits: z.int(),
  creditFils: fils,
});
export type OpeningBalances = z.infer<typeof openingBalances>;
