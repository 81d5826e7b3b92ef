import type { Ctx } from "~/platform/context";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { withdrawMails } from "~/platform/mail/mail.server";
import { withdrawMessages } from "~/platform/messaging/messages.server";
import { shouldNotifyCustomer } from "../../../../operations/bookings/corrections/correction";
import { listNotifiedCorrections } from "../../../../operations/bookings/corrections/corrections.server";
import { takeFromMailBudget } from "../../email/mail-budget.server";
import { bookingCancelled } from "../../templates/booking/booking-cancelled";
import { bookingCompleted } from "../../templates/booking/booking-completed";
import { bookingConfirmed } from "../../templates/booking/booking-confirmed";
import { bookingCorrected } from "../../templates/booking/booking-corrected";
import { bookingDeclined } from "../../templates/booking/booking-declined";
import { bookingHoldExpired } from "../../templates/booking/booking-hold-expired";
import { bookingLink } from "../../templates/booking/booking-link";
import { bookingReceived } from "../../templates/booking/booking-received";
import { bookingRescheduled } from "../../templates/booking/booking-rescheduled";
import { noAccess } from "../../templates/booking/no-access";
import { arrivalDelayed, departureUndone, onTheWay } from "../../templates/booking/on-the-way";
import { reviewAnswered } from "../../templates/booking/review-answered";
import { visitReminder } from "../../templates/booking/visit-reminder";
import { isAhead, isCancelledOrDeclined } from "../../templates/context";
import { type BookingFacts, findLastDeparture, getBookingFacts } from "./booking-facts.server";
import { type BookingEvent, customerMail, isByCustomer } from "./booking-mail.server";

/** Emails to guests count against the email budget of their address. Skipped once the request is answered. */
export const notifyOfRequest: Reaction<"booking.requested"> = {
  name: "booking-received",
  run: async function notifyOfRequest(ctx, event, tools) {
    const mail = customerMail<"booking.requested">(this.name, (context, { data }) =>
      data.agreed || data.repeated || context.booking.state !== "requested" ? null : bookingReceived(context),
    );
    if (await isCountedRequest(ctx, event)) {
      if (!(await takeFromBudgetOfBooking(ctx, event, tools))) return;
    }
    await mail.run(ctx, event, tools);
  },
};

/** Accounts can type a stranger's address, too. */
async function isCountedRequest(
  ctx: Ctx,
  { actorRole, subjectId }: RecordedEvent<"booking.requested">,
): Promise<boolean> {
  if (actorRole === "visitor") return true;
  return actorRole === "customer" && !(await getBookingFacts(ctx, subjectId)).isEmailConfirmed;
}

/** False without an email address or if a budget is used up. */
async function takeFromBudgetOfBooking(
  ctx: Ctx,
  { id: trailId, subjectId }: RecordedEvent<BookingEvent>,
  { config }: Parameters<Reaction<BookingEvent>["run"]>[2],
): Promise<boolean> {
  const { email, emergency } = await getBookingFacts(ctx, subjectId);
  const about = emergency ? "emergency" : "booking";
  return email !== null && takeFromMailBudget(ctx, config, { email, trailId, about });
}

/**
 * The address of a guest's own change may be a stranger's until it is confirmed, so that such emails count
 * like the first one.
 */
function withinBudget<Type extends BookingEvent>(
  mail: Reaction<Type>,
  isCausedByGuest: (event: RecordedEvent<Type>) => boolean = isByCustomer,
): Reaction<Type> {
  return {
    name: mail.name,
    run: async function sendWithinBudget(ctx, event, tools) {
      const { email, isEmailConfirmed } = await getBookingFacts(ctx, event.subjectId);
      const counts = email !== null && !isEmailConfirmed && isCausedByGuest(event);
      if (!counts || (await takeFromBudgetOfBooking(ctx, event, tools))) await mail.run(ctx, event, tools);
    },
  };
}

export const notifyOfConfirmation = customerMail<"booking.confirmed">(
  "booking-confirmed",
  (context, { data }) =>
    data.notifiedWithVisit || !isUpcoming(context.booking)
      ? null
      : bookingConfirmed(context, toDate(data.heldStartsAt)),
  "visits",
);

/** Moves by the customer are sent at once; moves by the office, with the pending notification. */
export const notifyOfRescheduling = withinBudget(
  customerMail<"booking.rescheduled">("booking-rescheduled", (context, event) => {
    const { visit } = context.booking;
    const { fromStartsAt, toStartsAt } = event.data;
    if (!isByCustomer(event) || !visit?.live || visit.startsAt.getTime() !== Date.parse(toStartsAt))
      return null;
    return bookingRescheduled(context, visit, toDate(fromStartsAt));
  }),
);

