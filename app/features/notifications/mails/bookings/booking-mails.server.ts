import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { withdrawMails } from "~/platform/mail/mail.server";
import { shouldNotifyCustomer } from "../../../bookings/corrections/correction";
import { listNotifiedCorrections } from "../../../bookings/corrections/corrections.server";
import { emailedBookingUrl, followUrl, newLinkExpiry } from "../../../bookings/link/follow-link.server";
import { isUndispatched } from "../../../bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../../../bookings/response-targets/response-target";
import type { NotifiedVisit, VisitChangeKind } from "../../../bookings/visits/pending-notification";
import { consumePendingNotification } from "../../../bookings/visits/pending-notifications.server";
import "../../../packages/table";
import { getBusiness } from "../../../business/queries.server";
import { officeAddress } from "../../../business/read-settings.server";
import { calendarFiles } from "../../email/calendar-file.server";
import type { Message } from "../../email/email";
import { takeMail } from "../../email/mail-budget.server";
import { queueEmail } from "../../email/queue-email.server";
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
import { notOnTheWay, onTheWay, onTheWayLater } from "../../templates/booking/on-the-way";
import { recurringBookingEnded, recurringBookingStarted } from "../../templates/booking/recurring-booking";
import { reviewAnswered } from "../../templates/booking/review-answered";
import { technicianAssigned } from "../../templates/booking/technician-assigned";
import { visitCancelled } from "../../templates/booking/visit-cancelled";
import { type BookingMailContext, isOver } from "../../templates/context";
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
 * The mails about a booking. A reaction runs a moment after its event, or hours after an outage: a mail tells the
 * booking as it is by then, and is left out when a later event, which has its own mail, made it untrue.
 */

/** Of a guest's, as long as there are mails left for that address. */
export const notifyOfReceipt: Reaction<"booking.requested"> = {
  name: "booking-received",
  async run(ctx, event, tools) {
    const mail = customerMail<"booking.requested">(this.name, (context, { data }) =>
      data.agreed || data.repeated ? null : bookingReceived(context),
    );
    if (event.actorRole === "visitor") {
      const { email } = await getBookingFacts(ctx, event.subjectId);
      const asked = email && { email, trailId: event.id, about: "booking" as const };
      if (!asked || !(await takeMail(ctx, tools.config, asked))) return;
    }
    await mail.run(ctx, event, tools);
  },
};

export const notifyOfConfirmation = customerMail<"booking.confirmed">(
  "booking-confirmed",
  (context, { data }) =>
    data.notifiedWithVisit || isOver(context.booking)
      ? null
      : bookingConfirmed(context, dateOf(data.heldStartsAt)),
);

/** What the customer moved is told at once; what the office moved, with the news of the visit. */
export const notifyOfRescheduling = customerMail<"booking.rescheduled">(
  "booking-rescheduled",
  (context, event) => {
    const { visit } = context.booking;
    const { fromStartsAt, toStartsAt } = event.data;
    if (!isByCustomer(event) || !visit?.live || visit.startsAt.getTime() !== Date.parse(toStartsAt))
      return null;
    return bookingRescheduled(context, visit, dateOf(fromStartsAt));
  },
);

/** Of what the customer would miss or pay otherwise; and whoever got no mail until now gets the link. */
export const notifyOfCorrection: Reaction<"booking.correction-notification-due"> = {
  name: "booking-corrected",
  async run(ctx, event, tools) {
    const changes = await listNotifiedCorrections(ctx, event.id);
    const mail = customerMail<"booking.correction-notification-due">(this.name, (context, { data }) =>
      shouldNotifyCustomer(data) && !isOver(context.booking)
        ? bookingCorrected(context, data, changes)
        : null,
    );
    await mail.run(ctx, event, tools);
  },
};

