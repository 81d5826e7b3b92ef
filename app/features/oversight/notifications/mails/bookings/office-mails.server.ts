import { isCancelledOrDeclined } from "../../templates/context";
import { officeAlert } from "../../templates/office/office-alert";
import {
  officeCancellation,
  officeLateReport,
  officeOpenRecurrence,
  officePermit,
  officeRescheduling,
} from "../../templates/office/office-change";
import { isByCustomer, officeMail } from "./booking-mail.server";

/**
 * Skipped for requests that are answered, and for bookings that the office entered or agreed, which have no
 * response target. An occurrence without a free slot waits for the office, which entered only the first visit.
 */
export const notifyOfficeOfRequest = officeMail<"booking.requested">(
  "office-alert",
  (context, { data: { agreed, repeated, held } }) => {
    const { state, contactDueAt } = context.booking;
    if (agreed || state !== "requested") return null;
    if (repeated) return held ? null : officeOpenRecurrence(context);
    return contactDueAt ? officeAlert(context, contactDueAt) : null;
  },
);

export const notifyOfficeOfCancellation = officeMail<"booking.cancelled">(
  "office-cancellation",
  (context, event) => {
    const { hadVisit = false } = event.data;
    return isByCustomer(event) ? officeCancellation(context, { reason: event.reason, hadVisit }) : null;
  },
);

/** Skipped if the visit was moved again, which has its own email. */
export const notifyOfficeOfRescheduling = officeMail<"booking.rescheduled">(
  "office-rescheduling",
  (context, event) => {
    const startsAt = new Date(event.data.toStartsAt);
    const { visit } = context.booking;
    const isCurrent = visit?.live && visit.startsAt.getTime() === startsAt.getTime();
    return isByCustomer(event) && isCurrent ? officeRescheduling(context, startsAt) : null;
  },
);

export const notifyOfficeOfLateReport = officeMail<"booking.late-report-received">(
  "office-late-report",
  officeLateReport,
);

/** Skipped for changes by the office itself. */
export const notifyOfficeOfPermit = officeMail<"booking.access-changed">("office-permit", (context, event) =>
  isByCustomer(event) && !isCancelledOrDeclined(context.booking) ? officePermit(context) : null,
);
