import { topicClient } from "~/platform/browser/topic-client";
import { type Topic, topicOf } from "~/platform/events/events";
import { localPath } from "~/platform/locale/locale";
import type { AccountPart } from "./account-sums.server";
import type { booksApi } from "./api.server";
import type { Account, EntryKind, VatBox } from "./ledger";
import { eventsThatPost } from "./postings";
import type { Period } from "./queries.server";

const books = topicClient<typeof booksApi>("books");

/** Whatever posts shows in what is read from the books. */
export const ofPostings = { meta: { alsoOf: [...new Set(eventsThatPost.map(topicOf))] as Topic[] } };

export interface EntryFilter {
  from?: string;
  to?: string;
  kind?: EntryKind;
  account?: Account;
  service?: string;
  search?: string;
}

export const balanceQuery = (day: string) => ({
  ...books.query("/admin/books/balance", { day }),
  ...ofPostings,
});
export const revenueQuery = (day: string) => ({
  ...books.query("/admin/books/revenue", { day }),
  ...ofPostings,
});
export const vatQuery = (period: Period) => ({ ...books.query("/admin/books/vat", period), ...ofPostings });
export const vatDocumentsQuery = (wish: Period & { box: VatBox }) => ({
  ...books.pages("/admin/books/vat-documents", wish),
  ...ofPostings,
});
export const entryListQuery = (filter: EntryFilter) => ({
  ...books.pages("/admin/books/entries", filter),
  ...ofPostings,
});
export const accountTotalQuery = (part: AccountPart) => ({
  ...books.query("/admin/books/account-total", part),
  ...ofPostings,
});
export const entryQuery = (id: string) => ({
  ...books.query("/admin/books/entries/{id}", { id }),
  ...ofPostings,
});
export const closingsQuery = { ...books.query("/admin/books/closings", {}), ...ofPostings };
export const useClose = () => books.useChange("/admin/books/closings");

export function exportPath(which: "journal" | "zoho-journal", period: Period): string {
  return `${localPath(`/api/admin/books/${which}.csv`)}?${new URLSearchParams({ ...period })}`;
}
