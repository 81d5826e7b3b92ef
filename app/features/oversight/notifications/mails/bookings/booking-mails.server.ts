import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { withdrawMails } from "~/platform/mail/mail.server";
import type { Message } from "~/platform/messaging/message";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { shouldNotifyCustomer } from "../../../../operations/bookings/corrections/correction";
import { listNotifiedCorrections } from "../../../../operations/bookings/corrections/corrections.server";
import {
  emailedBookingUrl,
  followUrl,
  newLinkExpiry,
} from "../../../../operations/bookings/link/booking-link.server";
import { isUndispatched } from "../../../../operations/bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../../../../operations/bookings/response-targets/response-target";
import type {
  NotifiedVisit,
  VisitChangeKind,
} from "../../../../operations/bookings/visits/pending-notification";
import { consumePendingNotification } from "../../../../operations/bookings/visits/pending-notifications.server";
import { calendarFiles } from "../../email/calendar-file.server";
import { takeFromMailBudget } from "../../email/mail-budget.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import { bookingCancelled } from "../../templates/booking/booking-cancelled";
import { bookingCompleted } from "../../templates/booking/booking-completed";
import { bookingConfirmed } from "../../templates/booking/booking-confirmed";
import { bookingCorrected } from "../../templates/booking/booking-corrected";
import { bookingDeclined } from "../../templates/booking/booking-declined";
import { bookingHoldExpired } from "../../templates/booking/booking-hold-expired";
import { bookingLink } from "../../templates/booking/booking-link";
import { bookingReceived } from "../../templates/booking/booking-received";
import { bookingRescheduled } from "../../templates/booking/booking-rescheduled";
import { arrivalDelayed, departureUndone, onTheWay } from "../../templates/booking/on-the-way";
import { recurringBookingEnded, recurringBookingStarted } from "../../templates/booking/recurring-booking";
import { reviewAnswered } from "../../templates/booking/review-answered";
import { technicianAssigned } from "../../templates/booking/technician-assigned";
import { visitCancelled } from "../../templates/booking/visit-cancelled";
import { type BookingMailContext, isCancelledOrDeclined } from "../../templates/context";
import { emergencyCall } from "../../templates/office/emergency-call";
import { officeAlert } from "../../templates/office/office-alert";
import {
  officeCancellation,
  officePermit,
  officeRecurringBookingEnded,
  officeRecurringBookingStuck,
  officeRescheduling,
} from "../../templates/office/office-change";
import { officeEscalation } from "../../templates/office/office-escalation";
import { officePassedOn } from "../../templates/office/office-passed-on";
import { technicianVisit } from "../../templates/technician-visit";
import {
  type BookingFacts,
  findLastDeparture,
  getBookingFacts,
  type PagedTechnician,
} from "./booking-facts.server";
import { readEndedRecurringBooking } from "./ended-recurring-booking.server";

/*
 * An outage can delay a reaction by hours. Emails therefore describe the current booking and are skipped when
 * a later event sends its own.
 */

/** Emails to guests count against the email budget of their address. */
export const notifyOfRequest: Reaction<"booking.requested"> = {
  name: "booking-received",
  run: async function notifyOfRequest(ctx, event, tools) {
    const mail = customerMail<"booking.requested">(this.name, (context, { data }) =>
      data.agreed || data.repeated ? null : bookingReceived(context),
    );
    if (event.actorRole === "visitor") {
      const { email } = await getBookingFacts(ctx, event.subjectId);
      const confirmation = email && { email, trailId: event.id, about: "booking" as const };
      if (!confirmation || !(await takeFromMailBudget(ctx, tools.config, confirmation))) return;
    }
    await mail.run(ctx, event, tools);
  },
};

export const notifyOfConfirmation = customerMail<"booking.confirmed">(
  "booking-confirmed",
  (context, { data }) =>
    data.notifiedWithVisit || isCancelledOrDeclined(context.booking)
      ? null
      : bookingConfirmed(context, toDate(data.heldStartsAt)),
);

/** Moves by the customer are sent at once; moves by the office, with the pending notification. */
export const notifyOfRescheduling = customerMail<"booking.rescheduled">(
  "booking-rescheduled",
  (context, event) => {
    const { visit } = context.booking;
    const { fromStartsAt, toStartsAt } = event.data;
    if (!isByCustomer(event) || !visit?.live || visit.startsAt.getTime() !== Date.parse(toStartsAt))
      return null;
    return bookingRescheduled(context, visit, toDate(fromStartsAt));
  },
);

