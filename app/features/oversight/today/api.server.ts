import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { findExpiringCertificates } from "../../website/content/expiring-certificates.server";
import { setupStepsView } from "./onboarding";
import {
  getMoneyToday,
  getQuotesToday,
  getSetupSteps,
  getWorkToday,
  listLatestActivity,
} from "./queries.server";
import { retryStuckDocuments } from "./stuck-documents.server";
import { certificatesToday, latestActivity, moneyToday, quotesToday, workToday } from "./views";

/** Dashboard calls, one per group of figures, because permissions differ. */
export const todayApi = endpoints("today", [
  get("/admin/today/work", {
    may: "bookings.manage",
    summary: "Waiting requests and emergencies, unassigned work, and today's visits by state",
    answer: workToday,
    run: getWorkToday,
  }),
  get("/admin/today/quotes", {
    operationId: "getTodayQuotes",
    may: "quotes.read",
    summary: "Number and total of quotes awaiting an answer",
    answer: quotesToday,
    run: getQuotesToday,
  }),
  get("/admin/today/money", {
    may: "invoices.read",
    summary: "Overdue amount, and amount invoiced and revenue of this month and last month, excluding VAT",
    answer: moneyToday,
    run: getMoneyToday,
  }),
  post("/admin/today/stuck-documents/retry", {
    may: "invoices.manage",
    summary: "Create and email all documents again that keep failing",
    description: "The worker tries at once. Documents that fail again stay on the list.",
    answer: okResponse,
    run: (ctx) => retryStuckDocuments(ctx),
    reply: respondOk,
  }),
  get("/admin/today/company-documents", {
    operationId: "getTodayCompanyDocuments",
    may: "settings.manage",
    summary: "Number of expiring or expired company documents, and the first of them",
    answer: certificatesToday,
    run: findExpiringCertificates,
  }),
  get("/admin/today/setup-steps", {
    operationId: "listSetupSteps",
    may: "office.enter",
    summary: "Setup steps of a new business that the user may do, and whether they are done",
    answer: setupStepsView,
    run: (ctx) => getSetupSteps(ctx),
  }),
  get("/admin/today/activity", {
    may: "bookings.read",
    summary: "Latest activity; money only with permission",
    answer: latestActivity,
    run: listLatestActivity,
  }),
]);