/** Once for all of its visits, as long as it goes on. */
export const notifyOfRecurringBooking: Reaction<"booking.recurrence-started"> = {
  name: "recurrence-started",
  async run(ctx, event, tools) {
    const series = await ctx.db
      .selectFrom("recurring_bookings")
      .select(["rhythm as interval", "anchor_day as day", "start_time as time"])
      .where("id", "=", event.data.recurringBookingId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (!series) return;
    const mail = customerMail<"booking.recurrence-started">(this.name, (context) =>
      recurringBookingStarted(context, series),
    );
    await mail.run(ctx, event, tools);
  },
};

/** One mail for the series and all that was called off with it. Nobody is told of one that goes on again, and of which nothing was called off. */
export const notifyOfEndedRecurringBooking: Reaction<"booking.recurrence-ended"> = {
  name: "recurrence-ended",
  async run(ctx, event, tools) {
    const { recurringBookingId, by, bookingIds = [] } = event.data;
    if (by !== "office") return;
    const series = await readEndedRecurringBooking(ctx, recurringBookingId, bookingIds);
    if (!series.isOver && series.cancelled.length === 0) return;
    const subjectId = series.shownId ?? event.subjectId;
    const mail = customerMail<"booking.recurrence-ended">(this.name, (context) =>
      recurringBookingEnded(context, series),
    );
    await mail.run(ctx, { ...event, subjectId }, tools);
  },
};

/** Whoever ends one in the office has it before them. */
export const notifyOfficeOfEndedRecurringBooking = officeMail<"booking.recurrence-ended">(
  "office-recurrence-ended",
  (context, { data }) => (data.by === "service" ? officeRecurringBookingEnded(context) : null),
);

/** It goes on as soon as the office has moved it. */
export const notifyOfficeOfStuckRecurringBooking = officeMail<"booking.recurrence-stuck">(
  "office-recurrence-stuck",
  officeRecurringBookingStuck,
);

/** What waits for somebody of a visit is told, as it is by now (docs/domain.md, "Notifications"). */
export const notifyOfVisit: Reaction<"booking.visit-notification-due"> = {
  name: "visit-notification",
  async run(ctx, event, tools) {
    const news = await consumePendingNotification(ctx, event.data);
    if (!news) return;
    const { technicianId } = event.data;
    const { what, visitId } = news;
    const mail = technicianId
      ? technicianMail(await emailOfTechnician(ctx, technicianId), news, tools.config)
      : customerMail<"booking.visit-notification-due">(...newsToCustomer(what, news));
    await mail.run(ctx, { ...event, data: { ...event.data, visitId } }, tools);
  },
};

/** The kind of the mail, and what writes it. */
function newsToCustomer(
  what: VisitChangeKind | null,
  { known, confirms }: { known: NotifiedVisit; confirms: boolean },
): [string, Write<"booking.visit-notification-due">] {
  const from = known?.startsAt ?? null;
  if (confirms) {
    return [
      "booking-confirmed",
      (context) => (isOver(context.booking) ? null : bookingConfirmed(context, from)),
    ];
  }
  switch (what) {
    case "assigned":
      return [
        "technician-assigned",
        (context) => {
          const { visit, state } = context.booking;
          // Nobody has agreed to a request yet, whoever it is held with.
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
      // Where another time is planned already, that has its own mail.
      return [
        "visit-cancelled",
        (context) => {
          const { visit, days } = context.booking;
          if (isOver(context.booking) || !from) return null;
          // One day fewer is another plan.
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

/** What went with its contract, or with its series, is told with it, in one mail. */
export const notifyOfCancellation: Reaction<"booking.cancelled"> = {
  name: cancellation.name,
  async run(ctx, event, tools) {
    const withContract = await ctx.db
      .selectFrom("entitlement_uses")
      .innerJoin("contracts", "contracts.id", "entitlement_uses.contract_id")
      .select("contracts.id")
      .where("booking_id", "=", event.subjectId)
      .where("contracts.state", "=", "cancelled")
      .executeTakeFirst();
    if (!withContract && !event.data.inOneMail) await cancellation.run(ctx, event, tools);
  },
};

export const notifyOnTheWay = customerMail<"booking.status-changed">("on-the-way", (context, { data }) => {
  const onItsWay = data.move === "depart" ? context.booking.visit?.onTheWay : null;
  return onItsWay ? onTheWay(context, onItsWay) : null;
});

/** Of several taps the last one is told: it has the time that all of them lead to. */
export const notifyOfDelay = customerMail<"booking.delayed">("on-the-way-later", (context, { data }) => {
  const { visit } = context.booking;
  if (visit?.id !== data.visitId || visit.onTheWay?.laterMin !== data.laterMin) return null;
  return onTheWayLater(context, visit.onTheWay);
});

const tellNotOnTheWay = customerMail<"booking.status-changed">("not-on-the-way", notOnTheWay);

/** Who was told that somebody is on the way is told that nobody is; a mail that still waits is withdrawn instead. */
export const notifyOfUndoneDeparture: Reaction<"booking.status-changed"> = {
  name: tellNotOnTheWay.name,
  async run(ctx, event, tools) {
    if (event.data.move !== "undoDepart") return;
    const departure = await findLastDeparture(ctx, event);
    const told = departure && (await withdrawMails(ctx, { trailId: departure, kind: notifyOnTheWay.name }));
    if (told) await tellNotOnTheWay.run(ctx, event, tools);
  },
};

export const notifyOfCompletion = customerMail<"booking.status-changed">(
  "booking-completed",
  (context, { data }) => (data.move === "complete" ? bookingCompleted(context) : null),
);

/** The office answers what the customer wrote. An answer that was taken back meanwhile is not told. */
export const notifyOfAnswer: Reaction<"booking.review-answered"> = {
  name: "review-answered",
  async run(ctx, event, tools) {
    const { answer } = await ctx.db
      .selectFrom("reviews")
      .select("answer")
      .where("booking_id", "=", event.subjectId)
      .executeTakeFirstOrThrow();
    const mail = customerMail<"booking.review-answered">(this.name, (context) =>
      answer ? reviewAnswered(context, answer) : null,
    );
    await mail.run(ctx, event, tools);
  },
};

/** Whoever has a time again by then, or was answered, needs no other. */
export const notifyOfExpiredHold = customerMail<"booking.hold-expired">(
  "booking-hold-ended",
  (context, { data }) =>
    context.booking.state === "requested" && !context.booking.visit?.live
      ? bookingHoldExpired(context, new Date(data.startsAt))
      : null,
);

export const sendLink = customerMail<"booking.link-requested">("booking-link", bookingLink);

export const alertOffice = officeMail<"booking.requested">("office-alert", (context, { data }) =>
  // One of a series that found no time waits for the office.
  data.agreed || (data.repeated && data.held) ? null : officeAlert(context),
);

/** Nobody is asked for what somebody goes to by then. */
export const callOnCall = callMail<"booking.on-call-paged">("emergency-call-since", {
  isTold: ({ id }, { data }) => data.technicianIds.includes(id),
});

export const callOthersOnCall = callMail<"booking.passed-on">("emergency-call-again", {
  passedOnBy: ({ paged }, { data }) => nameOfPaged(paged, data.technicianId),
});

export const notifyOfPassingOn = officeMail<"booking.passed-on">(
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

/** By then it may have been seen, or somebody may be there. */
export const notifyOfEscalation = officeMail<"booking.escalated">(
  "office-escalation",
  (context, { data }) => {
    const { booking } = context;
    const isSo =
      awaitingArrivalStates.includes(booking.state) &&
      (data.why === "not-arrived" || !booking.acknowledgedAt);
    return isSo ? officeEscalation(context, data.why) : null;
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

/** The office knows what it wrote down itself. */
export const notifyOfficeOfPermit = officeMail<"booking.access-changed">("office-permit", (context, event) =>
  isByCustomer(event) && !isOver(context.booking) ? officePermit(context) : null,
);

type BookingEvent = Extract<EventType, `booking.${string}`>;

/** Writes a mail, or null when there is nothing to tell. */
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

/** To everybody who was asked to go to an emergency and may still say that he goes. */
function callMail<Type extends BookingEvent>(
  kind: string,
  {
    isTold = () => true,
    passedOnBy = () => null,
  }: {
    isTold?: (technician: PagedTechnician, event: RecordedEvent<Type>) => boolean;
    passedOnBy?: (booking: BookingFacts, event: RecordedEvent<Type>) => string | null;
  } = {},
): Reaction<Type> {
  const stillPaged = ({ paged, state }: BookingFacts) =>
    isUndispatched(state) ? paged.filter(({ passedOn }) => !passedOn) : [];
  return bookingMail(
    kind,
    (context, event, recipient) => {
      const technician = stillPaged(context.booking).find(({ email }) => email === recipient);
      if (!technician || !isTold(technician, event)) return null;
      return emergencyCall(context, technician, passedOnBy(context.booking, event));
    },
    (booking) => stillPaged(booking).map(({ email }) => email),
  );
}

/** `kind` names the reaction as well as its mails. */
function bookingMail<Type extends BookingEvent>(
  kind: string,
  write: Write<Type>,
  recipientsOf: (booking: BookingFacts, ctx: Ctx) => string[] | Promise<string[]>,
): Reaction<Type> {
  return {
    name: kind,
    async run(ctx, event, { config }) {
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
            // Only whose address it is may confirm it.
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
          await queueEmail(ctx, { ...mail, business, message, attachments });
        });
      }
    },
  };
}

/** Also of an event that was written before events told it. */
function dateOf(instant: string | null | undefined): Date | null {
  return instant ? new Date(instant) : null;
}

function hostOf({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).hostname;
}

/** By their account or by the mailed link. */
function isByCustomer({ actorRole }: RecordedEvent<BookingEvent>): boolean {
  return ["customer", "visitor", "link-holder"].includes(actorRole);
}