/** Sent for changes that affect the appointment or the price. */
export const notifyOfCorrection: Reaction<"booking.correction-notification-due"> = {
  name: "booking-corrected",
  run: async function notifyOfCorrection(ctx, event, tools) {
    const changes = await listNotifiedCorrections(ctx, event.id);
    const mail = customerMail<"booking.correction-notification-due">(this.name, (context, { data }) =>
      shouldNotifyCustomer(data) && !isCancelledOrDeclined(context.booking)
        ? bookingCorrected(context, data, changes)
        : null,
    );
    await mail.run(ctx, event, tools);
  },
};

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

/** Sends the visit's pending notification (docs/domain.md, "Notifications"). */
export const notifyOfVisit: Reaction<"booking.visit-notification-due"> = {
  name: "visit-notification",
  run: async function notifyOfVisit(ctx, event, tools) {
    const notification = await consumePendingNotification(ctx, event.data);
    if (!notification) return;
    const { technicianId } = event.data;
    const { what, visitId } = notification;
    const mail = technicianId
      ? technicianMail(await emailOfTechnician(ctx, technicianId), notification, tools.config)
      : customerMail<"booking.visit-notification-due">(...customerTemplate(what, notification));
    await mail.run(ctx, { ...event, data: { ...event.data, visitId } }, tools);
  },
};

function customerTemplate(
  what: VisitChangeKind | null,
  { known, confirms }: { known: NotifiedVisit; confirms: boolean },
): [string, Write<"booking.visit-notification-due">] {
  const from = known?.startsAt ?? null;
  if (confirms) {
    return [
      "booking-confirmed",
      (context) => (isCancelledOrDeclined(context.booking) ? null : bookingConfirmed(context, from)),
    ];
  }
  switch (what) {
    case "assigned":
      return [
        "technician-assigned",
        (context) => {
          const { visit, state } = context.booking;
          // A request is not confirmed yet, even if its time is held with a technician.
          if (!visit?.live || !visit.technicianName || state === "requested") return null;
          return technicianAssigned(context, visit, visit.technicianName, from);
        },
      ];
    case "rescheduled":
      return [
        "booking-rescheduled",
        (context) => {
          const { visit } = context.booking;
          return visit?.live ? bookingRescheduled(context, visit, from) : null;
        },
      ];
    case "cancelled":
      // Another planned visit has its own email.
      return [
        "visit-cancelled",
        (context) => {
          const { visit, days } = context.booking;
          if (isCancelledOrDeclined(context.booking) || !from) return null;
          // Removing one day changes the plan of the remaining days.
          if (visit?.live) return days.length > 0 ? bookingRescheduled(context, visit, from) : null;
          return visitCancelled(context, from);
        },
      ];
    case null:
      return ["visit-notification", () => null];
  }
}

function technicianMail(
  email: string,
  { visitId, what, known }: { visitId: string; what: VisitChangeKind | null; known: NotifiedVisit },
  { publicUrl }: Config,
) {
  return bookingMail<"booking.visit-notification-due">(
    "technician-visit",
    (context) =>
      what &&
      technicianVisit(context, {
        ...{ visitId, what, from: known?.startsAt ?? null },
        url: publicUrl + localPath("/technician"),
      }),
    () => [email],
  );
}

async function emailOfTechnician(ctx: Ctx, id: string): Promise<string> {
  const { email } = await ctx.db
    .selectFrom("technicians")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return email;
}

export const notifyOfDecline = customerMail<"booking.declined">("booking-declined", (context, { reason }) =>
  bookingDeclined(context, reason ?? ""),
);

const cancellation = customerMail<"booking.cancelled">("booking-cancelled", (context, event) =>
  bookingCancelled(context, { byCustomer: isByCustomer(event), reason: event.reason }),
);

