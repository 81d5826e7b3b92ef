import type { Range } from "../range";

type Filter = Record<string, string>;

const address = (path: string, filter: Filter) => `${path}?${new URLSearchParams(filter)}`;

/** The bookings that were requested in some days. */
export const bookingsOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { dates: "received", from, to, ...more });

/** Those with a visit on some days. */
export const visitsOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { from, to, ...more });

/** Those whose work was finished on some days. */
export const finishedOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/bookings", { dates: "finished", from, to, ...more });

/** The quotes that were sent on some days. */
export const quotesOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/quotes", { from, to, ...more });

/** The invoices that were issued in some days. */
export const invoicesOf = ({ from, to }: Range) => address("/admin/invoices", { from, to });

/** The lines behind the revenue of some days. */
export const revenueOf = ({ from, to }: Range, more: Filter = {}) =>
  address("/admin/analytics/revenue", { from, to, ...more });
