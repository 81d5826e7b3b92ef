import { topicClient } from "~/platform/browser/topic-client";
import { refetchOnPostings } from "../../finance/ledger/admin-client";
import type { todayApi } from "./api.server";

const ofBookings = topicClient<typeof todayApi>("booking");
const ofQuotes = topicClient<typeof todayApi>("quote");
const ofSettings = topicClient<typeof todayApi>("settings");
const ofContent = topicClient<typeof todayApi>("content");
const ofMoney = topicClient<typeof todayApi>("invoice");

/** Midnight and expiring clocks emit no events, so these queries poll. */
const EVERY_MINUTE = { refetchInterval: 60_000 };

export const workTodayQuery = { ...ofBookings.query("/admin/today/work", {}), ...EVERY_MINUTE };
export const quotesTodayQuery = { ...ofQuotes.query("/admin/today/quotes", {}), ...EVERY_MINUTE };
export const certificatesTodayQuery = {
  ...ofContent.query("/admin/today/company-documents", {}),
  ...EVERY_MINUTE,
};
export const moneyTodayQuery = {
  ...ofMoney.query("/admin/today/money", {}),
  ...refetchOnPostings,
  ...EVERY_MINUTE,
};
export const useRetryStuckDocuments = () => ofMoney.useChange("/admin/today/stuck-documents/retry");
export const latestActivityQuery = {
  ...ofBookings.query("/admin/today/activity", {}),
  meta: { alsoOf: ["quote", "invoice", "payment"] as const },
};
export const setupStepsQuery = {
  ...ofSettings.query("/admin/today/setup-steps", {}),
  meta: { alsoOf: ["service", "technician"] as const },
};
