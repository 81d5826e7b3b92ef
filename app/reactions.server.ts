import {
  alertOffice,
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
import { sendMail } from "./platform/mail.server";
import type { Reactions } from "./platform/reaction.server";

/** "When X happened, do Y": everything that follows from events, on one screen. */
export const reactions: Reactions = {
  "booking.requested": [tellOfReceipt, alertOffice],
  "booking.confirmed": [tellOfConfirmation],
  "booking.declined": [tellOfDecline],
  "booking.cancelled": [tellOfCancellation, tellOfficeOfCancellation],
  "booking.technician-assigned": [tellOfAssignment],
  "booking.technician-unassigned": [],
  "booking.rescheduled": [tellOfRescheduling, tellOfficeOfRescheduling],
  "booking.moved": [],
  "contact.message-sent": [forwardMessage],
  "contract.requested": [tellOfContractRequest, alertOfficeOfContract],
  "mail.queued": [sendMail],
};
