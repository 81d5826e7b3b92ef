import type { Reaction } from "~/platform/events/reaction.server";
import { recurringBookingEnded, recurringBookingStarted } from "../../templates/booking/recurring-booking";
import {
  officeRecurringBookingEnded,
  officeRecurringBookingStuck,
} from "../../templates/office/office-change";
import { customerMail, officeMail } from "./booking-mail.server";
import { readEndedRecurringBooking } from "./ended-recurring-booking.server";

/** One email for all visits of an active recurring booking. */
export const notifyOfRecurringBooking: Reaction<"booking.recurrence-started"> = {
  name: "recurrence-started",
  run: async function notifyOfRecurringBooking(ctx, event, tools) {
    const recurringBooking = await ctx.db
      .selectFrom("recurringBookings")
      .select(["recurrenceInterval as interval", "anchorDay as day", "startTime as time"])
      .where("id", "=", event.data.recurringBookingId)
      .where("endedAt", "is", null)
      .executeTakeFirst();
    if (!recurringBooking) return;
    const mail = customerMail<"booking.recurrence-started">(this.name, (context) =>
      recurringBookingStarted(context, recurringBooking),
    );
    await mail.run(ctx, event, tools);
  },
};

/**
 * One email for the recurring booking and its cancelled visits. Skipped if it was resumed and no visit was
 * cancelled.
 */
export const notifyOfEndedRecurringBooking: Reaction<"booking.recurrence-ended"> = {
  name: "recurrence-ended",
  run: async function notifyOfEndedRecurringBooking(ctx, event, tools) {
    const { recurringBookingId, by, bookingIds = [] } = event.data;
    if (by !== "office") return;
    const recurringBooking = await readEndedRecurringBooking(ctx, recurringBookingId, bookingIds);
    if (!recurringBooking.isOver && recurringBooking.cancelled.length === 0) return;
    const subjectId = recurringBooking.linkedBookingId ?? event.subjectId;
    const mail = customerMail<"booking.recurrence-ended">(this.name, (context) =>
      recurringBookingEnded(context, recurringBooking),
    );
    await mail.run(ctx, { ...event, subjectId }, tools);
  },
};

/** Not sent for recurring bookings that the office ends itself. */
export const notifyOfficeOfEndedRecurringBooking = officeMail<"booking.recurrence-ended">(
  "office-recurrence-ended",
  (context, { data }) => (data.by === "service" ? officeRecurringBookingEnded(context) : null),
);

/** The recurring booking continues after the office has moved the visit. */
export const notifyOfficeOfStuckRecurringBooking = officeMail<"booking.recurrence-stuck">(
  "office-recurrence-stuck",
  officeRecurringBookingStuck,
);
