import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { isOpenOn } from "../../core/business/office-time";
import { findService } from "../../core/catalogue/queries.server";
import { visitMinutes } from "../../core/pricing/work-time";
import { validateTransition } from "../bookings/booking";
import { scheduleVisit } from "../bookings/commands/change-visit.server";
import { rescheduleBooking } from "../bookings/commands/reschedule-booking.server";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { lockBooking } from "../bookings/lock-booking.server";
import { UNCOUNTED_HOLD } from "../bookings/visits/guest-holds.server";
import { requiredSkills } from "../bookings/work/booked-service.server";
import { plannedDuration } from "../bookings/work/service-times.server";
import { findNearestSlot } from "../scheduling/nearest-slot.server";
import { getOpening } from "../scheduling/queries.server";
import { bookDueOccurrences, firstBookingOf, markRecurringBookingEnded } from "./book-due-occurrences.server";
import { findQualifiedTechnicians } from "./qualified-technicians.server";
import { dayOfNumber, nextOpenDay, type RecurrenceInterval, type UnconfirmedAction } from "./recurrence";
import type { UnchangedBooking } from "./views";

/** Starts a recurrence at a day, or resumes the ended recurrence of the booking. */
export const createRecurringBooking = command(
  "bookings.manage",
  async function createRecurringBooking(
    ctx,
    asked: { bookingId: string; version: number; interval: RecurrenceInterval; day: string; time: string },
  ) {
    const { bookingId, interval, day, time } = asked;
    const locked = await lockBooking(ctx, bookingId, asked.version);
    if (!locked.ok) return locked;
    const { state, emergency, preferredTechnicianId } = locked.booking;
    if (emergency || state === "cancelled" || state === "declined") return refuse("wrong-state");
    const former = await ctx.db
      .selectFrom("recurringBookingVisits")
      .innerJoin("recurringBookings", "recurringBookings.id", "recurringBookingVisits.recurringBookingId")
      .select(["recurringBookings.id", "endedAt"])
      .select(
        sql<number>`(SELECT max(number) FROM recurring_booking_visits AS its WHERE its.recurring_booking_id = recurring_bookings.id)`.as(
          "last",
        ),
      )
      .where("bookingId", "=", bookingId)
      .forUpdate("recurringBookings")
      .executeTakeFirst();
    if (former && !former.endedAt) return refuse("already-recurring");
    const next = (former?.last ?? 1) + 1;
    const counted = {
      ...{
        recurrenceInterval: interval,
        startTime: time,
        anchorNumber: next,
        anchorDay: day,
        nextNumber: next,
        nextDay: day,
      },
      ...(preferredTechnicianId ? { preferredTechnicianId } : {}),
      startedAt: ctx.now,
    };
    let recurringBookingId: string;
    if (former) {
      recurringBookingId = former.id;
      await ctx.db
        .updateTable("recurringBookings")
        .set({ ...counted, endedAt: null, endedBy: null, version: sql`version + 1` })
        .where("id", "=", recurringBookingId)
        .execute();
    } else {
      const made = await ctx.db
        .insertInto("recurringBookings")
        .values(counted)
        .returning("id")
        .executeTakeFirstOrThrow();
      recurringBookingId = made.id;
      await ctx.db
        .insertInto("recurringBookingVisits")
        .values({ recurringBookingId, number: 1, bookingId })
        .execute();
    }
    await emit(ctx, "booking.recurrence-started", bookingId, { recurringBookingId, interval, day });
    await bookDueOccurrences(ctx, recurringBookingId);
    return { ok: true as const, recurringBookingId };
  },
);

interface RecurringBookingVersion {
  id: string;
  version: number;
}

/**
 * Moves all future visits, counted from the next visit's day, and changes their time of day. Each goes to the
 * nearest free time; the rest are returned as `unchanged`.
 */
