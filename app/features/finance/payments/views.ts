import * as z from "zod/mini";
import { companyDetails } from "../../core/business/company-details";
import { invoiceKinds } from "../invoices/invoice";
import { chequeStates, paymentMethods, refundStates } from "./payment";

/** Payments as office and customers see them. Money in fils; days are Dubai's. */

const party = z.object({ id: z.uuid(), name: z.string() });
const part = z.object({ id: z.uuid(), reference: z.string(), fils: z.int() });

export const paymentRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: party,
  method: z.enum(paymentMethods),
  fils: z.int(),
  /** Neither reversed nor refunded. */
  remainingFils: z.int(),
  reversedFils: z.int(),
  refundedFils: z.int(),
  feeFils: z.nullable(z.int()),
  receivedOn: z.string(),
  note: z.string(),
  allocations: z.array(part),
  /** Part that became credit. */
  creditFils: z.int(),
  recordedBy: z.nullable(z.string()),
  recordedAt: z.string(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const paymentDetail = z.extend(paymentRow, {
  /** Company details that the receipt still needs. */
  receiptNeeds: z.array(z.enum(companyDetails)),
  payout: z.nullable(z.object({ reference: z.string(), arrivedOn: z.string() })),
  provider: z.nullable(z.object({ name: z.string(), payment: z.string() })),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      fils: z.int(),
      state: z.enum(refundStates),
      /** False until the refund and the company details are complete, and after the retention. */
      hasReceipt: z.boolean(),
      reason: z.string(),
      /** Dubai day of the refund. */
      day: z.string(),
      recordedAt: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      fils: z.nullable(z.int()),
      actorName: z.nullable(z.string()),
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
  /** Contract whose instalment it pays, until that is invoiced. */
  contract: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** Payment of a cleared cheque. */
  payment: z.nullable(z.object({ id: z.uuid(), reference: z.string() })),
  /** In hand and ready to deposit. */
  readyToDeposit: z.boolean(),
});
export type ChequeRow = z.infer<typeof chequeRow>;

export const chequeDetail = z.extend(chequeRow, {
  /** Days on which it reached its states, in order. */
  dates: z.array(z.object({ state: z.enum(chequeStates), day: z.string() })),
});
export type ChequeDetail = z.infer<typeof chequeDetail>;

export const instalmentRow = z.object({
  number: z.int(),
  dueDate: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  fils: z.int(),
  /** Null until it is invoiced on its due date. */
  invoice: z.nullable(z.object({ id: z.uuid(), reference: z.string(), openFils: z.int() })),
  /** Not returned. */
  cheques: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      dated: z.string(),
      fils: z.int(),
      state: z.enum(chequeStates),
    }),
  ),
  /** Neither paid nor covered by cheques in hand. */
  uncoveredFils: z.int(),
});
export type InstalmentRow = z.infer<typeof instalmentRow>;

export const payoutRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  arrivedOn: z.string(),
  fils: z.int(),
  /** Day on which the bank returned the money to the provider. */
  failedOn: z.nullable(z.string()),
  /** Gross payments. */
  paidFils: z.int(),
  /** Fees of the payments and of the provider, without those of disputes. */
  feeFils: z.int(),
  disputeFeeFils: z.int(),
  /** Held back by the provider (negative) or released. */
  reserveFils: z.int(),
  /** Paid by the business into its balance at the provider. */
  topUpFils: z.int(),
  /** Refunds, disputes and failed payouts, so that the amounts add up to `fils`. */
  otherFils: z.int(),
  payments: z.int(),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** Balance of a customer for recording, refunds and credit. */
export const customerMoney = z.object({
  customer: party,
  creditFils: z.int(),
  openInvoices: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      dueDate: z.string(),
      overdue: z.boolean(),
      openFils: z.int(),
    }),
  ),
  /** A payment towards one of them is a recovered bad debt. */
  writtenOff: z.array(
    z.object({ id: z.uuid(), reference: z.string(), dueDate: z.string(), writtenOffFils: z.int() }),
  ),
  deposits: z.array(z.object({ quoteId: z.uuid(), reference: z.string(), fils: z.int() })),
  /** Card payments that can be refunded. */
  cardPayments: z.array(
    z.object({ id: z.uuid(), reference: z.string(), remainingFils: z.int(), receivedOn: z.string() }),
  ),
  cheques: z.array(chequeRow),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      reference: z.string(),
      method: z.enum(paymentMethods),
      fils: z.int(),
      state: z.enum(refundStates),
      /** False until the refund and the company details are complete, and after the retention. */
      hasReceipt: z.boolean(),
      reason: z.string(),
      /** Dubai day of the refund. */
      day: z.string(),
      recordedAt: z.string(),
    }),
  ),
});
export type CustomerMoney = z.infer<typeof customerMoney>;

export const customerReceipt = z.object({
  reference: z.string(),
  kind: z.enum(["payment", "refund"]),
  method: z.enum(paymentMethods),
  fils: z.int(),
  /** Dubai day of the payment or refund. */
  receivedOn: z.string(),
  path: z.string(),
});
export type CustomerReceipt = z.infer<typeof customerReceipt>;

const customerInvoiceLink = z.object({
  reference: z.string(),
  kind: z.enum(invoiceKinds),
  totalFils: z.int(),
  openFils: z.int(),
  dueDate: z.string(),
  overdue: z.boolean(),
  path: z.string(),
});
export type CustomerInvoiceLink = z.infer<typeof customerInvoiceLink>;

export const toPay = z.object({
  fils: z.int(),
  cards: z.boolean(),
  bank: z.nullable(z.object({ name: z.string(), accountName: z.string(), iban: z.string() })),
  /** Invoices of a quote: deposit and work. */
  invoices: z.array(customerInvoiceLink),
  receipts: z.array(customerReceipt),
});
export type ToPay = z.infer<typeof toPay>;

export const bookingMoney = z.object({
  /** Invoices less credit notes; null while unknown. */
  priceFils: z.nullable(z.int()),
  invoices: z.array(customerInvoiceLink),
  receipts: z.array(customerReceipt),
  /** Unused deposit, and its rule on cancellation. */
  paidDeposit: z.nullable(z.object({ fils: z.int(), rule: z.enum(["refunded", "forfeited"]) })),
  /** Deposit due and its payment page. */
  deposit: z.nullable(z.object({ fils: z.int(), path: z.string() })),
});
export type BookingMoney = z.infer<typeof bookingMoney>;

/** `receipt`: receipt of the payment made with this checkout. */
export const checkoutState = z.object({
  state: z.enum(["open", "paid", "expired"]),
  receipt: z.nullable(customerReceipt),
});
export type CheckoutState = z.infer<typeof checkoutState>;