/** Skipped if the visit has another time by now, which has a reminder of its own. */
export const remindOfVisit = customerMail<"booking.visit-reminder-due">(
  "visit-reminder",
  (context, { data }) => {
    const { booking } = context;
    const { visit } = booking;
    if (!visit?.live || visit.startsAt.getTime() !== Date.parse(data.startsAt) || !isAhead(visit, booking))
      return null;
    return visitReminder(context, visit, data);
  },
  "reminders",
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

export const notifyOfDecline = customerMail<"booking.declined">("booking-declined", (context, { reason }) =>
  bookingDeclined(context, reason ?? ""),
);

const cancellation = withinBudget(
  customerMail<"booking.cancelled">("booking-cancelled", (context, event) =>
    bookingCancelled(context, { byCustomer: isByCustomer(event), reason: event.reason }),
  ),
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

export const notifyOnTheWay = customerMail<"booking.status-changed">(
  "on-the-way",
  (context, { data }) => {
    const arrival = data.transition === "depart" ? context.booking.visit?.onTheWay : null;
    return arrival ? onTheWay(context, arrival) : null;
  },
  null,
  "visit",
);

/** Only the last of several delays is sent, because it has the current time. */
export const notifyOfDelay = customerMail<"booking.delayed">(
  "on-the-way-later",
  (context, { data }) => {
    const { visit } = context.booking;
    if (visit?.id !== data.visitId || visit.onTheWay?.laterMin !== data.laterMin) return null;
    return arrivalDelayed(context, visit.onTheWay);
  },
  null,
  "visit",
);

const departureUndoneMail = customerMail<"booking.status-changed">(
  "not-on-the-way",
  (context, { data }) =>
    // After a handover the email about the new technician corrects it.
    data.transition === "handOver" && context.booking.visit?.state === "scheduled"
      ? null
      : departureUndone(context),
  null,
  "visit",
);

/**
 * Withdraws the “on the way” email of an undone departure or a handover if it is still queued, otherwise
 * corrects it with a new email.
 */
export const notifyOfUndoneDeparture: Reaction<"booking.status-changed"> = {
  name: departureUndoneMail.name,
  run: async function notifyOfUndoneDeparture(ctx, event, tools) {
    const { transition } = event.data;
    if (transition !== "undoDepart" && !(transition === "handOver" && (await hasNotArrived(ctx, event))))
      return;
    const departure = await findLastDeparture(ctx, event);
    if (!departure) return;
    const sent = { trailId: departure, kind: notifyOnTheWay.name };
    const [wasMailed, wasTexted] = [await withdrawMails(ctx, sent), await withdrawMessages(ctx, sent)];
    if (wasMailed || wasTexted) await departureUndoneMail.run(ctx, event, tools);
  },
};

async function hasNotArrived(
  ctx: Ctx,
  { data: { visitId } }: RecordedEvent<"booking.status-changed">,
): Promise<boolean> {
  const visit = await ctx.db
    .selectFrom("visits")
    .select("arrivedAt")
    .where("id", "=", visitId)
    .executeTakeFirst();
  return visit?.arrivedAt === null;
}

/** Skipped if another visit was agreed meanwhile. The other days of a multi-day job are none. */
export const notifyOfNoAccess = customerMail<"booking.status-changed">(
  "no-access",
  (context, { data: { transition, to } }) => {
    if (transition !== "reportNoAccess") return null;
    const { state, visit } = context.booking;
    const isAhead = ["confirmed", "scheduled", "en_route", "on_site"].includes(state) && visit?.live === true;
    const hasOtherDays = to !== "no_access" && isAhead;
    return state === "no_access" || hasOtherDays ? noAccess(context, { hasOtherDays }) : null;
  },
  null,
  "visit",
);

export const notifyOfCompletion = customerMail<"booking.status-changed">(
  "booking-completed",
  (context, { data }) => (data.transition === "complete" ? bookingCompleted(context) : null),
  "completions",
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

/** Skipped if the booking has a new time or is confirmed. A guest causes the email by letting the hold expire. */
export const notifyOfExpiredHold = withinBudget(
  customerMail<"booking.hold-expired">(
    "booking-hold-ended",
    (context, { data }) =>
      context.booking.state === "requested" && !context.booking.visit?.live
        ? bookingHoldExpired(context, { startsAt: new Date(data.startsAt), confirmed: data.confirmed })
        : null,
    "visits",
  ),
  () => true,
);

export const sendBookingLink = customerMail<"booking.link-requested">("booking-link", bookingLink);

function isUpcoming({ state }: BookingFacts): boolean {
  return state === "confirmed" || state === "scheduled";
}

/** Accepts older events without this field. */
function toDate(instant: string | null | undefined): Date | null {
  return instant ? new Date(instant) : null;
}