export const shiftRecurringBooking = command(
  "bookings.manage",
  async function shiftRecurringBooking(
    ctx,
    { day, time, ...target }: RecurringBookingVersion & { day: string; time: string },
  ) {
    const found = await lockRecurringBooking(ctx, target);
    if (!found.ok) return found;
    const { recurringBooking } = found;
    const ahead = await listFutureOccurrences(ctx, recurringBooking.id);
    const anchor = { number: ahead[0]?.number ?? recurringBooking.nextNumber, day };
    const dayOf = (number: number) => dayOfNumber(recurringBooking.recurrenceInterval, anchor, number);
    const opening = await getOpening(ctx);
    const unchanged: UnchangedBooking[] = [];
    for (const { id, reference, version, number, serviceId, multiDay, visit, ...own } of ahead) {
      const service = await findService(ctx, serviceId);
      // The office replans multi-day jobs by hand, because their crew must fit.
      const slot =
        service && !multiDay
          ? await findNearestSlot(ctx, {
              service: {
                ...service,
                durationMin: visitMinutes(own.durationMin ?? service.durationMin),
                ...plannedDuration(visit),
                bufferMin: own.bufferMin ?? service.bufferMin,
              },
              ...{
                skills: own.skills,
                time,
                opening,
                preferredTechnicianId: recurringBooking.preferredTechnicianId,
              },
              excludedVisitIds: visit ? [visit.id] : [],
              day: nextOpenDay(dayOf(number), (one) => isOpenOn(opening, one)),
            })
          : null;
      if (slot && visit && visit.startsAt.getTime() === dubaiInstant(slot.day, slot.time).getTime()) continue;
      const moved =
        slot &&
        (await inTransaction(ctx, (ctx) =>
          rescheduleBooking(ctx, { bookingId: id, version, ...slot }, UNCOUNTED_HOLD),
        ));
      if (moved?.ok) continue;
      const why = multiDay
        ? "several-days"
        : !service
          ? "not-offered"
          : moved
            ? unchangedReason(moved)
            : "no-technician-free";
      unchanged.push({ reference, reason: why });
    }
    await ctx.db
      .updateTable("recurringBookings")
      .set({
        ...{ startTime: time, anchorNumber: anchor.number, anchorDay: day },
        nextDay: dayOf(recurringBooking.nextNumber),
        version: sql`version + 1`,
      })
      .where("id", "=", recurringBooking.id)
      .execute();
    const eventData = { recurringBookingId: recurringBooking.id, day, time, unchanged: unchanged.length };
    await emit(ctx, "booking.recurrence-shifted", await firstBookingOf(ctx, recurringBooking.id), eventData);
    await bookDueOccurrences(ctx, recurringBooking.id);
    return { ok: true as const, unchanged };
  },
);

/**
 * Assigns one technician to all future visits at their current times; null lets any technician come. Visits
 * that would conflict are returned as `unchanged`.
 */
export const setRecurringTechnician = command(
  "bookings.manage",
  async function setRecurringTechnician(
    ctx,
    { technicianId, ...target }: RecurringBookingVersion & { technicianId: string | null },
  ) {
    const found = await lockRecurringBooking(ctx, target);
    if (!found.ok) return found;
    const { recurringBooking } = found;
    if (technicianId) {
      const trained = await findQualifiedTechnicians(ctx, recurringBooking.id);
      if (!trained.some(({ id }) => id === technicianId)) return refuse("technician-unknown");
    }
    const unchanged: UnchangedBooking[] = [];
    for (const { id: bookingId, reference, version, state, multiDay, visit } of await listFutureOccurrences(
      ctx,
      recurringBooking.id,
    )) {
      await ctx.db
        .updateTable("bookings")
        .set({ preferredTechnicianId: technicianId })
        .where("id", "=", bookingId)
        .execute();
      if (!technicianId || !visit || visit.technicianId === technicianId) continue;
      const arranged = multiDay
        ? null
        : await inTransaction(ctx, (ctx) =>
            scheduleVisit(ctx, {
              ...{ bookingId, version, technicianId, visitId: visit.id },
              ...{ day: dubaiDate(visit.startsAt), time: dubaiTime(visit.startsAt) },
              // Requests stay unconfirmed.
              asHold: state === "requested",
            }),
          );
      if (arranged?.ok) continue;
      unchanged.push({
        reference,
        reason: arranged ? unchangedReason(arranged) : "several-days",
        ...(arranged?.reason === "technician-warning" ? { conflicts: [...arranged.conflicts] } : {}),
      });
    }
    await ctx.db
      .updateTable("recurringBookings")
      .set({ preferredTechnicianId: technicianId, version: sql`version + 1` })
      .where("id", "=", recurringBooking.id)
      .execute();
    const eventData = { recurringBookingId: recurringBooking.id, technicianId, unchanged: unchanged.length };
    await emit(
      ctx,
      "booking.recurrence-technician-changed",
      await firstBookingOf(ctx, recurringBooking.id),
      eventData,
    );
    return { ok: true as const, unchanged };
  },
);

