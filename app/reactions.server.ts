import { draftRenewalInTime, renewAsApproved } from "./features/finance/contracts/renewal-quote.server";
import {
  activateAcceptedContract,
  activatePaidContract,
} from "./features/finance/invoices/contract/contract-paid.server";
import { settleDeposits } from "./features/finance/invoices/credit/settle-deposits.server";
import {
  createECreditNote,
  createEInvoice,
  sendECreditNote,
  sendEInvoice,
  sendRequestedEInvoice,
} from "./features/finance/invoices/e-invoice/send-e-invoice.server";
import { recordFee, recordPayout } from "./features/finance/payments/card/fees-and-payouts.server";
import { requestProviderRefund } from "./features/finance/payments/refund-updates.server";
import { cancelQuoteOnBookingCancelled } from "./features/finance/quotes/cancel-approved-quote.server";
import { withdrawRenewal } from "./features/finance/quotes/commands/withdraw.server";
import { pageOnCallAfterHandover } from "./features/operations/emergencies/page-after-handover.server";
import {
  pageOnCallOnEmergency,
  pageOnCallOnTradeCorrection,
} from "./features/operations/emergencies/page-on-call.server";
import {
  confirmAtSignUp,
  confirmEmailChange,
  inviteStaff,
  notifyOfEmailChange,
  notifyOfEmailChangeRequest,
  notifyOfPasswordChange,
  notifyOfRepeatedSignUp,
  notifyOfTwoFactorChange,
  resendConfirmation,
  sendPasswordReset,
  sendSignInCode,
} from "./features/oversight/notifications/mails/account-mails.server";
import {
  notifyOfFailedBackup,
  notifyOfLateBackup,
} from "./features/oversight/notifications/mails/backup-mails.server";
import {
  notifyOfCancellation,
  notifyOfCompletion,
  notifyOfConfirmation,
  notifyOfCorrection,
  notifyOfDecline,
  notifyOfDelay,
  notifyOfExpiredHold,
  notifyOfNoAccess,
  notifyOfRequest,
  notifyOfRescheduling,
  notifyOfReviewReply,
  notifyOfUndoneDeparture,
  notifyOnTheWay,
  remindOfVisit,
  sendBookingLink,
} from "./features/oversight/notifications/mails/bookings/customer-mails.server";
import {
  emailNextPagedTechnicians,
  emailPagedTechnicians,
  notifyOfficeOfEscalation,
  notifyOfficeOfPassedOnEmergency,
} from "./features/oversight/notifications/mails/bookings/emergency-mails.server";
import {
  notifyOfficeOfCancellation,
  notifyOfficeOfLateReport,
  notifyOfficeOfPermit,
  notifyOfficeOfRequest,
  notifyOfficeOfRescheduling,
} from "./features/oversight/notifications/mails/bookings/office-mails.server";
import { textPagedTechnician } from "./features/oversight/notifications/mails/bookings/page-texts.server";
import {
  notifyOfEndedRecurringBooking,
  notifyOfficeOfEndedRecurringBooking,
  notifyOfficeOfStuckRecurringBooking,
  notifyOfRecurringBooking,
} from "./features/oversight/notifications/mails/bookings/recurring-booking-mails.server";
import { redirectMessagesOfBooking } from "./features/oversight/notifications/mails/bookings/redirect-messages.server";
import { inviteTechnician } from "./features/oversight/notifications/mails/bookings/technician-mails.server";
import { notifyOfVisit } from "./features/oversight/notifications/mails/bookings/visit-mails.server";
import {
  notifyOfficeOfWarrantyRequest,
  notifyOfWarrantyRequest,
} from "./features/oversight/notifications/mails/bookings/warranty-request-mails.server";
import {
  confirmMessage,
  forwardMessage,
} from "./features/oversight/notifications/mails/contact-mails.server";
import {
  notifyOfActiveContract,
  notifyOfCancelledContract,
  notifyOfficeOfAcceptance,
  notifyOfficeOfRenewal,
  remindOfContract,
  sendContractLink,
} from "./features/oversight/notifications/mails/contracts/contract-mails.server";
import {
  alertOfficeOfContract,
  notifyOfContractRequest,
} from "./features/oversight/notifications/mails/contracts/contract-request-mails.server";
import { notifyOfExpiringCertificate } from "./features/oversight/notifications/mails/money/certificate-mails.server";
import {
  notifyOfBadDebt,
  notifyOfCreditNote,
  notifyOfInvoice,
  remindOfInvoice,
  sendInvoiceAgain,
  sendInvoiceLink,
} from "./features/oversight/notifications/mails/money/invoice-mails.server";
import {
  notifyOfBouncedCheque,
  notifyOfFailedPayout,
  notifyOfFailedRefund,
  notifyOfOverPayment,
  notifyOfReconciliationIssue,
  notifyOfRefund,
  sendReceipt,
} from "./features/oversight/notifications/mails/money/payment-mails.server";
import {
  notifyOfficeOfApproval,
  notifyOfficeOfChanges,
  notifyOfficeOfDecline,
  notifyOfficeOfExpiry,
  notifyOfQuote,
  notifyOfQuoteCancellation,
  notifyOfWithdrawal,
  remindOfQuote,
  sendQuoteLink,
  thankForApproval,
} from "./features/oversight/notifications/mails/money/quote-mails.server";
import { redirectMessagesOfCustomer } from "./features/oversight/notifications/mails/money/redirect-messages.server";
import { notifyOfDisabledWebhook } from "./features/oversight/notifications/mails/webhook-mails.server";
import {
  pushEmergencyToOffice,
  pushEscalationToOffice,
  pushPassedOnToOffice,
} from "./features/oversight/notifications/push/emergency-push.server";
import { sendMailCopy } from "./features/oversight/notifications/send-again.server";
import { rememberPhone } from "./features/people/accounts/copy-phone-from-booking.server";
import { fileContactMessage, fileContractRequest } from "./features/people/inbox/file-requests.server";
import { sendFlowMessage, sendReply } from "./features/people/inbox/send-reply.server";
import { createServicePage } from "./features/website/content/create-service-page.server";
import type { Reactions } from "./platform/events/reaction.server";

