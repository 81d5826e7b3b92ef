import type { InvoiceFilter } from "../../../finance/invoices/office/invoice-filter";
import type { LiveVisitState } from "../../../operations/bookings/booking";
import type { BookingFilter } from "../../../operations/bookings/list/booking-filter";
import { listPath } from "../../analytics/links";

/**
 * Filtered list behind each tile; today.test.ts checks that both agree. Monthly figures open as in analytics.
 */

const bookings = (filter: BookingFilter & { sort?: "visit" | "due" }) =>
  listPath("/admin/bookings", { ...filter });
const invoices = (filter: InvoiceFilter) => listPath("/admin/invoices", { ...filter });

export const requests = bookings({ state: "requested" });
export const emergencies = bookings({ awaitingArrival: "yes" });
export const unassigned = bookings({ unassigned: "yes" });
/** Same order as the rows of "To do". */
export const unassignedByDue = bookings({ unassigned: "yes", sort: "due" });
export const holdsDue = bookings({ onHold: "due" });
export const visitsOf = (day: string) => bookings({ from: day, to: day, sort: "visit" });
export const visitsIn = (day: string, visit: LiveVisitState) =>
  bookings({ from: day, to: day, visit, sort: "visit" });
export const contractVisits = bookings({ contract: "week", sort: "visit" });
export const booking = (id: string) => `/admin/bookings/${id}`;

export const awaitingQuotes = listPath("/admin/quotes", { state: "awaiting" });
export const overdueInvoices = invoices({ state: "overdue" });

export const document = (kind: "invoice" | "quote" | "payment", id: string) => `/admin/${kind}s/${id}`;

export const cheque = (id: string) => `/admin/payments/cheques/${id}`;
export const payouts = "/admin/payments/payouts";

export const contract = (id: string) => `/admin/contracts/${id}`;

export const companyDocuments = "/admin/settings/company-documents";
export const backups = "/admin/settings/backups";