/** Keeps confirmed visits, because the customer relies on them. `unconfirmed`: cancel or keep the requests. */
export const endRecurringBooking = command(
  "bookings.manage",
  async function endRecurringBooking(
    ctx,
    { unconfirmed, ...target }: RecurringBookingVersion & { unconfirmed: UnconfirmedAction },
  ) {
    const found = await lockRecurringBooking(ctx, target);
    if (!found.ok) return found;
    const cancelled: string[] = [];
    for (const { id, state, version, number } of await listFutureOccurrences(
      ctx,
      found.recurringBooking.id,
    )) {
      if (unconfirmed === "keep" || state !== "requested" || number === 1) continue;
      if (!validateTransition({ transition: "cancel", state, by: "office", now: ctx.now }).ok) continue;
      const transition = { bookingId: id, transition: "cancel", version, inOneMail: true } as const;
      const moved = await transitionBooking(ctx, transition, "office");
      if (!moved.ok) return refuse("stale");
      cancelled.push(id);
    }
    await markRecurringBookingEnded(ctx, found.recurringBooking.id, "office", cancelled);
    return { ok: true as const };
  },
);

/** Every other refusal comes from a concurrent change. */
function unchangedReason({ reason }: { reason: string }): UnchangedBooking["reason"] {
  switch (reason) {
    case "slot-taken":
      return "no-technician-free";
    case "technician-busy":
    case "technician-warning":
      return reason;
    default:
      return "changed";
  }
}

async function lockRecurringBooking(ctx: Ctx, { id, version }: RecurringBookingVersion) {
  const recurringBooking = await ctx.db
    .selectFrom("recurringBookings")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!recurringBooking) return refuse("not-found");
  if (recurringBooking.version !== version) return refuse("stale");
  return recurringBooking.endedAt ? refuse("wrong-state") : { ok: true as const, recurringBooking };
}

/** Open bookings after today, in order. */
async function listFutureOccurrences(ctx: Ctx, recurringBookingId: string) {
  const rows = await ctx.db
    .selectFrom("recurringBookingVisits")
    .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visits")
          .select(["visits.id as visitId", "visits.state as visitState", "technicianId"])
          .select(["startsAt", "endsAt", "multiDay"])
          .whereRef("visits.bookingId", "=", "bookings.id")
          .where("live", "=", true)
          .where("leadVisitId", "is", null)
          .orderBy("startsAt")
          .limit(1)
          .as("visit"),
      (join) => join.onTrue(),
    )
    .select(["number", "bookings.id", "reference", "bookings.state", "bookings.version", "serviceId"])
    .select(["preferredDate", "visitId", "visitState", "technicianId", "startsAt", "endsAt", "multiDay"])
    .select(["durationMin", "bookings.bufferMin", requiredSkills])
    .where("recurringBookingId", "=", recurringBookingId)
    .where("bookings.state", "in", ["requested", "confirmed", "scheduled"])
    .orderBy("number")
    .execute();
  const today = dubaiDate(ctx.now);
  const ahead = rows.filter(({ startsAt, preferredDate }) => {
    const day = startsAt ? dubaiDate(startsAt) : preferredDate;
    // The first booking may have no day to count from.
    return day !== null && day > today;
  });
  return ahead.map(({ visitId: id, visitState: state, technicianId, startsAt, endsAt, ...row }) => ({
    ...row,
    visit: id && state && startsAt && endsAt ? { id, state, technicianId, startsAt, endsAt } : null,
  }));
}
