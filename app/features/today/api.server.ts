import { endpoints, get } from "~/platform/http/endpoint.server";
import { findExpiringCertificates } from "../content/expiring-certificates.server";
import { setupStepsView } from "./onboarding";
import { getSetupSteps } from "./onboarding.server";
import { getMoneyToday, getQuotesToday, getWorkToday, listLatestNews } from "./queries.server";
import { latestNews, moneyToday, papersToday, quotesToday, workToday } from "./views";

/** Dashboard calls, one per group of figures, because permissions differ. */
export const todayApi = endpoints("today", [
  get("/admin/today/work", {
    may: "bookings.manage",
    summary: "Requests and emergencies that wait, unassigned work, and today's visits by state",
    answer: workToday,
    run: getWorkToday,
  }),
  get("/admin/today/quotes", {
    may: "quotes.read",
    summary: "The quotes that await an answer, and what they come to",
    answer: quotesToday,
    run: getQuotesToday,
  }),
  get("/admin/today/money", {
    may: "invoices.read",
    summary: "What is overdue, and what this month has invoiced and earned beside last month, net of VAT",
    answer: moneyToday,
    run: getMoneyToday,
  }),
  get("/admin/today/company-documents", {
    may: "settings.manage",
    summary: "How many documents of the business end soon or have ended, and the first of them",
    answer: papersToday,
    run: findExpiringCertificates,
  }),
  get("/admin/today/setup-steps", {
    may: "office.enter",
    summary: "What a new business does before its first customer, of what one may do, and whether it is done",
    answer: setupStepsView,
    run: (ctx) => getSetupSteps(ctx),
  }),
  get("/admin/today/activity", {
    may: "bookings.read",
    summary: "What happened last; of money to those who may see it",
    answer: latestNews,
    run: listLatestNews,
  }),
]);
