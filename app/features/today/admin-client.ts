import { topicClient } from "~/platform/browser/topic-client";
import { refetchOnPostings } from "../ledger/admin-client";
import type { todayApi } from "./api.server";

const ofBookings = topicClient<typeof todayApi>("booking");
const ofQuotes = topicClient<typeof todayApi>("quote");
const ofSettings = topicClient<typeof todayApi>("settings");
const ofContent = topicClient<typeof todayApi>("content");
const ofMoney = topicClient<typeof todayApi>("invoice");

/** What time alone changes (midnight, a clock that ran out) no event tells of. */
const EVERY_MINUTE = { refetchInterval: 60_000 };

export const workTodayQuery = { ...ofBookings.query("/admin/today/work", {}), ...EVERY_MINUTE };
export const quotesTodayQuery = { ...ofQuotes.query("/admin/today/quotes", {}), ...EVERY_MINUTE };
export const papersTodayQuery = { ...ofContent.query("/admin/today/papers", {}), ...EVERY_MINUTE };
export const moneyTodayQuery = {
  ...ofMoney.query("/admin/today/money", {}),
  ...refetchOnPostings,
  ...EVERY_MINUTE,
};
export const latestNewsQuery = {
  ...ofBookings.query("/admin/today/news", {}),
  meta: { alsoOf: ["quote", "invoice", "payment"] as const },
};
export const firstStepsQuery = {
  ...ofSettings.query("/admin/today/first-steps", {}),
  meta: { alsoOf: ["service", "technician"] as const },
};
