import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { answerFile } from "~/platform/files/files-api.server";
import { asCsv, asPdf } from "~/platform/http/download.server";
import { bytes, okResponse, endpoints, get, post, respondOk } from "~/platform/http/endpoint.server";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { csvUpload } from "~/platform/lists/csv-rows.server";
import { importOutcome } from "~/platform/lists/import-outcome";
import { pageParams } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { askForEInvoice } from "./commands/ask-for-e-invoice.server";
import { cancelQuote } from "./commands/cancel-quote.server";
import { deleteDraft, saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { remindNow } from "./commands/remind-now.server";
import { switchReminders } from "./commands/switch-reminders.server";
import { setLastNumbers, importOpeningBalances } from "./commands/import-opening-balances.server";
import { writeOff } from "./commands/write-off.server";
import { depositResolutions } from "./credit/deposit-resolution";
import { creditNoteFile, invoiceFile } from "./document.server";
import { readEInvoice } from "./e-invoice/e-invoice-file.server";
import { documentsCsv, eachPageOfDocuments, statementCsv } from "./office-list/export.server";
import { ages, standings } from "./office-list/invoice-filter";
import { listInvoices } from "./office-list/list.server";
import { findInvoiceDetail } from "./office-list/office-queries.server";
import { getAgeing } from "./overdue/ageing.server";
import { findStatement } from "./overdue/statement.server";
import { drawStatement } from "./overdue/statement-document.server";
import { creditSchema, day, draftSchema, draftSource, reason } from "./schema";
import { openingBalanceColumns } from "./opening-balances/opening-balances";
import { getOpeningBalances } from "./opening-balances/opening-balances.server";
import { ageing, bulkAnswer, invoiceDetail, invoiceList, statement, openingBalances } from "./views";

const MAX_BATCH = 100;
const lastNumber = z.int().check(z.gte(0), z.lte(999_998));
const days = { from: z.optional(day), to: z.optional(day) };
const oneInvoice = z.object({ invoice: invoiceDetail });
const version = z.int32({ error: () => m.invoices_error_stale() });

/** What the office does with invoices. Money is AED in fils, VAT included. */
export const invoicesApi = endpoints("invoice", [
  get("/admin/invoices", {
    may: "invoices.read",
    summary: "The list of invoices, the newest first; what is open by its due date",
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum(standings)),
      age: z.optional(z.enum(ages)),
      customer: z.optional(z.uuid()),
      booking: z.optional(z.uuid()),
      quote: z.optional(z.uuid()),
      contract: z.optional(z.uuid()),
      ...days,
      ...pageParams,
    }),
    answer: invoiceList,
    run: listInvoices,
  }),

  get("/admin/invoice-ageing", {
    may: "invoices.read",
    summary: "What is open of all customers, by how many days it is overdue",
    answer: ageing,
    run: (ctx) => getAgeing(ctx),
  }),

  get("/admin/invoices.csv", {
    may: "invoices.read",
    summary: "Every invoice and credit note of some days, for the accountant: net, VAT, total, emirate, TRN",
    query: z.object(days),
    answer: bytes("text/csv", "A line a document, under a line of heads"),
    run: async (ctx, wish) =>
      asCsv(documentsCsv(await eachPageOfDocuments(ctx, wish)), `invoices-${dubaiDate(ctx.now)}.csv`),
  }),

  get("/admin/customers/{id}/statement", {
    may: "invoices.read",
    summary: "A customer's statement of account: what was asked for and paid from a day to a day",
    query: z.object({ from: day, to: day }),
    answer: statement,
    run: (ctx, { id, ...period }) => findStatement(ctx, { customerId: id, ...period }),
  }),

  get("/admin/customers/{id}/statement.csv", {
    may: "invoices.read",
    summary: "The same as a spreadsheet",
    query: z.object({ from: day, to: day }),
    answer: bytes("text/csv", "A line an entry, between the opening and the closing balance"),
    async run(ctx, { id, ...period }) {
      const found = await findStatement(ctx, { customerId: id, ...period });
      return found && asCsv(statementCsv(found), `statement-${period.to}.csv`);
    },
  }),

  get("/admin/customers/{id}/statement.pdf", {
    may: "invoices.read",
    summary: "The same as a document",
    query: z.object({ from: day, to: day }),
    answer: bytes("application/pdf", "PDF/A-3"),
    async run(ctx, { id, ...period }) {
      const found = await findStatement(ctx, { customerId: id, ...period });
      return found && asPdf(await drawStatement(ctx, found, null), `statement-${period.to}.pdf`);
    },
  }),

  get("/admin/invoices/{id}", {
    may: "invoices.read",
    summary: "An invoice or a draft with its lines and what settled it",
    answer: oneInvoice,
    run: (ctx, { id }, call) => oneOf(ctx, id, call.get("config")),
  }),

  get("/admin/invoices/{id}/document", {
    may: "invoices.read",
    summary: "An invoice as it was issued",
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, { id }, call) =>
      answerFile(call, await invoiceFile(ctx, call.get("config"), call.get("files"), id)),
  }),

  get("/admin/invoices/{id}/credit-notes/{noteId}/document", {
    may: "invoices.read",
    summary: "A credit note as it was issued",
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, { id, noteId }, call) =>
      answerFile(call, await creditNoteFile(ctx, call.get("files"), { id: noteId, invoiceId: id })),
  }),

  get("/admin/invoices/{id}/e-invoice", {
    may: "invoices.read",
    summary: "An invoice to a business as an electronic invoice (PINT AE, UBL 2.1)",
    answer: bytes("application/xml", "XML, which never changes"),
    run: (ctx, { id }) => readEInvoice(ctx, { invoiceId: id }),
  }),

  get("/admin/invoices/{id}/credit-notes/{noteId}/e-invoice", {
    may: "invoices.read",
    summary: "A credit note to a business as an electronic one",
    answer: bytes("application/xml", "XML, which never changes"),
    run: (ctx, { id, noteId }) => readEInvoice(ctx, { invoiceId: id, creditNoteId: noteId }),
  }),

  post("/admin/invoices/{id}/e-invoice", {
    may: "invoices.manage",
    summary:
      "Make the electronic invoice of what was issued before all was there for it, and send it, also once more",
    description: "`creditNoteId`: of this credit note of it; null: of the invoice itself.",
    body: z.object({ creditNoteId: z.nullable(z.uuid()) }),
    answer: oneInvoice,
    run: (ctx, { id, creditNoteId }) => askForEInvoice(ctx, { invoiceId: id, creditNoteId }),
    refuses: ["e-invoice-incomplete", "wrong-state"],
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/drafts", {
    may: "invoices.manage",
    summary:
      "Begin an invoice: of a booking, of an approved quote with its deposits deducted, of a contract's year, or empty for a customer",
    description:
      "Of a booking and of a quote there is one at a time: a draft that is there already is the answer.",
    body: draftSource,
    answer: oneInvoice,
    once: true,
    run: draftInvoice,
    refuses: [
      "not-found",
      "wrong-state",
      "not-approved",
      "not-agreed",
      "customer-unknown",
      "already-invoiced",
    ],
    reply: (ctx, _, { id }, call) => oneOf(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/draft", {
    may: "invoices.manage",
    summary: "Write a draft down as a whole; `discount` on all of it is laid on its lines",
    body: z.extend(draftSchema, { version }),
    answer: oneInvoice,
    run: (ctx, { id, version, ...content }) => saveDraft(ctx, { id, version }, content),
    refuses: ["not-found", "wrong-state", "stale", "below-zero", "deposit-used"],
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/delete", {
    may: "invoices.manage",
    summary: "Throw a draft away",
    body: z.object({ version }),
    answer: okResponse,
    run: (ctx, { id, version }) => deleteDraft(ctx, { id, version }),
    refuses: ["not-found", "wrong-state", "stale"],
    reply: respondOk,
  }),

  post("/admin/invoices/{id}/issue", {
    may: "invoices.manage",
    summary: "Issue a draft, for good: a number, and never changed again",
    description: "`draft`: what it is to say, where that was not saved before.",
    body: z.object({ version, draft: z.optional(draftSchema) }),
    answer: oneInvoice,
    once: true,
    run: (ctx, { id, version, draft }) => issueInvoice(ctx, { id, version }, draft),
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
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
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
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
  }),

  get("/admin/opening-balances", {
    may: "books.import-opening-balances",
    summary: "What was taken over from the books of before, and whether more may be",
    answer: openingBalances,
    run: (ctx) => getOpeningBalances(ctx),
  }),

  get("/admin/opening-balances/template", {
    may: "books.import-opening-balances",
    summary: "An empty list, with the heads of the columns that are taken over",
    answer: bytes("text/csv", "The heads of the list"),
    run: async () => asCsv(CSV_BYTE_ORDER_MARK + csvLine(openingBalanceColumns), "opening-balances.csv"),
  }),

  post("/admin/opening-balances", {
    may: "books.import-opening-balances",
    summary:
      "Take over what stood open before, all of a list or nothing; or tell what would become of each row",
    description: "Before the first document of ours is issued.",
    body: csvUpload,
    answer: importOutcome,
    once: true,
    run: importOpeningBalances,
    refuses: ["opening-balances-locked", "csv-unreadable", "csv-columns", "csv-empty", "csv-long", "csv-wrong"],
    reply: (_, __, { outcome }) => outcome,
  }),

  post("/admin/opening-balances/numbers", {
    may: "books.import-opening-balances",
    summary: "From which numbers those of ours go on this year; 0: from the first",
    body: z.object({ invoice: lastNumber, creditNote: lastNumber, receipt: lastNumber, quote: lastNumber }),
    answer: openingBalances,
    run: setLastNumbers,
    refuses: ["opening-balances-locked", "number-taken"],
    reply: (ctx) => getOpeningBalances(ctx),
  }),

  post("/admin/quotes/{id}/cancel", {
    may: "invoices.manage",
    summary:
      "Call off what was approved, with its booking; a paid deposit goes by its rule, or as the office says",
    description:
      "`deposit`: `by-rule` as the approved version says; `refunded`: credited on its own invoice; `kept`. `version` of the quote.",
    body: z.object({ version, deposit: z.enum(depositResolutions), reason }),
    answer: okResponse,
    once: true,
    run: (ctx, { id, version, ...wish }) => cancelQuote(ctx, { id, version }, wish),
    refuses: ["not-found", "stale", "wrong-state", "already-invoiced"],
    reply: respondOk,
  }),

  post("/admin/invoices/{id}/reminders", {
    may: "invoices.manage",
    summary: "Remind the customer of this invoice, or no longer",
    body: z.object({ on: z.boolean() }),
    answer: oneInvoice,
    run: (ctx, { id, on }) => switchReminders(ctx, id, on),
    refuses: ["not-found"],
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/remind", {
    may: "invoices.manage",
    summary: "Remind the customers of several overdue invoices now, of each once a day",
    description:
      "Those that are refused leave the others alone; the answer tells of each, in the same order.",
    body: z.object({ invoices: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
    answer: bulkAnswer,
    async run(ctx, { invoices }, call) {
      const results = [];
      // One after the other, each in a transaction of its own.
      for (const id of invoices) {
        const result = await remindNow(ctx, id);
        results.push({ id, ok: result.ok, message: result.ok ? null : call.get("wordsFor")(result) });
      }
      return results;
    },
    reply: (_ctx, _input, results) => ({ results }),
  }),

  post("/admin/invoices/{id}/write-off", {
    may: "invoices.write-off",
    summary: "Give up what is open of an invoice",
    body: z.object({ version, reason }),
    answer: oneInvoice,
    once: true,
    run: (ctx, { id, version, reason }) => writeOff(ctx, { id, version }, reason),
    refuses: ["not-found", "stale", "nothing-open"],
    reply: (ctx, { id }, _, call) => oneOf(ctx, id, call.get("config")),
  }),
]);

async function oneOf(ctx: Ctx, id: string, config: Config) {
  const invoice = await findInvoiceDetail(ctx, id, config);
  return invoice && { invoice };
}
