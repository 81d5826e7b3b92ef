import * as z from "zod/mini";
import { may } from "~/platform/auth/permissions";
import { respondWithFile } from "~/platform/files/files-api.server";
import { csvResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { isRefusal } from "~/platform/http/refusal";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { dubaiDate, isDay } from "~/platform/time";
import { findCheque, listCheques, listContractInstalments } from "./cheque-queries.server";
import { receiveCheque, transitionCheque } from "./commands/cheques.server";
import { recordDeposit } from "./commands/deposits.server";
import { acknowledgePayout, keepCheque } from "./commands/open-questions.server";
import { payFromCredit, recordPayment, voidPayment } from "./commands/record-payment.server";
import { refundCustomer, refundWithoutLimit } from "./commands/refunds.server";
import { paymentsCsv } from "./export";
import { chequeStates, paymentMethods } from "./payment";
import {
  eachPageOfPayments,
  findCustomerMoney,
  findPayment,
  listPayments,
  listPayouts,
} from "./queries.server";
import { receiptFile, refundReceiptFile } from "./receipt.server";
import { chequeBody, chequeTransitionBody, depositBody, paymentBody, reason, refundBody } from "./schema";
import {
  chequeDetail,
  chequeRow,
  customerMoney,
  instalmentRow,
  paymentDetail,
  paymentRow,
  payoutRow,
} from "./views";

const day = z.string().check(z.refine(isDay));
const search = z.optional(z.string().check(singleLine(), z.maxLength(100)));
const paymentFields = {
  search,
  method: z.optional(z.enum(paymentMethods)),
  from: z.optional(day),
  until: z.optional(day),
};
const nextCursor = z.nullable(z.string());
const paymentResponse = z.object({
  payment: paymentDetail,
});

/** Payments, refunds and cheques in the office. Money in fils; days are Dubai's. */
export const paymentsApi = endpoints("payment", [
  get("/admin/payments", {
    may: "invoices.read",
    summary: "List payments, newest first",
    query: z.object({ ...paymentFields, ...pageParams }),
    answer: z.object({ payments: z.array(paymentRow), nextCursor }),
    run: listPayments,
  }),

  get("/admin/payments.csv", {
    may: "invoices.read",
    summary: "Export the filtered list as CSV (UTF-8, amounts in AED)",
    reads: "replica-after-own-writes",
    query: z.object(paymentFields),
    answer: bytes("text/csv", "One row per payment, with a header row"),
    run: async (ctx, input) =>
      csvResponse(paymentsCsv(await eachPageOfPayments(ctx, input)), `payments-${dubaiDate(ctx.now)}.csv`),
  }),

  get("/admin/payments/{id}", {
    may: "invoices.read",
    summary: "Get a payment with its allocations and refunds",
    answer: paymentDetail,
    run: (ctx, { id }) => findPayment(ctx, id),
  }),

  get("/admin/payments/{id}/receipt", {
    may: "invoices.read",
    summary: "Receipt of a payment; a voided payment has none",
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, { id }, call) => {
      const file = await receiptFile(ctx, call.get("files"), id);
      return file && isRefusal(file) ? file : respondWithFile(call, file);
    },
    refuses: ["company-details-missing"],
  }),

  get("/admin/refunds/{id}/receipt", {
    may: "invoices.read",
    summary: "Receipt of a refund; a pending or failed refund has none",
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, { id }, call) => {
      const file = await refundReceiptFile(ctx, call.get("files"), id);
      return file && isRefusal(file) ? file : respondWithFile(call, file);
    },
    refuses: ["company-details-missing"],
  }),

  get("/admin/customers/{id}/balance", {
    may: "invoices.read",
    summary: "Balance of a customer: open invoices, due deposits, credit and refundable card payments",
    answer: customerMoney,
    run: (ctx, { id }) => findCustomerMoney(ctx, id),
  }),

  post("/admin/customers/{id}/payments", {
    operationId: "recordCustomerPayment",
    may: "payments.record",
    summary: "Record cash or a bank transfer for one or several invoices",
    description:
      "An amount above the open invoices requires `creditRemainder`: the remainder becomes customer credit. A payment like an existing one requires `allowDuplicate`. If cheques for the invoices are in hand, `heldCheques` says whether they are kept or returned to the customer; deposited ones stay with the bank.",
    body: paymentBody,
    answer: paymentResponse,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...payment }) => recordPayment(ctx, { ...payment, customerId: id }),
    refuses: ["customer-unknown", "not-found", "stale", "over-payment", "same-payment", "cheques-held"],
    reply: async (ctx, _, { id }) => {
      const payment = await findPayment(ctx, id);
      return payment && { payment };
    },
  }),

  post("/admin/quotes/{id}/deposit", {
    operationId: "recordQuoteDeposit",
    may: "payments.record",
    summary: "Record the deposit of an approved quote and issue its tax invoice",
    description:
      "If cheques for the deposit are in hand, `heldCheques` says whether they are kept or returned to the customer; deposited ones stay with the bank.",
    body: depositBody,
    answer: paymentResponse,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...deposit }) => recordDeposit(ctx, { ...deposit, quoteId: id }),
    refuses: [
      "not-found",
      "no-deposit",
      "cheques-held",
      "already-invoiced",
      "stale",
      "nothing-to-charge",
      "negative-total",
      "deposit-used",
      "supply-in-future",
      "supply-too-old",
      "supply-reason-required",
      "due-before-issue",
      "due-too-late",
      "address-required",
      "export-within-uae",
      "company-details-missing",
    ],
    reply: async (ctx, _, { id }) => {
      const payment = await findPayment(ctx, id);
      return payment && { payment };
    },
  }),

  post("/admin/payments/{id}/void", {
    may: "payments.record",
    summary: "Void a payment; the invoices it paid are open again",
    body: z.object({ reason }),
    answer: paymentDetail,
    idempotent: true,
    run: (ctx, { id, reason }) => voidPayment(ctx, id, reason),
    refuses: ["not-found", "payment-reversed", "recorded-automatically", "already-refunded"],
    reply: (ctx, { id }) => findPayment(ctx, id),
  }),

  post("/admin/invoices/{id}/use-credit", {
    may: "payments.record",
    summary: "Pay an invoice from the customer's credit, as far as possible",
    body: z.object({ seenOpenFils: z.int() }),
    answer: okResponse,
    idempotent: true,
    run: (ctx, { id, seenOpenFils }) => payFromCredit(ctx, id, seenOpenFils),
    refuses: ["not-found", "stale", "nothing-open", "credit-too-small"],
    reply: respondOk,
  }),

  post("/admin/customers/{id}/refunds", {
    operationId: "refundCustomer",
    may: "payments.refund",
    summary: "Refund customer credit",
    description: "Card refunds are requested from the provider and complete once it confirms them.",
    body: refundBody,
    answer: customerMoney,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...input }) => {
      const refund = may(ctx.actor, "payments.refund-any") ? refundWithoutLimit : refundCustomer;
      return refund(ctx, { ...input, customerId: id });
    },
    refuses: ["not-found", "credit-too-small", "refund-above-limit", "refund-above-payment", "movement-day"],
    reply: (ctx, { id }) => findCustomerMoney(ctx, id),
  }),

  get("/admin/cheques", {
    may: "invoices.read",
    summary: "List cheques by the earliest day of deposit",
    query: z.object({
      search,
      state: z.optional(z.enum(chequeStates)),
      due: z.optional(z.literal("yes")),
      ...pageParams,
    }),
    answer: z.object({
      cheques: z.array(chequeRow),
      due: z.object({ count: z.int(), fils: z.int() }),
      nextCursor,
    }),
    run: listCheques,
  }),

  get("/admin/cheques/{id}", {
    may: "invoices.read",
    summary: "Get a cheque with its dates",
    answer: chequeDetail,
    run: (ctx, { id }) => findCheque(ctx, id),
  }),

  post("/admin/customers/{id}/cheques", {
    operationId: "recordCustomerCheque",
    may: "payments.record",
    summary: "Record a received cheque; it pays once it has cleared",
    body: chequeBody,
    answer: chequeDetail,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...cheque }) => receiveCheque(ctx, { ...cheque, customerId: id }),
    refuses: [
      ...(["customer-unknown", "not-found", "wrong-state", "no-deposit", "cheque-exists"] as const),
      ...(["cheques-exceed-due", "deposit-in-full"] as const),
    ],
    reply: (ctx, _, { id }) => findCheque(ctx, id),
  }),

  post("/admin/cheques/{id}/transitions", {
    operationId: "changeChequeState",
    may: "payments.record",
    summary: "Mark a cheque as deposited, cleared, bounced or returned",
    body: chequeTransitionBody,
    answer: chequeDetail,
    idempotent: true,
    run: (ctx, { id, transition, version, day }) => transitionCheque(ctx, id, transition, version, day),
    refuses: [
      ...(["not-found", "stale", "wrong-state", "cheque-not-due", "already-refunded"] as const),
      "movement-day",
      ...(["instalment-not-invoiced", "cheques-exceed-due"] as const),
    ],
    reply: (ctx, { id }) => findCheque(ctx, id),
  }),

  post("/admin/cheques/{id}/keep", {
    operationId: "acknowledgeSupersededCheque",
    may: "payments.record",
    summary: "Keep a cheque in hand although its invoice or deposit was paid by card",
    body: z.object({ version: z.int() }),
    answer: chequeDetail,
    idempotent: true,
    run: (ctx, { id, version }) => keepCheque(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => findCheque(ctx, id),
  }),

  get("/admin/contracts/{id}/instalments", {
    operationId: "listContractInstalments",
    may: "invoices.read",
    summary: "Instalments of a contract with their invoices and cheques",
    answer: z.object({ instalments: z.array(instalmentRow) }),
    run: async (ctx, { id }) => ({ instalments: await listContractInstalments(ctx, id) }),
  }),

  get("/admin/payouts", {
    may: "invoices.read",
    summary: "Payouts of the card provider, with its fees",
    query: z.object(pageParams),
    answer: z.object({ payouts: z.array(payoutRow), nextCursor }),
    run: listPayouts,
  }),

  post("/admin/payouts/{id}/acknowledge", {
    operationId: "acknowledgeFailedPayout",
    may: "payments.record",
    summary: "Confirm that the office has seen a failed payout",
    answer: okResponse,
    run: (ctx, { id }) => acknowledgePayout(ctx, id),
    refuses: ["not-found", "wrong-state"],
    reply: respondOk,
  }),
]);
