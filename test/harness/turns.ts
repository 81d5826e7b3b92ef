/**
 * Turns of `npm test`, which takes one of four in each run: a quarter of the browser journeys marked `@turn-1` to
 * `@turn-4`, and a quarter of the long test files that prove one part of the product or its operation.
 * scripts/test.mjs sets TURN. Without it, as in `npm run check` and `npm run test:all`, no test is left out.
 */
const TURN = process.env.FULL_LENGTH ? undefined : process.env.TURN;

export const FILES_BY_TURN: Readonly<Record<string, readonly string[]>> = {
  1: [
    "app/features/finance/invoices/contract/instalments.test.ts",
    "app/features/finance/invoices/e-invoice/e-invoices.test.ts",
    "app/features/finance/payments/payment-documents.test.ts",
    "app/features/operations/dispatch/reassignment/displaced-visits.test.ts",
    "app/features/operations/recurring-bookings/recurring-bookings.test.ts",
    "app/features/oversight/notifications/languages-of-technicians.test.ts",
    "app/features/oversight/today/today.test.ts",
    "app/features/people/customer-desk/customer-desk.test.ts",
    "app/features/people/inbox/mailbox.test.ts",
    "app/hostile.test.ts",
    "app/platform/database/embedded/embedded.server.test.ts",
    "app/platform/files/hostile-pictures.test.ts",
    "app/server/first-start.test.ts",
    "test/faults/alerts.test.ts",
  ],
  2: [
    "app/document-retention.test.ts",
    "app/features/finance/invoices/contract/contract-year.test.ts",
    "app/features/operations/dispatch/board/undo-confirmation.test.ts",
    "app/features/operations/imports/bookings.test.ts",
    "app/features/operations/imports/imports.test.ts",
    "app/features/oversight/analytics/figures.test.ts",
    "app/features/oversight/notifications/mails/money/quote-mails.server.test.ts",
    "app/features/oversight/notifications/push/push-notifications.test.ts",
    "app/features/people/accounts/api/sign-up.test.ts",
    "app/features/people/accounts/api/team.test.ts",
    "app/platform/files/files-api.test.ts",
    "app/platform/files/pictures.server.test.ts",
    "app/site/safe-methods.test.ts",
    "db/seed/sample/sample.test.ts",
    "test/public-figures.test.ts",
  ],
  3: [
    "app/features/operations/dispatch/reassignment/reassignment.test.ts",
    "app/features/operations/scheduling/technicians/pictures.test.ts",
    "app/features/operations/scheduling/technicians/technicians.test.ts",
    "app/features/oversight/notifications/alerts/alerts.test.ts",
    "app/features/oversight/notifications/mails/bookings/customer-texts.test.ts",
    "app/features/people/accounts/api/own-account.test.ts",
    "app/features/people/backups/backups.test.ts",
    "app/features/people/customer-desk/search.test.ts",
    "app/features/website/content/office-content.test.ts",
    "app/infra-failures.test.ts",
    "app/platform/database/replica.test.ts",
    "app/platform/events/trail-months.test.ts",
    "app/site/pages/form/posted-forms.test.ts",
    "db/seed/large/large.test.ts",
    "test/faults/refused-start.test.ts",
    "test/faults/rolling-deploy.test.ts",
  ],
  4: [
    "app/features/core/business/logo.test.ts",
    "app/features/core/documents/documents.test.ts",
    "app/features/finance/invoices/contract/renewal-quote.test.ts",
    "app/features/operations/dispatch/reassignment/handover.test.ts",
    "app/features/oversight/activity/activity.test.ts",
    "app/features/oversight/notifications/mails/bookings/page-texts.test.ts",
    "app/features/oversight/notifications/mails/contracts/contract-mails.server.test.ts",
    "app/features/oversight/notifications/mails/money/invoice-mails.server.test.ts",
    "app/features/oversight/notifications/mails/money/reminder-texts.test.ts",
    "app/features/people/inbox/booking/booking-in-whatsapp.test.ts",
    "app/personal-data.server.test.ts",
    "app/platform/auth/captcha.server.test.ts",
    "app/platform/database/migrate.server.test.ts",
    "app/platform/documents/render.test.ts",
    "app/server/worker.server.test.ts",
    "test/faults/dead-connections.test.ts",
  ],
};

/** Test files that this run leaves out, relative to the root. */
export function filesOfOtherTurns(): string[] {
  if (!TURN) return [];
  return Object.entries(FILES_BY_TURN).flatMap(([turn, files]) => (turn === TURN ? [] : files));
}

/** Titles of the browser tests that this run leaves out. */
export function titlesOfOtherTurns(): RegExp[] {
  return TURN ? [new RegExp(`@turn-(?!${TURN}\\b)`)] : [];
}
