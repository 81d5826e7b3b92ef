import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { daysBetween, isDay } from "~/platform/time";
import { getInvoicedTotal, listInvoicedLines } from "./invoiced-lines.server";
import {
  getBookingFigures,
  getFunnelFigures,
  getQuoteFigures,
  getResponseTargetFigures,
  getRevenueFigures,
  getTechnicianFigures,
  getWorkFigures,
} from "./queries.server";
import { comparisonPeriods, MAX_RANGE } from "./range";
import {
  bookingFigures,
  funnelFigures,
  invoicedLine,
  invoicedTotal,
  quoteFigures,
  responseTargetFigures,
  revenueFigures,
  technicianFigures,
  workFigures,
} from "./views";

const day = z.string().check(z.refine(isDay));
const range = z
  .object({ from: day, to: day, against: z._default(z.enum(comparisonPeriods), "before") })
  .check(z.refine(({ from, to }) => from <= to && daysBetween(from, to) < MAX_RANGE));

const name = z.optional(z.string().check(singleLine(), z.maxLength(100)));
const revenueFilter = {
  from: z.optional(day),
  to: z.optional(day),
  service: name,
  area: name,
  technician: z.optional(z.uuid()),
};

/** Analytics (docs/domain.md, "Analytics") of Dubai days, both included, with a comparison period. */
export const analyticsApi = endpoints("reports", [
  get("/admin/figures/bookings", {
    operationId: "getBookingFigures",
    may: "analytics.read-work",
    summary: "Bookings by service, area, day and hour of the week",
    reads: "replica",
    query: range,
    answer: bookingFigures,
    run: getBookingFigures,
  }),
  get("/admin/figures/funnel", {
    operationId: "getFunnelFigures",
    may: "analytics.read-work",
    summary: "Website funnel",
    description: "`visited` and `started` count page loads, not people.",
    reads: "replica",
    query: range,
    answer: funnelFigures,
    run: getFunnelFigures,
  }),
  get("/admin/figures/response-targets", {
    operationId: "getResponseTargetFigures",
    may: "analytics.read-work",
    summary: "Response and arrival times, and response targets met",
    reads: "replica",
    query: range,
    answer: responseTargetFigures,
    run: getResponseTargetFigures,
  }),
  get("/admin/figures/work", {
    operationId: "getWorkFigures",
    may: "analytics.read-work",
    summary: "First-time fix rate and utilisation",
    reads: "replica",
    query: range,
    answer: workFigures,
    run: getWorkFigures,
  }),
  get("/admin/figures/technicians", {
    operationId: "getTechnicianFigures",
    may: "analytics.read-work",
    summary: "Technicians compared",
    reads: "replica",
    query: range,
    answer: technicianFigures,
    run: getTechnicianFigures,
  }),
  get("/admin/figures/revenue", {
    operationId: "getRevenueFigures",
    may: "analytics.read-money",
    summary: "Amount invoiced by service, area and day, and revenue by service, excluding VAT",
    reads: "replica",
    query: range,
    answer: revenueFigures,
    run: getRevenueFigures,
  }),
  get("/admin/figures/invoiced-lines", {
    operationId: "listInvoicedLines",
    may: "analytics.read-money",
    summary: "Lines behind an invoiced figure, newest first",
    reads: "replica",
    query: z.object({ ...revenueFilter, ...pageParams }),
    answer: z.object({ lines: z.array(invoicedLine), nextCursor: z.nullable(z.string()) }),
    run: listInvoicedLines,
  }),
  get("/admin/figures/invoiced-total", {
    operationId: "getInvoicedTotal",
    may: "analytics.read-money",
    summary: "Total of these lines",
    reads: "replica",
    query: z.object(revenueFilter),
    answer: invoicedTotal,
    run: getInvoicedTotal,
  }),
  get("/admin/figures/quotes", {
    operationId: "getQuoteFigures",
    may: "analytics.read",
    summary: "Outcome of sent quotes",
    reads: "replica",
    query: range,
    answer: quoteFigures,
    run: getQuoteFigures,
  }),
]);
