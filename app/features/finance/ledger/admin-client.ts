import { topicClient } from "~/platform/browser/topic-client";
import { type Topic, topicOf } from "~/platform/events/events";
import { localPath } from "~/platform/locale/locale";
import type { AccountFilter } from "./account-sums.server";
import type { booksApi } from "./api.server";
import type { Account, EntryKind, Period, VatBox } from "./ledger";
import { eventsThatPost } from "./postings";

const books = topicClient<typeof booksApi>("books");

/** Refetches after every event that posts to the ledger. */
export const refetchOnPostings = { meta: { alsoOf: [...new Set(eventsThatPost.map(topicOf))] as Topic[] } };

export interface EntryFilter {
  from?: string;
  to?: string;
  kind?: EntryKind;
  account?: Account;
  service?: string;
  /** Only entries that were posted later than their day, because its period was closed. */
  late?: "yes";
  search?: string;
}

export const balanceQuery = (day: string) => ({
  ...books.query("/admin/books/balance", { day }),
  ...refetchOnPostings,
});
export const profitAndLossQuery = (period: Period) => ({
  ...books.query("/admin/books/profit-and-loss", period),
  ...refetchOnPostings,
});
export const balanceSheetQuery = (day: string) => ({
  ...books.query("/admin/books/balance-sheet", { day }),
  ...refetchOnPostings,
});
export const financialYearsQuery = {
  ...books.query("/admin/books/financial-years", {}),
  ...refetchOnPostings,
};
export const useCloseFinancialYear = () => books.useChange("/admin/books/financial-years");
export const revenueQuery = (day: string) => ({
  ...books.query("/admin/books/revenue", { day }),
  ...refetchOnPostings,
});
export const vatQuery = (period: Period) => ({
  ...books.query("/admin/books/vat", period),
  ...refetchOnPostings,
});
export const vatDocumentsQuery = (params: Period & { box: VatBox }) => ({
  ...books.pages("/admin/books/vat-documents", params),
  ...refetchOnPostings,
});
export const entryListQuery = (filter: EntryFilter) => ({
  ...books.pages("/admin/books/entries", filter),
  ...refetchOnPostings,
});
export const accountTotalQuery = (part: AccountFilter) => ({
  ...books.query("/admin/books/account-total", part),
  ...refetchOnPostings,
});
export const entryQuery = (id: string) => ({
  ...books.query("/admin/books/entries/{id}", { id }),
  ...refetchOnPostings,
});
export const usePostManualJournal = () => books.useChange("/admin/books/entries");
export const useReverseManualJournal = () => books.useChange("/admin/books/entries/{id}/reverse");
export const cashQuery = { ...books.query("/admin/books/cash", {}), ...refetchOnPostings };
export const useRecordBankDeposit = () => books.useChange("/admin/books/bank-deposits");
export const closingsQuery = { ...books.query("/admin/books/closings", {}), ...refetchOnPostings };
export const vatReturnsQuery = { ...books.query("/admin/books/vat-returns", {}), ...refetchOnPostings };
export const useFileVatReturn = () => books.useChange("/admin/books/vat-returns");
export const useRecordVatPayment = () => books.useChange("/admin/books/vat-payments");
export const useRecordVatDisclosure = () => books.useChange("/admin/books/vat-disclosures");
export const useCloseBooks = () => books.useChange("/admin/books/closings");

export type PeriodExport =
  | "journal"
  | "profit-and-loss"
  | "zoho-journal"
  | "zoho-invoices"
  | "zoho-credit-notes"
  | "zoho-payments";

export function exportPath(
  format: PeriodExport,
  period: Period,
  options: Record<string, string> = {},
): string {
  return `${localPath(`/api/admin/books/${format}.csv`)}?${new URLSearchParams({ ...period, ...options })}`;
}

export function balanceSheetExportPath(day: string): string {
  return `${localPath("/api/admin/books/balance-sheet.csv")}?${new URLSearchParams({ day })}`;
}
