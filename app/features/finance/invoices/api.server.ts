import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { respondWithFile } from "~/platform/files/files-api.server";
import { csvResponse, pdfResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { bulkAnswer } from "~/platform/lists/bulk";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { csvUpload } from "~/platform/lists/csv-rows.server";
import { importOutcome } from "~/platform/lists/import-outcome";
import { pageParams } from "~/platform/lists/keyset.server";
import { runBulk } from "~/platform/lists/run-bulk.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { dubaiDate } from "~/platform/time";
import { cancelQuote } from "../quotes/commands/cancel.server";
import { depositResolutions } from "../quotes/deposit-resolution";
import { claimBadDebtRelief, notifyOfWriteOff } from "./commands/bad-debt-relief.server";
import { deleteDraft, saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { importOpeningBalances, setLastNumbers } from "./commands/import-opening-balances.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { remindNow } from "./commands/remind-now.server";
import { requestEInvoice } from "./commands/request-e-invoice.server";
import {
  invoiceChannels,
  type ResendRequest,
  replaceInvoiceLink,
  resendInvoice,
} from "./commands/resend-invoice.server";
import { switchReminders } from "./commands/switch-reminders.server";
import { undoWriteOff, writeOff } from "./commands/write-off.server";
import { settleDeposits } from "./credit/settle-deposits.server";
import { findInvoiceUrl, loadCreditNotePdf, loadInvoicePdf } from "./document.server";
import { readEInvoice } from "./e-invoice/e-invoice-file.server";
import { findInvoiceDetail } from "./office/detail-queries.server";
import { documentsCsv, exportDocuments, statementCsv } from "./office/export.server";
import { ageingBuckets, invoiceFilterStates } from "./office/invoice-filter";
import { listInvoices } from "./office/list-queries.server";
import { openingBalanceColumns } from "./opening-balances/opening-balances";
import { getOpeningBalances } from "./opening-balances/opening-balances.server";
import { getAgeing } from "./overdue/ageing.server";
import { findStatement } from "./overdue/statement.server";
import { renderStatementPdf } from "./overdue/statement-document.server";
import { creditSchema, day, draftSchema, draftSource, positiveFils, reason, recipientSchema } from "./schema";
import { ageing, invoiceDetail, invoiceList, openingBalances, statement } from "./views";

const MAX_BATCH = 100;
const lastNumber = z.int().check(z.gte(0), z.lte(999_998));
const days = { from: z.optional(day), to: z.optional(day) };
const invoiceResponse = z.object({ invoice: invoiceDetail });
const version = z.int32({ error: () => m.invoices_error_stale() });

/** Invoice endpoints of the office. Money is AED in fils, VAT included. */
export const invoicesApi = endpoints("invoice", [
  get("/admin/invoices", {
    may: "invoices.read",
    summary: "List invoices, newest first; open invoices by due date",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      state: z.optional(z.enum(invoiceFilterStates)),
      age: z.optional(z.enum(ageingBuckets)),
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
    summary: "Open amounts of all customers by days overdue",
    answer: ageing,
    run: (ctx) => getAgeing(ctx),
  }),

  get("/admin/invoices.csv", {
    may: "invoices.read",
    summary: "Export all invoices and credit notes of a date range as CSV: net, VAT, total, emirate, TRN",
    reads: "replica-after-own-writes",
    query: z.object(days),
    answer: bytes("text/csv", "One row per document, with a header row"),
    run: async (ctx, range) =>
      csvResponse(documentsCsv(await exportDocuments(ctx, range)), `invoices-${dubaiDate(ctx.now)}.csv`),
  }),

  get("/admin/customers/{id}/statement", {
    may: "invoices.read",
    summary: "A customer's statement of account for a date range",
    query: z.object({ from: day, to: day }),
    answer: statement,
    run: (ctx, { id, ...period }) => findStatement(ctx, { customerId: id, ...period }),
  }),

  get("/admin/customers/{id}/statement.csv", {
    may: "invoices.read",
    summary: "A customer's statement of account as CSV",
    reads: "replica-after-own-writes",
    query: z.object({ from: day, to: day }),
    answer: bytes("text/csv", "One row per entry, between the opening and the closing balance"),
    async run(ctx, { id, ...period }) {
      const result = await findStatement(ctx, { customerId: id, ...period });
      return result && csvResponse(statementCsv(result), `statement-${period.to}.csv`);
    },
  }),

  get("/admin/customers/{id}/statement.pdf", {
    may: "invoices.read",
    summary: "A customer's statement of account as PDF",
    query: z.object({ from: day, to: day }),
    answer: bytes("application/pdf", "PDF/A-3"),
    async run(ctx, { id, ...period }) {
      const result = await findStatement(ctx, { customerId: id, ...period });
      return result && pdfResponse(await renderStatementPdf(ctx, result, null), `statement-${period.to}.pdf`);
    },
  }),

  get("/admin/invoices/{id}", {
    may: "invoices.read",
    summary: "Get an invoice or draft with its lines and settlements",
    answer: invoiceResponse,
    run: (ctx, { id }, call) => getInvoice(ctx, id, call.get("config")),
  }),

  get("/admin/invoices/{id}/document", {
    may: "invoices.read",
    summary: "Download an issued invoice",
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, { id }, call) =>
      respondWithFile(call, await loadInvoicePdf(ctx, call.get("config"), call.get("files"), id)),
  }),

  get("/admin/invoices/{id}/credit-notes/{noteId}/document", {
    operationId: "downloadCreditNoteDocument",
    may: "invoices.read",
    summary: "Download a credit note",
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, { id, noteId }, call) =>
      respondWithFile(call, await loadCreditNotePdf(ctx, call.get("files"), { id: noteId, invoiceId: id })),
  }),

  get("/admin/invoices/{id}/e-invoice", {
    operationId: "downloadEInvoice",
    may: "invoices.read",
    summary: "Download the e-invoice of an invoice to a business (PINT AE, UBL 2.1)",
    answer: bytes("application/xml", "Immutable XML"),
    run: (ctx, { id }) => readEInvoice(ctx, { invoiceId: id }),
  }),

  get("/admin/invoices/{id}/credit-notes/{noteId}/e-invoice", {
    operationId: "downloadCreditNoteEInvoice",
    may: "invoices.read",
    summary: "Download the e-invoice of a credit note to a business",
    answer: bytes("application/xml", "Immutable XML"),
    run: (ctx, { id, noteId }) => readEInvoice(ctx, { invoiceId: id, creditNoteId: noteId }),
  }),

  post("/admin/invoices/{id}/e-invoice", {
    operationId: "sendEInvoice",
    may: "invoices.manage",
    summary: "Create an e-invoice that was missing data at issue and send it, or send a rejected one again",
    description: "`creditNoteId`: one of the invoice's credit notes; null: the invoice itself.",
    body: z.object({ creditNoteId: z.nullable(z.uuid()) }),
    answer: invoiceResponse,
    run: (ctx, { id, creditNoteId }) => requestEInvoice(ctx, { invoiceId: id, creditNoteId }),
    refuses: ["e-invoice-incomplete", "wrong-state"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/drafts", {
    may: "invoices.manage",
    summary:
      "Draft an invoice from a booking, an approved quote (deposits deducted) or a contract, or an empty one for a customer",
    description:
      "A booking, quote or contract has one at a time: an existing draft is returned. `customerId` beside `bookingId` is required if several customers have the booking's phone and the name decides nothing; the refusal lists them.",
    body: draftSource,
    answer: invoiceResponse,
    idempotent: true,
    run: draftInvoice,
    refuses: [
      "not-found",
      "wrong-state",
      "not-approved",
      "not-agreed",
      "customer-unknown",
      "customer-ambiguous",
      "already-invoiced",
      "instalment-not-due",
    ],
    reply: (ctx, _, { id }, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/draft", {
    operationId: "saveInvoiceDraft",
    may: "invoices.manage",
    summary: "Replace a draft; `discount` is distributed over its lines",
    body: z.extend(draftSchema, { version }),
    answer: invoiceResponse,
    run: (ctx, { id, version, ...content }) => saveDraft(ctx, { id, version }, content),
    refuses: ["not-found", "wrong-state", "stale", "negative-total", "deposit-used"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/delete", {
    operationId: "deleteInvoiceDraft",
    may: "invoices.manage",
    summary: "Delete a draft",
    body: z.object({ version }),
    answer: okResponse,
    run: (ctx, { id, version }) => deleteDraft(ctx, { id, version }),
    refuses: ["not-found", "wrong-state", "stale"],
    reply: respondOk,
  }),

  post("/admin/invoices/{id}/issue", {
    may: "invoices.manage",
    summary: "Issue a draft; it receives a number and is final",
    description:
      "`draft`: unsaved content, saved before issuing. `acceptMissingLetters`: issue although the PDF shows boxes instead of some letters. `supplyReason`: why a supply of more than 180 days ago is invoiced now.",
    body: z.object({
      version,
      draft: z.optional(draftSchema),
      acceptMissingLetters: z.optional(z.boolean()),
      supplyReason: z.optional(reason),
    }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version, draft: content, acceptMissingLetters, supplyReason }) =>
      issueInvoice(ctx, { id, version }, { content, acceptMissingLetters, supplyReason }),
    refuses: [
      "not-found",
      "wrong-state",
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
      "missing-letters",
    ],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/write-off-notices", {
    operationId: "notifyOfWriteOff",
    may: "invoices.write-off",
    summary: "Notify the customer of the written-off amount, by email or by a letter that the office sent",
    description: "VAT relief requires it. `sentOn`: day of the letter.",
    body: z.object({
      version,
      sentBy: z.enum(["email", "letter"]),
      sentOn: z._default(z.nullable(day), null),
    }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version, ...notice }) => notifyOfWriteOff(ctx, { id, version }, notice),
    refuses: ["not-found", "stale", "not-written-off", "notice-in-future", "notice-too-old", "no-address"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/bad-debt-reliefs", {
    operationId: "claimBadDebtRelief",
    may: "invoices.write-off",
    summary: "Take back the output VAT of what is written off",
    description: "Requires a notice to the customer, six months since the supply, and that the tax was paid.",
    body: z.object({ version }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version }) => claimBadDebtRelief(ctx, { id, version }),
    refuses: ["not-found", "stale", "nothing-to-relieve", "relief-not-possible"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/credit", {
    may: "invoices.manage",
    summary: "Issue a credit note over the whole remainder, an amount, or quantities and amounts of lines",
    description:
      "Reduces the open amount; the part already paid becomes customer credit. An opening balance is credited with `kind` `opening`: the amount, its VAT treatment and the value on the original invoice.",
    body: z.extend(creditSchema, { version }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version, credit, ...details }) => creditInvoice(ctx, { id, version }, credit, details),
    refuses: [
      "not-found",
      "stale",
      "opening-credit-kind",
      "original-too-small",
      "company-details-missing",
      "credit-too-much",
      "credit-lines-unknown",
      "event-in-future",
      "event-too-old",
    ],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  get("/admin/opening-balances", {
    may: "books.import-opening-balances",
    summary: "Imported opening balances, and whether the import is locked",
    answer: openingBalances,
    run: (ctx) => getOpeningBalances(ctx),
  }),

  get("/admin/opening-balances/template", {
    may: "books.import-opening-balances",
    summary: "CSV template for opening balances",
    answer: bytes("text/csv", "Header row only"),
    run: async () =>
      csvResponse(CSV_BYTE_ORDER_MARK + csvLine(openingBalanceColumns), "opening-balances.csv"),
  }),

  post("/admin/opening-balances", {
    operationId: "importOpeningBalances",
    may: "books.import-opening-balances",
    summary: "Import opening balances, all rows or none; a dry run reports the result of each row",
    description: "Possible until the first invoice is issued.",
    body: csvUpload,
    answer: importOutcome,
    idempotent: true,
    run: importOpeningBalances,
    refuses: [
      "opening-balances-locked",
      "csv-unreadable",
      "csv-damaged",
      "csv-columns",
      "csv-empty",
      "csv-too-long",
      "csv-invalid",
    ],
    reply: (_, __, { outcome }) => outcome,
  }),

  post("/admin/opening-balances/numbers", {
    operationId: "setOpeningNumbers",
    may: "books.import-opening-balances",
    summary: "Set the last used number of each series of this year; 0: none used",
    body: z.object({ invoice: lastNumber, creditNote: lastNumber, receipt: lastNumber, quote: lastNumber }),
    answer: openingBalances,
    run: setLastNumbers,
    refuses: ["opening-balances-locked", "number-taken"],
    reply: (ctx) => getOpeningBalances(ctx),
  }),

  post("/admin/quotes/{id}/cancel", {
    may: "invoices.manage",
    summary: "Cancel an approved quote and its booking, and decide on a paid deposit",
    description:
      "`deposit`: `by-rule` applies the rule of the approved version, `refunded` credits it on its own invoice, `kept` forfeits it. `version`: of the quote.",
    body: z.object({ version, deposit: z.enum(depositResolutions), reason }),
    answer: okResponse,
    idempotent: true,
    run: (ctx, { id, version, ...cancellation }) =>
      cancelQuote(ctx, settleDeposits, { id, version }, cancellation),
    refuses: ["not-found", "stale", "wrong-state", "already-invoiced", "deposit-not-credited"],
    reply: respondOk,
  }),

  post("/admin/invoices/{id}/resend", {
    operationId: "resendInvoice",
    may: "invoices.manage",
    summary: "Send an issued invoice by email or WhatsApp, or get its link to share it",
    description: "`email`: null for the customer's own address. `url`: only for the channel `link`.",
    body: z.object({
      channel: z.enum(invoiceChannels),
      email: z._default(z.nullable(recipientSchema), null),
    }),
    answer: z.object({ invoice: invoiceDetail, url: z.nullable(z.string()) }),
    private: true,
    idempotent: true,
    run: (ctx, { id, ...request }, call) => resendInvoice(ctx, call.get("config"), id, request),
    refuses: ["not-found", "no-address", "email-undeliverable", "channel-unavailable", "opted-out"],
    reply: (ctx, { id, channel }, _, call) => withLink(ctx, id, channel, call.get("config")),
  }),

  post("/admin/invoices/{id}/replace-link", {
    operationId: "replaceInvoiceLink",
    may: "invoices.manage",
    summary: "Replace the public link of an issued invoice, because it went to the wrong person",
    description: "The old link answers as an unknown one from now on.",
    answer: z.object({ invoice: invoiceDetail, url: z.nullable(z.string()) }),
    private: true,
    idempotent: true,
    run: (ctx, { id }) => replaceInvoiceLink(ctx, id),
    refuses: ["not-found"],
    reply: (ctx, { id }, _, call) => withLink(ctx, id, "link", call.get("config")),
  }),

  post("/admin/invoices/{id}/reminders", {
    operationId: "setInvoiceReminders",
    may: "invoices.manage",
    summary: "Switch reminders of an invoice on or off",
    body: z.object({ on: z.boolean() }),
    answer: invoiceResponse,
    run: (ctx, { id, on }) => switchReminders(ctx, id, on),
    refuses: ["not-found"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/remind", {
    operationId: "sendInvoiceReminders",
    may: "invoices.manage",
    summary: "Send reminders for several open invoices, at most one a day each",
    description: "A refusal does not affect the others; results are in the order of the request.",
    body: z.object({ invoices: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
    answer: bulkAnswer,
    run: (ctx, { invoices }, call) =>
      runBulk(
        invoices.map((id) => ({ id })),
        call.get("messageFor"),
        ({ id }) => remindNow(ctx, call.get("config"), id),
      ),
    reply: (_ctx, _input, results) => ({ results }),
  }),

  post("/admin/invoices/{id}/write-off", {
    operationId: "writeOffInvoice",
    may: "invoices.write-off",
    summary: "Write off the open amount of an invoice, or a part of it",
    description: "`fils`: null writes off all that is open.",
    body: z.object({ version, reason, fils: z._default(z.nullable(positiveFils), null) }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version, ...writtenOff }) => writeOff(ctx, { id, version }, writtenOff),
    refuses: ["not-found", "stale", "nothing-open", "write-off-too-much"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),

  post("/admin/invoices/{id}/undo-write-off", {
    operationId: "undoInvoiceWriteOff",
    may: "invoices.write-off",
    summary: "Undo the write-offs of an invoice, which is open again",
    body: z.object({ version, reason }),
    answer: invoiceResponse,
    idempotent: true,
    run: (ctx, { id, version, reason }) => undoWriteOff(ctx, { id, version }, reason),
    refuses: ["not-found", "stale", "not-written-off"],
    reply: (ctx, { id }, _, call) => getInvoice(ctx, id, call.get("config")),
  }),
]);

async function withLink(ctx: Ctx, id: string, channel: ResendRequest["channel"], config: Config) {
  const invoice = await findInvoiceDetail(ctx, id, config);
  return invoice && { invoice, url: channel === "link" ? await findInvoiceUrl(ctx, config, id) : null };
}

async function getInvoice(ctx: Ctx, id: string, config: Config) {
  const invoice = await findInvoiceDetail(ctx, id, config);
  return invoice && { invoice };
}