/** Visits cancelled with their contract or recurring booking are part of that email. */
export const notifyOfCancellation: Reaction<"booking.cancelled"> = {
  name: cancellation.name,
  run: async function notifyOfCancellation(ctx, event, tools) {
    const withContract = await ctx.db
      .selectFrom("entitlementUses")
      .innerJoin("contracts", "contracts.id", "entitlementUses.contractId")
      .select("contracts.id")
      .where("bookingId", "=", event.subjectId)
      .where("contracts.state", "=", "cancelled")
      .executeTakeFirst();
    if (!withContract && !event.data.inOneMail) await cancellation.run(ctx, event, tools);
  },
};

export const notifyOnTheWay = customerMail<"booking.status-changed">("on-the-way", (context, { data }) => {
  const arrival = data.transition === "depart" ? context.booking.visit?.onTheWay : null;
  return arrival ? onTheWay(context, arrival) : null;
});

/** Only the last of several delays is sent, because it has the current time. */
export const notifyOfDelay = customerMail<"booking.delayed">("on-the-way-later", (context, { data }) => {
  const { visit } = context.booking;
  if (visit?.id !== data.visitId || visit.onTheWay?.laterMin !== data.laterMin) return null;
  return arrivalDelayed(context, visit.onTheWay);
});

const departureUndoneMail = customerMail<"booking.status-changed">("not-on-the-way", departureUndone);

/** Withdraws the “on the way” email if it is still queued, otherwise corrects it with a new email. */
export const notifyOfUndoneDeparture: Reaction<"booking.status-changed"> = {
  name: departureUndoneMail.name,
  run: async function notifyOfUndoneDeparture(ctx, event, tools) {
    if (event.data.transition !== "undoDepart") return;
    const departure = await findLastDeparture(ctx, event);
    const wasSent =
      departure && (await withdrawMails(ctx, { trailId: departure, kind: notifyOnTheWay.name }));
    if (wasSent) await departureUndoneMail.run(ctx, event, tools);
  },
};

export const notifyOfCompletion = customerMail<"booking.status-changed">(
  "booking-completed",
  (context, { data }) => (data.transition === "complete" ? bookingCompleted(context) : null),
);

/** Skipped if the reply was removed. */
export const notifyOfReviewReply: Reaction<"booking.review-answered"> = {
  name: "review-answered",
  run: async function notifyOfReviewReply(ctx, event, tools) {
    const { answer } = await ctx.db
      .selectFrom("reviews")
      .select("answer")
      .where("bookingId", "=", event.subjectId)
      .executeTakeFirstOrThrow();
    const mail = customerMail<"booking.review-answered">(this.name, (context) =>
      answer ? reviewAnswered(context, answer) : null,
    );
    await mail.run(ctx, event, tools);
  },
};

/** Skipped if the booking has a new time or is confirmed. */
export const notifyOfExpiredHold = customerMail<"booking.hold-expired">(
  "booking-hold-ended",
  (context, { data }) =>
    context.booking.state === "requested" && !context.booking.visit?.live
      ? bookingHoldExpired(context, new Date(data.startsAt))
      : null,
);

export const sendBookingLink = customerMail<"booking.link-requested">("booking-link", bookingLink);

export const notifyOfficeOfRequest = officeMail<"booking.requested">("office-alert", (context, { data }) =>
  // An occurrence without a free slot waits for the office.
  data.agreed || (data.repeated && data.held) ? null : officeAlert(context),
);

/** Skipped if a technician already responds to the emergency. */
export const emailPagedTechnicians = pageMail<"booking.on-call-paged">("emergency-call-since", {
  isRecipient: ({ id }, { data }) => data.technicianIds.includes(id),
});

export const emailNextPagedTechnicians = pageMail<"booking.page-declined">("emergency-call-again", {
  passedOnBy: ({ paged }, { data }) => nameOfPaged(paged, data.technicianId),
});

export const notifyOfficeOfPassedOnEmergency = officeMail<"booking.page-declined">(
  "office-passed-on",
  (context, { data, reason }) => {
    const { paged, state } = context.booking;
    const by = nameOfPaged(paged, data.technicianId);
    return by && isUndispatched(state) ? officePassedOn(context, by, reason) : null;
  },
);

function nameOfPaged(paged: readonly PagedTechnician[], technicianId: string): string | null {
  return paged.find(({ id }) => id === technicianId)?.name ?? null;
}

