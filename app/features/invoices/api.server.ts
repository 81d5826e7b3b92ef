import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { done, endpoints, get, post, sayDone } from "~/platform/http/endpoint.server";
import { deleteDraft, saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { writeOff } from "./commands/write-off.server";
import { findInvoiceDetail } from "./queries.server";
import { creditSchema, draftSchema, reason } from "./schema";
import { invoiceDetail } from "./views";

const oneInvoice = z.object({ invoice: invoiceDetail });
const version = z.int({ error: () => m.invoices_error_stale() });

/** What the office does with invoices. Money is AED in fils, VAT included. */
export const invoicesApi = endpoints("invoice", [
  get("/admin/invoices/{id}", {
    may: "invoices.read",
    summary: "An invoice or a draft with its lines and what settled it",
    answer: oneInvoice,
    run: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/invoices/drafts", {
    may: "invoices.manage",
    summary:
      "Begin an invoice: of a booking, of an approved quote with its deposits deducted, or empty for a customer",
    description:
      "Of a booking and of a quote there is one at a time: a draft that is there already is the answer.",
    body: z.union([
      z.strictObject({ bookingId: z.uuid() }),
      z.strictObject({ quoteId: z.uuid() }),
      z.strictObject({ customerId: z.uuid() }),
    ]),
    answer: oneInvoice,
    once: true,
    run: draftInvoice,
    refuses: ["not-found", "wrong-state", "not-approved", "customer-unknown", "already-invoiced"],
    reply: (ctx, _, { id }) => oneOf(ctx, id),
  }),

  post("/admin/invoices/{id}/draft", {
    may: "invoices.manage",
    summary: "Write a draft down as a whole; `discount` on all of it is laid on its lines",
    body: z.extend(draftSchema, { version }),
    answer: oneInvoice,
    run: (ctx, { id, version, ...content }) => saveDraft(ctx, { id, version }, content),
    refuses: ["not-found", "wrong-state", "stale", "below-zero", "deposit-used"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/invoices/{id}/delete", {
    may: "invoices.manage",
    summary: "Throw a draft away",
    body: z.object({ version }),
    answer: done,
    run: (ctx, { id, version }) => deleteDraft(ctx, { id, version }),
    refuses: ["not-found", "wrong-state", "stale"],
    reply: sayDone,
  }),

  post("/admin/invoices/{id}/issue", {
    may: "invoices.manage",
    summary: "Issue a draft, for good: a number, and never changed again",
    body: z.object({ version }),
    answer: oneInvoice,
    once: true,
    run: (ctx, { id, version }) => issueInvoice(ctx, { id, version }),
    refuses: [
      "not-found",
      "wrong-state",
      "stale",
      "nothing-to-charge",
      "below-zero",
      "deposit-used",
      "supply-ahead",
      "due-before-issue",
      "address-required",
    ],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/invoices/{id}/credit", {
    may: "invoices.manage",
    summary:
      "Correct an invoice by a credit note: all that is left, an amount, or quantities and amounts of its lines",
    description: "What is open becomes less; what was paid already is the customer's credit.",
    body: z.extend(creditSchema, { version }),
    answer: oneInvoice,
    once: true,
    run: (ctx, { id, version, wish, ...why }) => creditInvoice(ctx, { id, version }, wish, why),
    refuses: ["not-found", "stale", "credit-too-much", "event-ahead"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/invoices/{id}/write-off", {
    may: "invoices.write-off",
    summary: "Give up what is open of an invoice",
    body: z.object({ version, reason }),
    answer: oneInvoice,
    once: true,
    run: (ctx, { id, version, reason }) => writeOff(ctx, { id, version }, reason),
    refuses: ["not-found", "stale", "nothing-open"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),
]);

async function oneOf(ctx: Ctx, id: string) {
  const invoice = await findInvoiceDetail(ctx, id);
  return invoice && { invoice };
}
