import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { isOpenOn } from "../../core/business/office-time";
import { findService } from "../../core/catalogue/queries.server";
import { validateTransition } from "../bookings/booking";
import { scheduleVisit } from "../bookings/commands/change-visit.server";
import { rescheduleBooking } from "../bookings/commands/reschedule-booking.server";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { lockBooking } from "../bookings/lock-booking.server";
import { UNCOUNTED_HOLD } from "../bookings/visits/unconfirmed-holds.server";
import { requiredSkills } from "../bookings/work/booked-service.server";
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
      .selectFrom("recurring_booking_visits")
      .innerJoin(
        "recurring_bookings",
        "recurring_bookings.id",
        "recurring_booking_visits.recurring_booking_id",
      )
      .select(["recurring_bookings.id", "ended_at"])
      .select(
        sql<number>`(SELECT max(number) FROM recurring_booking_visits AS its WHERE its.recurring_booking_id = recurring_bookings.id)`.as(
          "last",
        ),
      )
      .where("booking_id", "=", bookingId)
      .forUpdate("recurring_bookings")
      .executeTakeFirst();
    if (former && !former.ended_at) return refuse("already-recurring");
    const next = (former?.last ?? 1) + 1;
    const counted = {
      ...{
        recurrence_interval: interval,
        start_time: time,
        anchor_number: next,
        anchor_day: day,
        next_number: next,
        next_day: day,
      },
      ...(preferredTechnicianId ? { preferred_technician_id: preferredTechnicianId } : {}),
      started_at: ctx.now,
    };
    let recurringBookingId: string;
    if (former) {
      recurringBookingId = former.id;
      await ctx.db
        .updateTable("recurring_bookings")
        .set({ ...counted, ended_at: null, ended_by: null, version: sql`version + 1` })
        .where("id", "=", recurringBookingId)
        .execute();
    } else {
      const made = await ctx.db
        .insertInto("recurring_bookings")
        .values(counted)
        .returning("id")
        .executeTakeFirstOrThrow();
      recurringBookingId = made.id;
      await ctx.db
        .insertInto("recurring_booking_visits")
        .values({ recurring_booking_id: recurringBookingId, number: 1, booking_id: bookingId })
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
    const anchor = { number: ahead[0]?.number ?? recurringBooking.next_number, day };
    const dayOf = (number: number) => dayOfNumber(recurringBooking.recurrence_interval, anchor, number);
    const opening = await getOpening(ctx);
    const unchanged: UnchangedBooking[] = [];
    for (const { id, reference, version, number, service_id, multi_day, visit, ...own } of ahead) {
      const service = await findService(ctx, service_id);
      // The office replans multi-day jobs by hand, because their crew must fit.
      const slot =
        service && !multi_day
          ? await findNearestSlot(ctx, {
              service: {
                ...service,
                durationMin: own.duration_min ?? service.durationMin,
                bufferMin: own.buffer_min ?? service.bufferMin,
              },
              ...{
                skills: own.skills,
                time,
                opening,
                preferredTechnicianId: recurringBooking.preferred_technician_id,
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
      const why = multi_day
        ? "several-days"
        : !service
          ? "not-offered"
          : moved
            ? unchangedReason(moved)
            : "no-technician-free";
      unchanged.push({ reference, reason: why });
    }
    await ctx.db
      .updateTable("recurring_bookings")
      .set({
        ...{ start_time: time, anchor_number: anchor.number, anchor_day: day },
        next_day: dayOf(recurringBooking.next_number),
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
    for (const { id: bookingId, reference, version, state, multi_day, visit } of await listFutureOccurrences(
      ctx,
      recurringBooking.id,
    )) {
      await ctx.db
        .updateTable("bookings")
        .set({ preferred_technician_id: technicianId })
        .where("id", "=", bookingId)
        .execute();
      if (!technicianId || !visit || visit.technicianId === technicianId) continue;
      const arranged = multi_day
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
      .updateTable("recurring_bookings")
      .set({ preferred_technician_id: technicianId, version: sql`version + 1` })
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
    .selectFrom("recurring_bookings")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!recurringBooking) return refuse("not-found");
  if (recurringBooking.version !== version) return refuse("stale");
  return recurringBooking.ended_at ? refuse("wrong-state") : { ok: true as const, recurringBooking };
}

/** Open bookings after today, in order. */
async function listFutureOccurrences(ctx: Ctx, recurringBookingId: string) {
  const rows = await ctx.db
    .selectFrom("recurring_booking_visits")
    .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visits")
          .select(["visits.id as visit_id", "technician_id", "starts_at", "multi_day"])
          .whereRef("visits.booking_id", "=", "bookings.id")
          .where("live", "=", true)
          .where("lead_visit_id", "is", null)
          .orderBy("starts_at")
          .limit(1)
          .as("visit"),
      (join) => join.onTrue(),
    )
    .select(["number", "bookings.id", "reference", "bookings.state", "bookings.version", "service_id"])
    .select(["preferred_date", "visit_id", "technician_id", "starts_at", "multi_day"])
    .select(["duration_min", "bookings.buffer_min", requiredSkills])
    .where("recurring_booking_id", "=", recurringBookingId)
    .where("bookings.state", "in", ["requested", "confirmed", "scheduled"])
    .orderBy("number")
    .execute();
  const today = dubaiDate(ctx.now);
  const ahead = rows.filter(({ starts_at, preferred_date }) => {
    const day = starts_at ? dubaiDate(starts_at) : preferred_date;
    // The first booking may have no day to count from.
    return day !== null && day > today;
  });
  return ahead.map(({ visit_id: id, technician_id: technicianId, starts_at: startsAt, ...row }) => ({
    ...row,
    visit: id && startsAt ? { id, technicianId, startsAt } : null,
  }));
}
