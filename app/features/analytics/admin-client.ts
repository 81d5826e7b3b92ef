import { topicClient } from "~/platform/browser/topic-client";
import { refetchOnPostings } from "../ledger/admin-client";
import type { analyticsApi } from "./api.server";
import type { FiguresWish } from "./queries.server";
import type { RevenueFilter } from "./revenue";

const figures = topicClient<typeof analyticsApi>("booking");

/** Days that are over change little: who looks at a month does not wait for the next booking. */
const KEPT = { staleTime: 60_000 };

export const bookingFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/bookings", wish),
  ...KEPT,
});
export const funnelFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/funnel", wish),
  ...KEPT,
});
export const promiseFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/promises", wish),
  ...KEPT,
});
export const workFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/work", wish),
  ...KEPT,
});
export const technicianFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/technicians", wish),
  ...KEPT,
  meta: { alsoOf: ["technician", "invoice"] as const },
});
/** What was earned comes with whatever posts. */
export const revenueFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/revenue", wish),
  ...KEPT,
  ...refetchOnPostings,
});
export const quoteFiguresQuery = (wish: FiguresWish) => ({
  ...figures.query("/admin/figures/quotes", wish),
  ...KEPT,
  meta: { alsoOf: ["quote"] as const },
});

/** Lines come with what is issued and credited. */
const ofInvoices = { meta: { alsoOf: ["invoice"] as const } };
export const revenueEntriesQuery = (filter: RevenueFilter) => ({
  ...figures.pages("/admin/figures/revenue-entries", filter),
  ...ofInvoices,
});
export const revenueTotalQuery = (filter: RevenueFilter) => ({
  ...figures.query("/admin/figures/revenue-total", filter),
  ...ofInvoices,
});
