import { isCancelledOrDeclined } from "../../templates/context";
import { officeAlert } from "../../templates/office/office-alert";
import {
  officeCancellation,
  officeLateReport,
  officePermit,
  officeRescheduling,
} from "../../templates/office/office-change";
import { isByCustomer, officeMail } from "./booking-mail.server";

export const notifyOfficeOfRequest = officeMail<"booking.requested">("office-alert", (context, { data }) =>
  // An occurrence without a free slot waits for the office.
  data.agreed || (data.repeated && data.held) ? null : officeAlert(context),
);

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
