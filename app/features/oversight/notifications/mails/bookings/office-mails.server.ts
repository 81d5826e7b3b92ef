import { isCancelledOrDeclined } from "../../templates/context";
import { officeAlert } from "../../templates/office/office-alert";
import {
  officeCancellation,
  officeLateReport,
  officePermit,
  officeRescheduling,
} from "../../templates/office/office-change";
import { isByCustomer, isByOffice, officeMail } from "./booking-mail.server";

/** Skipped for bookings that the office entered for a caller, which have no response target. */
export const notifyOfficeOfRequest = officeMail<"booking.requested">("office-alert", (context, event) => {
  const { agreed, repeated, held } = event.data;
  // An occurrence without a free slot waits for the office, which entered only the first visit.
  const isEntered = isByOffice(event) && !repeated && context.booking.contactDueAt === null;
  return agreed || (repeated && held) || isEntered ? null : officeAlert(context);
});

export const notifyOfficeOfCancellation = officeMail<"booking.cancelled">(
  "office-cancellation",
  (context, event) => (isByCustomer(event) ? officeCancellation(context, event.reason) : null),
);

export const notifyOfficeOfRescheduling = officeMail<"booking.rescheduled">(
  "office-rescheduling",
  (context, event) =>
    isByCustomer(event) ? officeRescheduling(context, new Date(event.data.toStartsAt)) : null,
);

export const notifyOfficeOfLateReport = officeMail<"booking.late-report-received">(
  "office-late-report",
  officeLateReport,
);

/** Skipped for changes by the office itself. */
export const notifyOfficeOfPermit = officeMail<"booking.access-changed">("office-permit", (context, event) =>
  isByCustomer(event) && !isCancelledOrDeclined(context.booking) ? officePermit(context) : null,
);
