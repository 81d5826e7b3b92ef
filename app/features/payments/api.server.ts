import * as z from "zod/mini";
import { may } from "~/platform/auth/permissions";
import { respondWithFile } from "~/platform/files/files-api.server";
import { asCsv } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { dubaiDate, isDay } from "~/platform/time";
import { receiveCheque, transitionCheque } from "./commands/cheques.server";
import { recordDeposit } from "./commands/deposits.server";
import { payFromCredit, recordPayment, voidPayment } from "./commands/record-payment.server";
import { refundCustomer, refundWithoutLimit } from "./commands/refunds.server";
import { paymentsCsv } from "./export";
import { chequeStates, paymentMethods } from "./payment";
import {
  eachPageOfPayments,
  findCheque,
  findCustomerMoney,
  findPayment,
  listCheques,
  listPayments,
  listPayouts,
} from "./queries.server";
import { receiptFile, refundReceiptFile } from "./receipt.server";
import { chequeBody, chequeMoveBody, depositBody, paymentBody, reason, refundBody } from "./schema";
import { chequeRow, customerMoney, paymentDetail, paymentRow, payoutRow } from "./views";

const day = z.string().check(z.refine(isDay));
const search = z.optional(z.string().check(z.trim(), z.maxLength(100)));
const paymentFields = {
  search,
  method: z.optional(z.enum(paymentMethods)),
  from: z.optional(day),
  until: z.optional(day),
};
const nextCursor = z.nullable(z.string());
/** A recorded payment and its allocation. */
const taken = z.object({
  payment: paymentDetail,
});

