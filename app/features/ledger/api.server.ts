import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { asCsv } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { isMonthsEnd } from "~/platform/months";
import { isDay } from "~/platform/time";
import { getAccountTotal } from "./account-sums.server";
import { closeBooks } from "./commands.server";
import { journalCsv, zohoCsv } from "./export.server";
import { accountNames, entryKinds, vatBoxes } from "./ledger";
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
import {
  accountTotal,
  closings,
  entryRow,
  revenueByMonth,
  trialBalance,
  vatDocument,
  vatReturn,
} from "./views";

const day = z.string().check(z.refine(isDay, { error: () => m.admin_error_day(), abort: true }));
const period = { from: day, to: day };
const service = z.optional(z.string().check(z.trim(), z.maxLength(100)));
const nextCursor = z.nullable(z.string());

/** Ledger endpoints (docs/domain.md, "Books"). AED in fils. Days are in Asia/Dubai, both inclusive. */
export const booksApi = endpoints("books", [
  get("/admin/books/balance", {
    may: "books.read",
    summary: "The trial balance after a day",
    query: z.object({ day }),
    answer: trialBalance,
    run: getTrialBalance,
  }),
  get("/admin/books/revenue", {
    may: "books.read",
    summary: "Revenue by service of twelve months, the last of them that of a day",
    query: z.object({ day }),
    answer: revenueByMonth,
    run: getRevenueByMonth,
  }),
  get("/admin/books/vat", {
    may: "books.read",
    summary:
      "The figures of the VAT return (form VAT 201) of some days, as far as they follow from what was supplied",
    query: z.object(period),
    answer: vatReturn,
    run: getVatReturn,
  }),
  get("/admin/books/vat-documents", {
    may: "books.read",
    summary: "The documents behind one figure of the VAT return: their sums are the figure",
    query: z.object({ ...period, box: z.enum(vatBoxes), ...pageParams }),
    answer: z.object({ documents: z.array(vatDocument), nextCursor }),
    run: listVatDocuments,
  }),
  get("/admin/books/entries", {
    may: "books.read",
    summary: "The journal, the latest first",
    description: `What happened is posted in the same transaction: ${eventsThatPost.join(", ")}.`,
    query: z.object({
      from: z.optional(day),
      to: z.optional(day),
      kind: z.optional(z.enum(entryKinds)),
      account: z.optional(z.enum(accountNames)),
      service,
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      ...pageParams,
    }),
    answer: z.object({ entries: z.array(entryRow), nextCursor }),
    run: listEntries,
  }),
  get("/admin/books/account-total", {
    may: "books.read",
    summary: "By how much an account grew in some days: what its entries come to",
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
    may: "books.read",
    summary: "One entry of the journal",
    params: { id: z.string().check(z.regex(/^\d{1,15}$/)) },
    answer: entryRow,
    run: (ctx, { id }) => findEntry(ctx, id),
  }),
  get("/admin/books/journal.csv", {
    may: "books.read",
    summary: "The journal of some days as a spreadsheet",
    query: z.object(period),
    answer: bytes("text/csv", "A line a line of the journal, under a line of heads"),
    run: async (ctx, range) =>
      asCsv(journalCsv(await exportLines(ctx, range)), `journal-${range.from}-${range.to}.csv`),
  }),
  get("/admin/books/zoho-journal.csv", {
    may: "books.read",
    summary: "The same as Zoho Books imports journals",
    query: z.object(period),
    answer: bytes("text/csv", "A line a line of the journal, in the columns of Zoho Books"),
    run: async (ctx, range) =>
      asCsv(zohoCsv(await exportLines(ctx, range)), `zoho-journal-${range.from}-${range.to}.csv`),
  }),
  get("/admin/books/closings", {
    may: "books.read",
    summary: "Which days are closed, and what can be closed next",
    answer: closings,
    run: (ctx) => getClosings(ctx),
  }),
  post("/admin/books/closings", {
    may: "books.close",
    summary: "Close the books through the end of a month, for good",
    description:
      "Nothing is posted to closed days. What is about one of them is posted on the first open day.",
    body: z.object({
      through: day.check(z.refine(isMonthsEnd, { error: () => m.books_error_months_end() })),
    }),
    answer: closings,
    idempotent: true,
    run: (ctx, { through }) => closeBooks(ctx, through),
    refuses: ["period-running", "period-closed"],
    reply: (ctx) => getClosings(ctx),
  }),
]);
