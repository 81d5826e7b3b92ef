import { endpoints, get } from "~/platform/http/endpoint.server";
import { findEndingPapers } from "../content/ending-papers.server";
import { firstStepsView } from "./first-steps";
import { getFirstSteps } from "./first-steps.server";
import { getMoneyToday, getQuotesToday, getWorkToday, listLatestNews } from "./queries.server";
import { latestNews, moneyToday, papersToday, quotesToday, workToday } from "./views";

/** The office's first look: a call for each group of figures, so that everybody is told what they may know. */
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
  get("/admin/today/papers", {
    may: "settings.manage",
    summary: "How many documents of the business end soon or have ended, and the first of them",
    answer: papersToday,
    run: findEndingPapers,
  }),
  get("/admin/today/first-steps", {
    may: "office.enter",
    summary: "What a new business does before its first customer, of what one may do, and whether it is done",
    answer: firstStepsView,
    run: (ctx) => getFirstSteps(ctx),
  }),
  get("/admin/today/news", {
    may: "bookings.read",
    summary: "What happened last; of money to those who may see it",
    answer: latestNews,
    run: listLatestNews,
  }),
]);