/** Payments, refunds and cheques in the office. Money in fils; days are Dubai's. */
export const paymentsApi = endpoints("payment", [
  get("/admin/payments", {
    may: "invoices.read",
    summary: "What came in, the latest first",
    query: z.object({ ...paymentFields, ...pageParams }),
    answer: z.object({ payments: z.array(paymentRow), nextCursor }),
    run: listPayments,
  }),

  get("/admin/payments.csv", {
    may: "invoices.read",
    summary: "The filtered list as a spreadsheet: UTF-8, in dirhams",
    query: z.object(paymentFields),
    answer: bytes("text/csv", "A line a payment, under a line of heads"),
    run: async (ctx, wish) =>
      asCsv(paymentsCsv(await eachPageOfPayments(ctx, wish)), `payments-${dubaiDate(ctx.now)}.csv`),
  }),

  get("/admin/payments/{id}", {
    may: "invoices.read",
    summary: "A payment with what became of it",
    answer: paymentDetail,
    run: (ctx, { id }) => findPayment(ctx, id),
  }),

  get("/admin/payments/{id}/receipt", {
    may: "invoices.read",
    summary: "The receipt of a payment; one that was taken back has none",
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, { id }, call) => respondWithFile(call, await receiptFile(ctx, call.get("files"), id)),
  }),

  get("/admin/refunds/{id}/receipt", {
    may: "invoices.read",
    summary: "The receipt of a refund; one whose money is not back has none",
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, { id }, call) =>
      respondWithFile(call, await refundReceiptFile(ctx, call.get("files"), id)),
  }),

  get("/admin/customers/{id}/money", {
    may: "invoices.read",
    summary: "What money there is between us and a customer",
    answer: customerMoney,
    run: (ctx, { id }) => findCustomerMoney(ctx, id),
  }),

  post("/admin/customers/{id}/payments", {
    may: "payments.record",
    summary: "Write down cash or a transfer for one or several invoices",
    description:
      "What is beyond what is open is refused until `creditRest` says that it is the customer's credit; one that looks like another until `another` says that it is not.",
    body: paymentBody,
    answer: taken,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...payment }) => recordPayment(ctx, { ...payment, customerId: id }),
    refuses: ["customer-unknown", "not-found", "stale", "over-payment", "same-payment"],
    reply: async (ctx, _, { id }) => {
      const payment = await findPayment(ctx, id);
      return payment && { payment };
    },
  }),

  post("/admin/quotes/{id}/deposit", {
    may: "payments.record",
    summary: "Write down the deposit of an approved quote: its tax invoice is issued with it",
    body: depositBody,
    answer: taken,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...deposit }) => recordDeposit(ctx, { ...deposit, quoteId: id }),
    refuses: [
      "not-found",
      "no-deposit",
      "already-invoiced",
      "stale",
      "nothing-to-charge",
      "below-zero",
      "deposit-used",
      "supply-ahead",
      "due-before-issue",
      "address-required",
    ],
    reply: async (ctx, _, { id }) => {
      const payment = await findPayment(ctx, id);
      return payment && { payment };
    },
  }),

  post("/admin/payments/{id}/take-back", {
    may: "payments.record",
    summary: "Take back what was written down by mistake: what it settled is open again",
    body: z.object({ reason }),
    answer: paymentDetail,
    idempotent: true,
    run: (ctx, { id, reason }) => voidPayment(ctx, id, reason),
    refuses: ["not-found", "payment-reversed", "not-by-hand", "money-gone"],
    reply: (ctx, { id }) => findPayment(ctx, id),
  }),

  post("/admin/invoices/{id}/use-credit", {
    may: "payments.record",
    summary: "Pay an invoice out of its customer's credit, as far as it goes",
    body: z.object({ seenOpenFils: z.int() }),
    answer: okResponse,
    idempotent: true,
    run: (ctx, { id, seenOpenFils }) => payFromCredit(ctx, id, seenOpenFils),
    refuses: ["not-found", "stale", "nothing-open", "credit-too-small"],
    reply: respondOk,
  }),

  post("/admin/customers/{id}/refunds", {
    may: "payments.refund",
    summary: "Give back what we owe a customer",
    description: "What goes back to a card is asked of the provider, and is done once it says so.",
    body: refundBody,
    answer: customerMoney,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...wish }) => {
      const refund = may(ctx.actor, "payments.refund-any") ? refundWithoutLimit : refundCustomer;
      return refund(ctx, { ...wish, customerId: id });
    },
    refuses: ["not-found", "credit-too-small", "refund-above-limit", "refund-above-payment"],
    reply: (ctx, { id }) => findCustomerMoney(ctx, id),
  }),

  get("/admin/cheques", {
    may: "invoices.read",
    summary: "Cheques by the day from which they may be deposited",
    query: z.object({
      search,
      state: z.optional(z.enum(chequeStates)),
      due: z.optional(z.literal("yes")),
      ...pageParams,
    }),
    answer: z.object({
      cheques: z.array(chequeRow),
      /** Cheques in hand that can be deposited today. */
      due: z.object({ count: z.int(), fils: z.int() }),
      nextCursor,
    }),
    run: listCheques,
  }),

  get("/admin/cheques/{id}", {
    may: "invoices.read",
    summary: "A cheque",
    answer: chequeRow,
    run: (ctx, { id }) => findCheque(ctx, id),
  }),

  post("/admin/customers/{id}/cheques", {
    may: "payments.record",
    summary: "Write down a cheque that was handed over; it pays once it has cleared",
    body: chequeBody,
    answer: chequeRow,
    idempotent: true,
    status: 201,
    run: (ctx, { id, ...cheque }) => receiveCheque(ctx, { ...cheque, customerId: id }),
    refuses: ["customer-unknown", "not-found", "no-deposit", "cheque-known"],
    reply: (ctx, _, { id }) => findCheque(ctx, id),
  }),

  post("/admin/cheques/{id}/moves", {
    may: "payments.record",
    summary: "A cheque was deposited, has cleared, bounced, or was given back",
    body: chequeMoveBody,
    answer: chequeRow,
    idempotent: true,
    run: (ctx, { id, move, version }) => transitionCheque(ctx, id, move, version),
    refuses: ["not-found", "stale", "wrong-state", "cheque-ahead", "money-gone"],
    reply: (ctx, { id }) => findCheque(ctx, id),
  }),

  get("/admin/payouts", {
    may: "invoices.read",
    summary: "What the card provider paid out to our bank, with what it kept",
    query: z.object(pageParams),
    answer: z.object({ payouts: z.array(payoutRow), nextCursor }),
    run: listPayouts,
  }),
]);
