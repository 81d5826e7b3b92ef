import type { EventType } from "~/platform/events/events";
import {
  emailNextPagedTechnicians,
  emailPagedTechnicians,
  notifyOfficeOfEscalation,
  notifyOfficeOfPassedOnEmergency,
} from "../mails/bookings/emergency-mails.server";
import {
  notifyOfficeOfCancellation,
  notifyOfficeOfLateReport,
  notifyOfficeOfPermit,
  notifyOfficeOfRequest,
  notifyOfficeOfRescheduling,
} from "../mails/bookings/office-mails.server";
import {
  notifyOfficeOfEndedRecurringBooking,
  notifyOfficeOfStuckRecurringBooking,
} from "../mails/bookings/recurring-booking-mails.server";
import { forwardMessage } from "../mails/contact-mails.server";
import { alertOfficeOfContract } from "../mails/contracts/contract-request-mails.server";
import type { AlertReaction } from "./alert.server";

/** Every kind of email that is combined. A missing one would leave its events waiting. */
export const alertReactions = [
  emailPagedTechnicians,
  emailNextPagedTechnicians,
  notifyOfficeOfEscalation,
  notifyOfficeOfPassedOnEmergency,
  notifyOfficeOfRequest,
  notifyOfficeOfCancellation,
  notifyOfficeOfRescheduling,
  notifyOfficeOfLateReport,
  notifyOfficeOfPermit,
  notifyOfficeOfEndedRecurringBooking,
  notifyOfficeOfStuckRecurringBooking,
  forwardMessage,
  alertOfficeOfContract,
] as unknown as readonly AlertReaction<EventType>[];
