import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { csvResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { isLastDayOfMonth } from "~/platform/months";
import { codeLine, singleLine } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";
import { getAccountTotal } from "./account-sums.server";
import { getCashInHand, readCashInHand, recordBankDeposit } from "./bank-deposits/bank-deposits.server";
import { closeBooks } from "./commands.server";
import { journalCsv, zohoCsv } from "./export.server";
import { accountNames, entryKinds, vatBoxes } from "./ledger";
import { postManualJournal, reverseManualJournal } from "./manual-journals/manual-journals.server";
import { bankDepositBody, manualJournalBody, reversalBody } from "./manual-journals/schema";
import { eventsThatPost } from "./postings";
import {
  exportLines,
  findEntry,
  getClosings,
  getRevenueByMonth,
  getTrialBalance,
  getVatReturn,
  listEntries,
  listVatDocuments,
} from "./queries.server";
import { closeFinancialYear, listFinancialYears } from "./statements/financial-years.server";
import { getBalanceSheet, getProfitAndLoss } from "./statements/statements.server";
import { balanceSheetCsv, profitAndLossCsv } from "./statements/statements-export.server";
import {
  fileVatReturn,
  listVatReturns,
  recordVatDisclosure,
  recordVatPayment,
} from "./vat-returns/vat-returns.server";
import {
  accountTotal,
  balanceSheet,
  closings,
  entryDetail,
  entryRow,
  financialYears,
  profitAndLoss,
  revenueByMonth,
  trialBalance,
  vatDocument,
  vatReturn,
  vatReturns,
} from "./views";
import { exportZohoCreditNotes, exportZohoInvoices, exportZohoPayments } from "./zoho/documents.server";
import { zohoCreditNotesCsv, zohoInvoicesCsv, zohoPaymentsCsv } from "./zoho/documents-csv.server";

const day = z.string().check(z.refine(isDay, { error: () => m.admin_error_day(), abort: true }));
const period = { from: day, to: day };
const service = z.optional(z.string().check(singleLine(), z.maxLength(100)));
const entryId = z.string().check(z.regex(/^\d{1,15}$/));
const nextCursor = z.nullable(z.string());

/** Ledger endpoints (docs/domain.md, "Ledger"). AED in fils. Days are in Asia/Dubai, both inclusive. */
export const booksApi = endpoints("books", [
  get("/admin/books/balance", {
    operationId: "getTrialBalance",
    may: "books.read",
    summary: "Trial balance at the end of a day",
    query: z.object({ day }),
    answer: trialBalance,
    run: getTrialBalance,
  }),
  get("/admin/books/profit-and-loss", {
    operationId: "getProfitAndLoss",
    may: "books.read",
    summary: "Profit and loss statement of a date range, beside the same days of the year before",
    query: z.object(period),
    answer: profitAndLoss,
    run: getProfitAndLoss,
  }),
  get("/admin/books/profit-and-loss.csv", {
    operationId: "downloadProfitAndLossCsv",
    may: "books.read",
    summary: "Profit and loss statement of a date range as CSV",
    reads: "replica-after-own-writes",
    query: z.object(period),
    answer: bytes("text/csv", "One row per account, with a header row"),
    run: async (ctx, range) =>
      csvResponse(
        profitAndLossCsv(await getProfitAndLoss(ctx, range)),
        `profit-and-loss-${range.from}-${range.to}.csv`,
      ),
  }),
  get("/admin/books/balance-sheet", {
    operationId: "getBalanceSheet",
    may: "books.read",
    summary: "Balance sheet at the end of a day, beside the end of the financial year before",
    query: z.object({ day }),
    answer: balanceSheet,
    run: getBalanceSheet,
  }),
  get("/admin/books/balance-sheet.csv", {
    operationId: "downloadBalanceSheetCsv",
    may: "books.read",
    summary: "Balance sheet at the end of a day as CSV",
    reads: "replica-after-own-writes",
    query: z.object({ day }),
    answer: bytes("text/csv", "One row per account, with a header row"),
    run: async (ctx, { day }) =>
      csvResponse(balanceSheetCsv(await getBalanceSheet(ctx, { day })), `balance-sheet-${day}.csv`),
  }),
  get("/admin/books/financial-years", {
    operationId: "listFinancialYears",
    may: "books.read",
    summary: "Closed financial years, and the one to close next",
    answer: financialYears,
    run: (ctx) => listFinancialYears(ctx),
  }),
  post("/admin/books/financial-years", {
    operationId: "closeFinancialYear",
    may: "books.close",
    summary: "Close the next financial year: post its profit to retained earnings; permanent",
    body: z.object({ to: day }),
    answer: financialYears,
    idempotent: true,
    run: (ctx, input) => closeFinancialYear(ctx, input),
    refuses: ["financial-year-changed", "financial-year-running", "months-open"],
    reply: (ctx) => listFinancialYears(ctx),
  }),
  get("/admin/books/revenue", {
    operationId: "getRevenueByMonth",
    may: "books.read",
    summary: "Revenue by service for twelve months, ending with the month of a day",
    query: z.object({ day }),
    answer: revenueByMonth,
    run: getRevenueByMonth,
  }),
  get("/admin/books/vat", {
    operationId: "getVatReturn",
    may: "books.read",
    summary: "Output side of the VAT return (form VAT 201) for a date range",
    query: z.object(period),
    answer: vatReturn,
    run: getVatReturn,
  }),
  get("/admin/books/vat-documents", {
    operationId: "listVatReturnDocuments",
    may: "books.read",
    summary: "Documents behind a box of the VAT return; they add up to its figure",
    query: z.object({ ...period, box: z.enum(vatBoxes), ...pageParams }),
    answer: z.object({ documents: z.array(vatDocument), nextCursor }),
    run: listVatDocuments,
  }),
  get("/admin/books/entries", {
    operationId: "listJournalEntries",
    may: "books.read",
    summary: "Journal entries, latest first",
    description: `Events that post in their own transaction: ${eventsThatPost.join(", ")}.`,
    query: z.object({
      from: z.optional(day),
      to: z.optional(day),
      kind: z.optional(z.enum(entryKinds)),
      account: z.optional(z.enum(accountNames)),
      service,
      late: z.optional(z.literal("yes")),
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      ...pageParams,
    }),
    answer: z.object({ entries: z.array(entryRow), nextCursor }),
    run: listEntries,
  }),
  get("/admin/books/account-total", {
    operationId: "getAccountTotal",
    may: "books.read",
    summary: "Growth of an account in a date range: the sum of its entries",
    query: z.object({
      account: z.enum(accountNames),
      service,
      from: z.optional(day),
      to: z.optional(day),
    }),
    answer: accountTotal,
    run: getAccountTotal,
  }),
  get("/admin/books/entries/{id}", {
    operationId: "getJournalEntry",
    may: "books.read",
    summary: "Get a journal entry",
    description:
      "`id`: Entry ID, unique and in the order of posting. It is no consecutive number: IDs can be missing.",
    params: { id: entryId },
    answer: entryDetail,
    run: (ctx, { id }) => findEntry(ctx, id),
  }),
  get("/admin/books/cash", {
    operationId: "getCashInHand",
    may: "books.read",
    summary: "Cash in hand",
    answer: accountTotal,
    run: (ctx) => getCashInHand(ctx),
  }),
  post("/admin/books/bank-deposits", {
    operationId: "recordBankDeposit",
    may: "payments.record",
    summary: "Record cash in hand that was brought to the bank",
    description: "At most the cash in hand of that day and of every later day.",
    body: bankDepositBody,
    answer: accountTotal,
    idempotent: true,
    run: (ctx, input) => recordBankDeposit(ctx, input),
    refuses: ["period-closed", "cash-too-low"],
    reply: async (ctx) => ({ fils: await readCashInHand(ctx) }),
  }),
  post("/admin/books/entries", {
    operationId: "postManualJournal",
    may: "books.post",
    summary: "Post a manual journal entry",
    description:
      "Only accounts that no document posts to. Debit and credit are equal; one of them is 0 in each line. Cash in hand must not become negative.",
    body: manualJournalBody,
    answer: entryDetail,
    idempotent: true,
    run: (ctx, input) => postManualJournal(ctx, input),
    refuses: ["account-of-documents", "journal-unbalanced", "period-closed", "cash-overdrawn"],
    reply: (ctx, _, { entryId }) => findEntry(ctx, String(entryId)),
  }),
  post("/admin/books/entries/{id}/reverse", {
    operationId: "reverseManualJournal",
    may: "books.post",
    summary: "Reverse a manual journal entry by a counter entry, which is returned",
    params: { id: entryId },
    body: reversalBody,
    answer: entryDetail,
    idempotent: true,
    run: (ctx, { id, ...input }) => reverseManualJournal(ctx, id, input),
    refuses: ["not-found", "period-closed", "journal-reversed", "reversal-early", "cash-overdrawn"],
    reply: (ctx, _, { entryId }) => findEntry(ctx, String(entryId)),
  }),
  get("/admin/books/journal.csv", {
    operationId: "downloadJournalCsv",
    may: "books.read",
    summary: "Journal of a date range as CSV",
    reads: "replica-after-own-writes",
    query: z.object(period),
    answer: bytes("text/csv", "One row per journal line with its Entry ID, with a header row"),
    run: async (ctx, range) =>
      csvResponse(journalCsv(await exportLines(ctx, range)), `journal-${range.from}-${range.to}.csv`),
  }),
  get("/admin/books/zoho-journal.csv", {
    operationId: "downloadZohoJournalCsv",
    may: "books.read",
    summary: "Journal of a date range as CSV for the import into Zoho Books",
    description:
      "`beside=documents`: only entries that are missing in the files of invoices, credit notes and payments.",
    reads: "replica-after-own-writes",
    query: z.object({ ...period, beside: z.optional(z.literal("documents")) }),
    answer: bytes("text/csv", "One row per journal line, in the columns of Zoho Books"),
    run: async (ctx, { beside, ...range }) =>
      csvResponse(
        zohoCsv(await exportLines(ctx, range), { besideDocuments: beside === "documents" }),
        `zoho-${beside ? "other-entries" : "journal"}-${range.from}-${range.to}.csv`,
      ),
  }),
  get("/admin/books/zoho-invoices.csv", {
    operationId: "downloadZohoInvoicesCsv",
    may: "books.read",
    summary: "Invoices of a date range as CSV for the import into Zoho Books",
    reads: "replica-after-own-writes",
    query: z.object(period),
    answer: bytes("text/csv", "One row per line, in the columns of Zoho Books"),
    run: async (ctx, range) =>
      csvResponse(
        zohoInvoicesCsv(await exportZohoInvoices(ctx, range)),
        `zoho-invoices-${range.from}-${range.to}.csv`,
      ),
  }),
  get("/admin/books/zoho-credit-notes.csv", {
    operationId: "downloadZohoCreditNotesCsv",
    may: "books.read",
    summary: "Credit notes and write-offs of a date range as CSV for the import into Zoho Books",
    reads: "replica-after-own-writes",
    query: z.object(period),
    answer: bytes("text/csv", "One row per line, in the columns of Zoho Books"),
    run: async (ctx, range) =>
      csvResponse(
        zohoCreditNotesCsv(await exportZohoCreditNotes(ctx, range)),
        `zoho-credit-notes-${range.from}-${range.to}.csv`,
      ),
  }),
  get("/admin/books/zoho-payments.csv", {
    operationId: "downloadZohoPaymentsCsv",
    may: "books.read",
    summary: "Payments of a date range as CSV for the import into Zoho Books",
    reads: "replica-after-own-writes",
    query: z.object(period),
    answer: bytes(
      "text/csv",
      "One row per invoice that a payment is applied to, in the columns of Zoho Books",
    ),
    run: async (ctx, range) =>
      csvResponse(
        zohoPaymentsCsv(await exportZohoPayments(ctx, range)),
        `zoho-payments-${range.from}-${range.to}.csv`,
      ),
  }),
  get("/admin/books/closings", {
    may: "books.read",
    summary: "Closed periods, and the month ends that can be closed next",
    answer: closings,
    run: (ctx) => getClosings(ctx),
  }),
  post("/admin/books/closings", {
    operationId: "closeBooks",
    may: "books.close",
    summary: "Close the books up to a month end; permanent",
    description: "Closed days accept no postings; later postings for them move to the first open day.",
    body: z.object({
      through: day.check(z.refine(isLastDayOfMonth, { error: () => m.books_error_months_end() })),
    }),
    answer: closings,
    idempotent: true,
    run: (ctx, { through }) => closeBooks(ctx, through),
    refuses: ["period-running", "period-closed", "vat-return-first"],
    reply: (ctx) => getClosings(ctx),
  }),
  get("/admin/books/vat-returns", {
    operationId: "listVatReturns",
    may: "books.read",
    summary:
      "Current tax period, filed VAT returns, the next one, and supplies that surfaced after the return of their tax period",
    answer: vatReturns,
    run: (ctx) => listVatReturns(ctx),
  }),
  post("/admin/books/vat-returns", {
    operationId: "fileVatReturn",
    may: "books.close",
    summary: "Record that the next VAT return was filed, and close the books up to its end",
    body: z.object({ to: day, filedOn: day }),
    answer: vatReturns,
    idempotent: true,
    run: (ctx, input) => fileVatReturn(ctx, input),
    refuses: ["vat-return-changed", "period-running", "vat-return-filed-early", "disclosure-required"],
    reply: (ctx) => listVatReturns(ctx),
  }),
  post("/admin/books/vat-payments", {
    operationId: "recordVatPayment",
    may: "books.close",
    summary: "Record the day on which the tax of a filed VAT return was paid",
    body: z.object({ to: day, paidOn: day }),
    answer: vatReturns,
    idempotent: true,
    run: (ctx, input) => recordVatPayment(ctx, input),
    refuses: ["not-found", "vat-return-filed-early"],
    reply: (ctx) => listVatReturns(ctx),
  }),
  post("/admin/books/vat-disclosures", {
    operationId: "recordVatDisclosure",
    may: "books.close",
    summary: "Record a voluntary disclosure of the late supplies of a filed tax period",
    description: "`reference`: number given by the tax authority.",
    body: z.object({
      to: day,
      disclosedOn: day,
      reference: z
        .string()
        .check(
          codeLine(),
          z.regex(/^[0-9A-Za-z /-]{1,40}$/, { error: () => m.books_error_disclosure_reference() }),
        ),
    }),
    answer: vatReturns,
    idempotent: true,
    run: (ctx, input) => recordVatDisclosure(ctx, input),
    refuses: ["nothing-to-disclose", "vat-return-filed-early"],
    reply: (ctx) => listVatReturns(ctx),
  }),
]);
