import { purgeLinks } from "../features/accounts/links.server";
import { purgeUnconfirmedAccounts } from "../features/accounts/purge-unconfirmed-accounts.server";
import { countPageDays, mergeTallies } from "../features/analytics/tallies.server";
import { purgeDeliveries } from "../features/api-access/webhook-deliveries.server";
import { flushDueCorrectionNotifications } from "../features/bookings/corrections/pending-correction-notifications.server";
import { expireHolds } from "../features/bookings/visits/expire-holds.server";
import { flushDueNotifications } from "../features/bookings/visits/pending-notifications.server";
import { getRetention } from "../features/business/queries.server";
import { createMissingPages } from "../features/content/create-service-page.server";
import { warnOfExpiringCertificates } from "../features/content/expiring-certificates.server";
import { expireContracts, remindOfEndingContracts } from "../features/contracts/end-contract.server";
import { escalateEmergencies } from "../features/emergencies/escalate.server";
import { pageNewOnCall } from "../features/emergencies/page-on-call.server";
import { forgetSecurityChecks } from "../features/forms/security-check.server";
import { pollEInvoices } from "../features/invoices/e-invoice/send-e-invoice.server";
import { compactOpenByDueDate } from "../features/invoices/overdue/ageing.server";
import { sendInvoiceReminders } from "../features/invoices/overdue/remind.server";
import { purgeDocuments } from "../features/invoices/purge-documents.server";
import { recogniseContractRevenue } from "../features/ledger/contract-revenue.server";
import { compactLedgerDays } from "../features/ledger/journal.server";
import { sendWeeklySummaries } from "../features/notifications/mails/weekly-summary.server";
import { closeCheckouts } from "../features/payments/card/checkout-updates.server";
import { cardProvider } from "../features/payments/card/provider/card-providers.server";
import { invoiceWaitingDeposits } from "../features/payments/deposits/waiting-deposits.server";
import { purgeReceipts } from "../features/payments/receipt.server";
import { expireQuotes, remindOfExpiringQuotes } from "../features/quotes/expire.server";
import { bookAllDueOccurrences } from "../features/recurring-bookings/book-due-occurrences.server";
import { purgeEvents } from "../features/web-tracking/purge-events.server";
import type { Config } from "../platform/config.server";
import type { Ctx } from "../platform/context";
import { purgeIdempotencyKeys } from "../platform/http/idempotency.server";
import { purgeAttempts } from "../platform/http/limits/rate-limit.server";
import { purgeClientErrors } from "../platform/incidents/client-errors.server";
import { purgeSecurityEvents } from "../platform/incidents/security-events.server";
import { purgeBackgroundJobs } from "../platform/jobs/background-jobs.server";
import { failFinalMails, purgeMails } from "../platform/mail/mail.server";
import { purgeMailFiles } from "../platform/mail/mail-files.server";

export type Schedule = readonly ((ctx: Ctx, config: Config) => Promise<void>)[];

/** Jobs that run every hour. They must be idempotent, safe to run concurrently and safe to interrupt. */
export const hourlyJobs: Schedule = [
  purgeIdempotencyKeys,
  purgeAttempts,
  purgeBackgroundJobs,
  purgeDeliveries,
  forgetSecurityChecks,
  purgeLinks,
  purgeUnconfirmedAccounts,
  failFinalMails,
  // Must run before the page events are purged.
  countPageDays,
  purgeExpiredRecords,
  sendInvoiceReminders,
  compactOpenByDueDate,
  mergeTallies,
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
  await purgeSecurityEvents(ctx, retention.securityEventDays);
}

/** Jobs that run every 15 seconds, with the rules of `hourlyJobs`. */
export const frequentJobs: Schedule = [
  pageNewOnCall,
  escalateEmergencies,
  expireHolds,
  flushDueNotifications,
  flushDueCorrectionNotifications,
  invoiceWaitingDeposits,
  sendWeeklySummaries,
];

/** Requests to external services, every 15 seconds. Separate, because a response may take long. */
export const externalRequestJobs: Schedule = [
  (ctx, config) => closeCheckouts(ctx, cardProvider(config)),
  pollEInvoices,
];