/** Skipped if the emergency was acknowledged or a technician has arrived. */
export const notifyOfficeOfEscalation = officeMail<"booking.escalated">(
  "office-escalation",
  (context, { data }) => {
    const { booking } = context;
    const isCurrent =
      awaitingArrivalStates.includes(booking.state) &&
      (data.why === "not-arrived" || !booking.acknowledgedAt);
    return isCurrent ? officeEscalation(context, data.why) : null;
  },
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

/** Skipped for changes by the office itself. */
export const notifyOfficeOfPermit = officeMail<"booking.access-changed">("office-permit", (context, event) =>
  isByCustomer(event) && !isCancelledOrDeclined(context.booking) ? officePermit(context) : null,
);

type BookingEvent = Extract<EventType, `booking.${string}`>;

/** Returns null if there is nothing to send. */
type Write<Type extends BookingEvent> = (
  context: BookingMailContext & { answerUrl: string },
  event: RecordedEvent<Type>,
  recipient: string,
) => Message | null;

function customerMail<Type extends BookingEvent>(kind: string, write: Write<Type>): Reaction<Type> {
  return bookingMail(kind, write, ({ email }) => (email ? [email] : []));
}

function officeMail<Type extends BookingEvent>(kind: string, write: Write<Type>): Reaction<Type> {
  return bookingMail(kind, write, async ({ emergency }, ctx) => [
    await officeAddress(ctx, emergency ? "emergencies" : "bookings"),
  ]);
}

/** Goes to each paged technician who can still respond to the emergency. */
function pageMail<Type extends BookingEvent>(
  kind: string,
  {
    isRecipient = () => true,
    passedOnBy = () => null,
  }: {
    isRecipient?: (technician: PagedTechnician, event: RecordedEvent<Type>) => boolean;
    passedOnBy?: (booking: BookingFacts, event: RecordedEvent<Type>) => string | null;
  } = {},
): Reaction<Type> {
  const stillPaged = ({ paged, state }: BookingFacts) =>
    isUndispatched(state) ? paged.filter(({ declined }) => !declined) : [];
  return bookingMail(
    kind,
    (context, event, recipient) => {
      const technician = stillPaged(context.booking).find(({ email }) => email === recipient);
      if (!technician || !isRecipient(technician, event)) return null;
      return emergencyCall(context, technician, passedOnBy(context.booking, event));
    },
    (booking) => stillPaged(booking).map(({ email }) => email),
  );
}

/** `kind` names the reaction and its emails. */
function bookingMail<Type extends BookingEvent>(
  kind: string,
  write: Write<Type>,
  recipientsOf: (booking: BookingFacts, ctx: Ctx) => string[] | Promise<string[]>,
): Reaction<Type> {
  return {
    name: kind,
    run: async function sendBookingMail(ctx, event, { config }) {
      const visitId = "visitId" in event.data ? event.data.visitId : null;
      const booking = await getBookingFacts(ctx, event.subjectId, visitId);
      const business = await getBusiness(ctx);
      for (const recipient of await recipientsOf(booking, ctx)) {
        const isCustomer = recipient === booking.email;
        const asked = isCustomer ? booking.language : undefined;
        await inLocale(await localeOfRecipient(ctx, recipient, asked), async () => {
          const context = {
            booking,
            business,
            // Only the owner of the address can confirm it.
            followUrl: isCustomer
              ? emailedBookingUrl(config, booking, await newLinkExpiry(ctx, booking))
              : followUrl(config, booking),
            officeUrl: config.publicUrl + localPath(`/admin/bookings/${booking.id}`),
            answerUrl: config.publicUrl + localPath(`/technician?emergency=${booking.id}`),
          };
          const message = write(context, event, recipient);
          if (!message) return;
          const { calendar } = message;
          const attachments =
            calendar && booking.visit
              ? calendarFiles(context, booking.visit, calendar, { host: hostOf(config), now: ctx.now })
              : [];
          const replyTo = isCustomer ? business.officeEmail : booking.email;
          const mail = { kind, trailId: event.id, recipient, replyTo };
          await queueEmail(ctx, { ...mail, sender: business, message, attachments });
        });
      }
    },
  };
}

/** Accepts older events without this field. */
function toDate(instant: string | null | undefined): Date | null {
  return instant ? new Date(instant) : null;
}

function hostOf({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).hostname;
}

function isByCustomer({ actorRole }: RecordedEvent<BookingEvent>): boolean {
  return ["customer", "visitor", "link-holder"].includes(actorRole);
}
