import {
  confirmAtSignUp,
  confirmEmailChange,
  confirmOnceMore,
  sendPasswordReset,
  tellOfEmailChange,
  tellOfEmailChangeAsked,
  tellOfPasswordChange,
  tellOfRepeatedSignUp,
  tellOfTwoFactorChange,
} from "./features/notifications/account-mails.server";
import {
  alertOffice,
  sendLink,
  tellOfAssignment,
  tellOfCancellation,
  tellOfConfirmation,
  tellOfDecline,
  tellOfficeOfCancellation,
  tellOfficeOfRescheduling,
  tellOfReceipt,
  tellOfRescheduling,
} from "./features/notifications/booking-mails.server";
import { forwardMessage } from "./features/notifications/contact-mails.server";
import { alertOfficeOfContract, tellOfContractRequest } from "./features/notifications/contract-mails.server";
import { tellOfficeOfRevisit } from "./features/notifications/revisit-mails.server";
import { sendMail } from "./platform/mail.server";
import type { Reactions } from "./platform/reaction.server";

/** "When X happened, do Y": everything that follows from events, on one screen. */
export const reactions: Reactions = {
  "account.signed-up": [confirmAtSignUp],
  "account.sign-up-repeated": [tellOfRepeatedSignUp],
  "account.confirmed": [],
  "account.confirmation-asked": [confirmOnceMore],
  "account.reset-asked": [sendPasswordReset],
  "account.password-changed": [tellOfPasswordChange],
  "account.email-change-asked": [confirmEmailChange, tellOfEmailChangeAsked],
  "account.email-changed": [tellOfEmailChange],
  "account.two-factor-changed": [tellOfTwoFactorChange],
  "account.deleted": [],
  "booking.requested": [tellOfReceipt, alertOffice],
  "booking.confirmed": [tellOfConfirmation],
  "booking.declined": [tellOfDecline],
  "booking.cancelled": [tellOfCancellation, tellOfficeOfCancellation],
  "booking.technician-assigned": [tellOfAssignment],
  "booking.technician-unassigned": [],
  "booking.rescheduled": [tellOfRescheduling, tellOfficeOfRescheduling],
  "booking.moved": [],
  "booking.link-asked": [sendLink],
  "contact.message-sent": [forwardMessage],
  "contract.requested": [tellOfContractRequest, alertOfficeOfContract],
  "mail.queued": [sendMail],
  "review.written": [],
  "revisit.asked": [tellOfficeOfRevisit],
};