/** Reactions to each event, in one exhaustive table. */
export const reactions: Reactions = {
  "account.signed-up": [confirmAtSignUp],
  "account.sign-up-repeated": [notifyOfRepeatedSignUp],
  "account.confirmation-requested": [resendConfirmation],
  "account.reset-requested": [sendPasswordReset],
  "account.code-requested": [sendSignInCode],
  "account.password-changed": [notifyOfPasswordChange],
  "account.email-change-requested": [confirmEmailChange, notifyOfEmailChangeRequest],
  "account.email-changed": [notifyOfEmailChange],
  "account.two-factor-changed": [notifyOfTwoFactorChange],
  "staff.invited": [inviteStaff],
  "booking.requested": [
    ...[notifyOfRequest, notifyOfficeOfRequest, pushEmergencyToOffice],
    ...[pageOnCallOnEmergency, rememberPhone],
  ],
  "booking.confirmed": [notifyOfConfirmation],
  "booking.declined": [notifyOfDecline],
  "booking.cancelled": [
    notifyOfCancellation,
    notifyOfficeOfCancellation,
    cancelQuoteOnBookingCancelled(settleDeposits),
  ],
  "booking.recurrence-started": [notifyOfRecurringBooking],
  "booking.recurrence-ended": [notifyOfEndedRecurringBooking, notifyOfficeOfEndedRecurringBooking],
  "booking.recurrence-stuck": [notifyOfficeOfStuckRecurringBooking],
  "booking.rescheduled": [notifyOfRescheduling, notifyOfficeOfRescheduling],
  "booking.visit-notification-due": [notifyOfVisit],
  "booking.status-changed": [
    ...[notifyOnTheWay, notifyOfUndoneDeparture],
    ...[notifyOfNoAccess, notifyOfCompletion, pageOnCallAfterHandover],
  ],
  "booking.visit-reminder-due": [remindOfVisit],
  "booking.delayed": [notifyOfDelay],
  "booking.on-call-paged": [emailPagedTechnicians],
  "booking.page-unanswered": [textPagedTechnician],
  "booking.page-declined": [notifyOfficeOfPassedOnEmergency, emailNextPagedTechnicians, pushPassedOnToOffice],
  "booking.escalated": [notifyOfficeOfEscalation, pushEscalationToOffice],
  "booking.corrected": [pageOnCallOnTradeCorrection, redirectMessagesOfBooking],
  "booking.correction-notification-due": [notifyOfCorrection],
  "booking.hold-expired": [notifyOfExpiredHold],
  "booking.link-requested": [sendBookingLink],
  "customer.edited": [redirectMessagesOfCustomer],
  "contact.message-sent": [fileContactMessage, confirmMessage, forwardMessage],
  "contract.requested": [fileContractRequest, notifyOfContractRequest, alertOfficeOfContract],
  "contract.accepted": [activateAcceptedContract, notifyOfficeOfAcceptance],
  "contract.link-requested": [sendContractLink],
  "contract.activated": [notifyOfActiveContract],
  "contract.expiring": [remindOfContract, draftRenewalInTime],
  "contract.cancelled": [notifyOfCancelledContract, withdrawRenewal],
  "contract.renewal-drafted": [notifyOfficeOfRenewal],
  "payment.recorded": [recordFee, sendReceipt, notifyOfOverPayment],
  "payment.questioned": [notifyOfReconciliationIssue],
  "cheque.state-changed": [notifyOfBouncedCheque],
  "refund.requested": [requestProviderRefund],
  "refund.done": [notifyOfRefund],
  "refund.failed": [notifyOfFailedRefund],
  "payout.arrived": [recordPayout],
  "payout.failed": [notifyOfFailedPayout],
  "booking.access-changed": [notifyOfficeOfPermit],
  "booking.late-report-received": [notifyOfficeOfLateReport],
  "inbox.answered": [sendFlowMessage],
  "inbox.replied": [sendReply],
  "invoice.issued": [createEInvoice, sendEInvoice, notifyOfInvoice],
  "invoice.e-invoice-requested": [sendRequestedEInvoice],
  "invoice.settled": [activatePaidContract],
  "invoice.link-requested": [sendInvoiceLink],
  "invoice.resent": [sendInvoiceAgain],
  "invoice.credited": [createECreditNote, sendECreditNote, notifyOfCreditNote],
  "invoice.reminded": [remindOfInvoice],
  "invoice.write-off-notified": [notifyOfBadDebt],
  "quote.sent": [notifyOfQuote],
  "quote.link-requested": [sendQuoteLink],
  "quote.approved": [notifyOfficeOfApproval, thankForApproval, renewAsApproved],
  "quote.changes-requested": [notifyOfficeOfChanges],
  "quote.declined": [notifyOfficeOfDecline],
  "quote.withdrawn": [notifyOfWithdrawal],
  "quote.cancelled": [notifyOfQuoteCancellation],
  "quote.expiring": [remindOfQuote],
  "quote.expired": [notifyOfficeOfExpiry],
  "content.expiring": [notifyOfExpiringCertificate],
  "webhook.switched-off": [notifyOfDisabledWebhook],
  "mail.resent": [sendMailCopy],
  "backup.failed": [notifyOfFailedBackup],
  "backup.late": [notifyOfLateBackup],
  "technician.invited": [inviteTechnician],
  "service.added": [createServicePage],
  "booking.review-answered": [notifyOfReviewReply],
  "booking.warranty-visit-requested": [notifyOfWarrantyRequest, notifyOfficeOfWarrantyRequest],
};
