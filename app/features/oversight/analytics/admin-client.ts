import { topicClient } from "~/platform/browser/topic-client";
import { refetchOnPostings } from "../../finance/ledger/admin-client";
import type { analyticsApi } from "./api.server";
import type { InvoicedLinesFilter } from "./invoiced-lines";
import type { FiguresQuery } from "./queries.server";

const figures = topicClient<typeof analyticsApi>("booking");

export function isFiguresQuery({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return String(queryKey[1]).startsWith("/admin/figures/");
}

/** Figures of past days change rarely, so they stay fresh for a minute. */
const FRESH_FOR_A_MINUTE = { staleTime: 60_000 };

export const bookingFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/bookings", query),
  ...FRESH_FOR_A_MINUTE,
});
export const funnelFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/funnel", query),
  ...FRESH_FOR_A_MINUTE,
});
export const responseTargetFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/response-targets", query),
  ...FRESH_FOR_A_MINUTE,
});
export const workFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/work", query),
  ...FRESH_FOR_A_MINUTE,
});
export const technicianFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/technicians", query),
  ...FRESH_FOR_A_MINUTE,
  meta: { alsoOf: ["technician", "invoice"] as const },
});
/** Revenue changes with ledger postings. */
export const revenueFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/revenue", query),
  ...FRESH_FOR_A_MINUTE,
  ...refetchOnPostings,
});
export const quoteFiguresQuery = (query: FiguresQuery) => ({
  ...figures.query("/admin/figures/quotes", query),
  ...FRESH_FOR_A_MINUTE,
  meta: { alsoOf: ["quote"] as const },
});

/** Lines change with invoices and credit notes. */
const ofInvoices = { meta: { alsoOf: ["invoice"] as const } };
export const invoicedLinesQuery = (filter: InvoicedLinesFilter) => ({
  ...figures.pages("/admin/figures/invoiced-lines", filter),
  ...ofInvoices,
});
export const invoicedTotalQuery = (filter: InvoicedLinesFilter) => ({
  ...figures.query("/admin/figures/invoiced-total", filter),
  ...ofInvoices,
});
