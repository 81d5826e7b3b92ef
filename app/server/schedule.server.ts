import { getRetention } from "../features/core/business/queries.server";
import { forgetSecurityChecks } from "../features/core/forms/security-check.server";
import { expireContracts, remindOfEndingContracts } from "../features/finance/contracts/end-contract.server";
import { issueDueInstalments } from "../features/finance/invoices/contract/instalments.server";
import { pollEInvoices } from "../features/finance/invoices/e-invoice/send-e-invoice.server";
import { compactOpenByDueDate } from "../features/finance/invoices/overdue/ageing.server";
import { sendInvoiceReminders } from "../features/finance/invoices/overdue/remind.server";
import { purgeDocuments } from "../features/finance/invoices/purge-documents.server";
import { recogniseContractRevenue } from "../features/finance/ledger/contract-revenue.server";
import { compactLedgerDays } from "../features/finance/ledger/journal.server";
import { closeCheckouts } from "../features/finance/payments/card/checkout-updates.server";
import { cardProvider } from "../features/finance/payments/card/provider/card-providers.server";
import { invoiceWaitingDeposits } from "../features/finance/payments/deposits/waiting-deposits.server";
import { purgeReceipts } from "../features/finance/payments/receipt.server";
import { expireQuotes, remindOfExpiringQuotes } from "../features/finance/quotes/expire.server";
import { flushDueCorrectionNotifications } from "../features/operations/bookings/corrections/pending-correction-notifications.server";
import { remindOfVisits } from "../features/operations/bookings/reminders/visit-reminders.server";
import { expireHolds } from "../features/operations/bookings/visits/expire-holds.server";
import { flushDueNotifications } from "../features/operations/bookings/visits/pending-notifications.server";
import { escalateEmergencies } from "../features/operations/emergencies/escalate.server";
import { pageNewOnCall } from "../features/operations/emergencies/page-on-call.server";
import { bookAllDueOccurrences } from "../features/operations/recurring-bookings/book-due-occurrences.server";
import { purgeTrail } from "../features/oversight/activity/purge-trail.server";
import { countPageDays, mergeTallies } from "../features/oversight/analytics/tallies.server";
import { purgeAlertStreams } from "../features/oversight/notifications/alerts/flush-alerts.server";
import { sendWeeklySummaries } from "../features/oversight/notifications/mails/weekly-summary.server";
import { withdrawWaitingTexts } from "../features/oversight/notifications/withdraw-obsolete-texts.server";
import { purgeLinks } from "../features/people/accounts/links.server";
import { purgeUnconfirmedAccounts } from "../features/people/accounts/purge-unconfirmed-accounts.server";
import { purgeDeliveries } from "../features/people/api-access/webhook-deliveries.server";
import { fileEarlierRequests } from "../features/people/inbox/file-requests.server";
import { purgeConversations } from "../features/people/inbox/purge.server";
import { wakeConversations } from "../features/people/inbox/wake-conversations.server";
import { purgeMessages } from "../features/website/contact/purge-messages.server";
import { createMissingPages } from "../features/website/content/create-service-page.server";
import { warnOfExpiringCertificates } from "../features/website/content/expiring-certificates.server";
import { purgeEvents } from "../features/website/web-tracking/purge-events.server";
import type { Config } from "../platform/config.server";
import type { Ctx } from "../platform/context";
import { purgeFailedReactions } from "../platform/events/reaction-jobs.server";
import { createTrailMonths } from "../platform/events/trail-months.server";
import { purgeIdempotencyKeys } from "../platform/http/idempotency.server";
import { purgeAttempts } from "../platform/http/limits/rate-limit.server";
import { purgeClientErrors } from "../platform/incidents/client-errors.server";
import { purgeSecurityEvents } from "../platform/incidents/security-events.server";
import { purgeBackgroundJobs } from "../platform/jobs/background-jobs.server";
import { failFinalMails, purgeMails } from "../platform/mail/mail.server";
import { purgeMailFiles } from "../platform/mail/mail-files.server";
import { purgeSentMessages } from "../platform/messaging/messages.server";

export type Schedule = readonly ((ctx: Ctx, config: Config) => Promise<void>)[];

/** Jobs that run every hour. They must be idempotent, safe to run concurrently and safe to interrupt. */
export const hourlyJobs: Schedule = [
  createTrailMonths,
  purgeIdempotencyKeys,
  purgeAttempts,
  purgeBackgroundJobs,
  purgeFailedReactions,
  purgeDeliveries,
  forgetSecurityChecks,
  purgeLinks,
  purgeAlertStreams,
  purgeUnconfirmedAccounts,
  purgeMessages,
  purgeConversations,
  fileEarlierRequests,
  failFinalMails,
  // Must run before the page events are purged.
  countPageDays,
  purgeExpiredRecords,
  // Must run after the emails are purged, which refer to entries.
  purgeTrail,
  withdrawWaitingTexts,
  sendInvoiceReminders,
  compactOpenByDueDate,
  mergeTallies,
  // Before the revenue, so that an instalment is recognised from its first month on.
  issueDueInstalments,
  recogniseContractRevenue,
  compactLedgerDays,
  purgeDocuments,
  purgeReceipts,
  // Must run after the mails themselves are purged.
  purgeMailFiles,
  expireQuotes,
  remindOfExpiringQuotes,
  expireContracts,
  remindOfEndingContracts,
  bookAllDueOccurrences,
  warnOfExpiringCertificates,
  createMissingPages,
];

async function purgeExpiredRecords(ctx: Ctx): Promise<void> {
  const retention = await getRetention(ctx);
  await purgeEvents(ctx, retention.pageEventDays);
  await purgeClientErrors(ctx, retention.clientErrorDays);
  await purgeMails(ctx, retention.mailDays);
  await purgeSentMessages(ctx, retention.mailDays);
  await purgeSecurityEvents(ctx, retention.securityEventDays);
}

/** Jobs that run every 15 seconds, with the rules of `hourlyJobs`. */
export const frequentJobs: Schedule = [
  pageNewOnCall,
  escalateEmergencies,
  expireHolds,
  flushDueNotifications,
  flushDueCorrectionNotifications,
  remindOfVisits,
  invoiceWaitingDeposits,
  wakeConversations,
  sendWeeklySummaries,
];

/** Requests to external services, every 15 seconds. Separate, because a response may take long. */
export const externalRequestJobs: Schedule = [
  (ctx, config) => closeCheckouts(ctx, cardProvider(config)),
  pollEInvoices,
];
