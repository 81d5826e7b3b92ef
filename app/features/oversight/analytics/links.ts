import type { AgeingBucket } from "../../finance/invoices/office/invoice-filter";
import type { Range } from "./range";

type Filter = Record<string, string>;

/** Path of a filtered list. */
export const listPath = (path: string, filter: Filter) => `${path}?${new URLSearchParams(filter)}`;

/** Bookings requested in a range. */
export const requestedBookingsPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/bookings", { dates: "received", from, to, ...more });

/** Bookings with a visit in a range. */
export const visitedBookingsPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/bookings", { from, to, ...more });

/** Bookings finished in a range. */
export const finishedBookingsPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/bookings", { dates: "finished", from, to, ...more });

/** Bookings with an arrival in a range. */
export const arrivedBookingsPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/bookings", { dates: "arrived", from, to, ...more });

/** Reviews written in a range. */
export const reviewsPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/reviews", { from, to, ...more });

/** Quotes sent in a range. */
export const sentQuotesPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/quotes", { from, to, ...more });

/** Invoices with an open amount of an age. */
export const openInvoicesPath = (age: AgeingBucket) => listPath("/admin/invoices", { age });

/** Ledger entries behind the revenue of a range. */
export const revenueEntriesPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/books/journal", { account: "revenue", from, to, ...more });

/** Lines invoiced in a range. */
export const invoicedLinesPath = ({ from, to }: Range, more: Filter = {}) =>
  listPath("/admin/analytics/invoiced-lines", { from, to, ...more });
