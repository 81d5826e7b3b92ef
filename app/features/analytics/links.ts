import type { AgeingBucket } from "../invoices/office-list/invoice-filter";
import type { Range } from "./range";

type Filter = Record<string, string>;

/** A list as a filter narrows it down. */
export const address = (path: string, filter: Filter) => `${path}?${new URLSearchParams(filter)}`;

/** The bookings that were requested in some days. */
export const bookingsOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { dates: "received", from, to, ...more });

/** Those with a visit on some days. */
export const visitsOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { from, to, ...more });

/** Those whose work was finished on some days. */
export const finishedOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { dates: "finished", from, to, ...more });

/** Those to which somebody came on some days. */
export const arrivedOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { dates: "arrived", from, to, ...more });

/** What customers wrote on some days. */
export const reviewsOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/reviews", { from, to, ...more });

/** The quotes that were sent on some days. */
export const quotesOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/quotes", { from, to, ...more });

/** The invoices of which something is open that is so old. */
export const owedOf = (age: AgeingBucket) => address("/admin/invoices", { age });

/** The entries of the journal that make what was earned in some days. */
export const earnedOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/books/journal", { account: "revenue", from, to, ...more });

/** The lines of what was invoiced in some days. */
export const invoicedOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/analytics/revenue", { from, to, ...more });
