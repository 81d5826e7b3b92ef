import * as z from "zod/mini";
import { invoiceKinds } from "../invoices/invoice";
import { chequeStates, paymentMethods, refundStates } from "./payment";

/** What the office and customers see of money. AED in fils; days are of Dubai. */

const party = z.object({ id: z.uuid(), name: z.string() });
const part = z.object({ id: z.uuid(), reference: z.string(), fils: z.int() });

export const paymentRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: party,
  method: z.enum(paymentMethods),
  fils: z.int(),
  /** What is left of it: neither taken back nor refunded. */
  leftFils: z.int(),
  reversedFils: z.int(),
  refundedFils: z.int(),
  feeFils: z.nullable(z.int()),
  receivedOn: z.string(),
  note: z.string(),
  /** What it settles now. */
  towards: z.array(part),
  /** What of it became credit. */
  creditFils: z.int(),
  recordedBy: z.nullable(z.string()),
  recordedAt: z.string(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const paymentDetail = z.extend(paymentRow, {
  payout: z.nullable(z.object({ reference: z.string(), arrivedOn: z.string() })),
  provider: z.nullable(z.object({ name: z.string(), payment: z.string() })),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      fils: z.int(),
      state: z.enum(refundStates),
      reason: z.string(),
      recordedAt: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      fils: z.nullable(z.int()),
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

export const chequeRow = z.object({
  id: z.uuid(),
  version: z.int(),
  customer: party,
  number: z.string(),
  bank: z.string(),
  dated: z.string(),
  fils: z.int(),
  state: z.enum(chequeStates),
  invoice: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  quote: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** What it became when it had cleared. */
  payment: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** Held, and its day has come. */
  due: z.boolean(),
});
export type ChequeRow = z.infer<typeof chequeRow>;

export const payoutRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  arrivedOn: z.string(),
  fils: z.int(),
  /** What its payments came to, and what was kept of them. */
  paidFils: z.int(),
  feeFils: z.int(),
  payments: z.int(),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** What money there is between us and a customer: for recording, refunds and credit. */
export const customerMoney = z.object({
  customer: party,
  creditFils: z.int(),
  open: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      dueDate: z.string(),
      overdue: z.boolean(),
      openFils: z.int(),
    }),
  ),
  /** Deposits that are waited for. */
  deposits: z.array(z.object({ quoteId: z.uuid(), reference: z.string(), fils: z.int() })),
  /** What may go back to a card. */
  cardPayments: z.array(
    z.object({ id: z.uuid(), reference: z.string(), leftFils: z.int(), receivedOn: z.string() }),
  ),
  cheques: z.array(chequeRow),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      method: z.enum(paymentMethods),
      fils: z.int(),
      state: z.enum(refundStates),
      reason: z.string(),
      recordedAt: z.string(),
    }),
  ),
});
export type CustomerMoney = z.infer<typeof customerMoney>;

/** A receipt as its customer sees it. */
export const ownReceipt = z.object({
  reference: z.string(),
  /** Of money that came, or that was given back. */
  kind: z.enum(["payment", "refund"]),
  method: z.enum(paymentMethods),
  fils: z.int(),
  /** The day of Dubai on which it came, or was given back. */
  receivedOn: z.string(),
  /** Where it is had as a file, for whoever is shown it. */
  path: z.string(),
});
export type OwnReceipt = z.infer<typeof ownReceipt>;

const ownInvoiceLink = z.object({
  reference: z.string(),
  kind: z.enum(invoiceKinds),
  totalFils: z.int(),
  openFils: z.int(),
  dueDate: z.string(),
  overdue: z.boolean(),
  /** Its page, for whoever is shown it. */
  path: z.string(),
});
export type OwnInvoiceLink = z.infer<typeof ownInvoiceLink>;

/** What is to be paid, how, and what was. */
export const toPay = z.object({
  fils: z.int(),
  cards: z.boolean(),
  bank: z.nullable(z.object({ name: z.string(), accountName: z.string(), iban: z.string() })),
  /** Of a quote: its deposit, and what the work came to. */
  invoices: z.array(ownInvoiceLink),
  receipts: z.array(ownReceipt),
});
export type ToPay = z.infer<typeof toPay>;

/** What a booking came to. */
export const bookingMoney = z.object({
  /** What was invoiced in the end, less what was credited; null: it is not known yet. */
  priceFils: z.nullable(z.int()),
  invoices: z.array(ownInvoiceLink),
  receipts: z.array(ownReceipt),
  /** What was paid before the work and not used, and what becomes of it when the customer cancels. */
  paidDeposit: z.nullable(z.object({ fils: z.int(), rule: z.enum(["refunded", "kept"]) })),
  /** What is waited for before the work, and the page on which it is paid. */
  deposit: z.nullable(z.object({ fils: z.int(), path: z.string() })),
});
export type BookingMoney = z.infer<typeof bookingMoney>;

/** `receipt`: of what was paid on that page. */
export const checkoutState = z.object({
  state: z.enum(["open", "paid", "expired"]),
  receipt: z.nullable(ownReceipt),
});
export type CheckoutState = z.infer<typeof checkoutState>;
