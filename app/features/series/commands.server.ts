import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { validateTransition } from "../bookings/booking";
import { arrangeVisit } from "../bookings/commands/change-visit.server";
import { rescheduleBooking } from "../bookings/commands/reschedule-booking.server";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { lockBooking } from "../bookings/lock-booking.server";
import { UNCOUNTED_HOLD } from "../bookings/visits/unconfirmed-holds.server";
import { skillsNeeded } from "../bookings/work/booked-service.server";
import { isOpenOn } from "../business/office-time";
import { findService } from "../catalogue/queries.server";
import { findNearestSlot } from "../scheduling/nearest-slot.server";
import { getOpening } from "../scheduling/queries.server";
import { endSeries, firstBookingOf, makeDueVisits } from "./make-visits.server";
import { dayOfNumber, openDayFrom, type Rhythm, type UnconfirmedFate } from "./rhythm";
import { findTrained } from "./trained.server";
import type { Stayed } from "./views";
import "../bookings/table";
import "../scheduling/table";
import "./table";

/** Repeats a booking from a day on. One that was repeated before, and ended, goes on. */
export const beginSeries = command(
  "bookings.manage",
  async (ctx, asked: { bookingId: string; version: number; rhythm: Rhythm; day: string; time: string }) => {
    const { bookingId, rhythm, day, time } = asked;
    const locked = await lockBooking(ctx, bookingId, asked.version);
    if (!locked.ok) return locked;
    const { state, emergency, preferredTechnicianId } = locked.booking;
    if (emergency || state === "cancelled" || state === "declined") return refuse("wrong-state");
    const former = await ctx.db
      .selectFrom("series_bookings")
      .innerJoin("visit_series", "visit_series.id", "series_bookings.series_id")
      .select(["visit_series.id", "ended_at"])
      .select(
        sql<number>`(SELECT max(number) FROM series_bookings AS its WHERE its.series_id = visit_series.id)`.as(
          "last",
        ),
      )
      .where("booking_id", "=", bookingId)
      .forUpdate("visit_series")
      .executeTakeFirst();
    if (former && !former.ended_at) return refuse("repeats-already");
    const next = (former?.last ?? 1) + 1;
    const counted = {
      ...{ rhythm, at_time: time, anchor_number: next, anchor_day: day, next_number: next, next_day: day },
      // Whom the customer asked for comes again.
      ...(preferredTechnicianId ? { asked_for: preferredTechnicianId } : {}),
      begun_at: ctx.now,
    };
    let seriesId: string;
    if (former) {
      seriesId = former.id;
      await ctx.db
        .updateTable("visit_series")
        .set({ ...counted, ended_at: null, ended_by: null, version: sql`version + 1` })
        .where("id", "=", seriesId)
        .execute();
    } else {
      const made = await ctx.db
        .insertInto("visit_series")
        .values(counted)
        .returning("id")
        .executeTakeFirstOrThrow();
      seriesId = made.id;
      await ctx.db
        .insertInto("series_bookings")
        .values({ series_id: seriesId, number: 1, booking_id: bookingId })
        .execute();
    }
    await emit(ctx, "booking.series-begun", bookingId, { seriesId, rhythm, day });
    await makeDueVisits(ctx, seriesId);
    return { ok: true as const, seriesId };
  },
);

interface Seen {
  id: string;
  version: number;
}

/**
 * Has what is ahead of a series on other days, counted from the day of the next visit, and at another time. Each goes to its day or as near
 * to it as somebody is free; where nobody is, it stays where it is, and is told as `stayed`, with why.
 */
export const shiftSeries = command(
  "bookings.manage",
  async (ctx, { day, time, ...seen }: Seen & { day: string; time: string }) => {
    const found = await lockSeries(ctx, seen);
    if (!found.ok) return found;
    const { series } = found;
    const ahead = await listAhead(ctx, series.id);
    const anchor = { number: ahead[0]?.number ?? series.next_number, day };
    const dayOf = (number: number) => dayOfNumber(series.rhythm, anchor, number);
    const opening = await getOpening(ctx);
    const stayed: Stayed[] = [];
    for (const { id, reference, version, number, service_id, of_plan, visit, ...own } of ahead) {
      const service = await findService(ctx, service_id);
      // Several days are planned anew as a whole, by whoever knows who comes.
      const slot =
        service && !of_plan
          ? await findNearestSlot(ctx, {
              service: {
                ...service,
                durationMin: own.duration_min ?? service.durationMin,
                bufferMin: own.buffer_min ?? service.bufferMin,
              },
              ...{ skills: own.skills, time, opening, preferredTechnicianId: series.asked_for },
              excludedVisitIds: visit ? [visit.id] : [],
              day: openDayFrom(dayOf(number), (one) => isOpenOn(opening, one)),
            })
          : null;
      // It is there already.
      if (slot && visit && visit.startsAt.getTime() === dubaiInstant(slot.day, slot.time).getTime()) continue;
      const moved =
        slot &&
        (await inTransaction(ctx, (ctx) =>
          rescheduleBooking(ctx, { bookingId: id, version, ...slot }, UNCOUNTED_HOLD),
        ));
      if (moved?.ok) continue;
      const why = of_plan ? "several-days" : !service ? "not-offered" : moved ? whyNot(moved) : "nobody-free";
      stayed.push({ reference, why });
    }
    await ctx.db
      .updateTable("visit_series")
      .set({
        ...{ at_time: time, anchor_number: anchor.number, anchor_day: day },
        next_day: dayOf(series.next_number),
        version: sql`version + 1`,
      })
      .where("id", "=", series.id)
      .execute();
    const told = { seriesId: series.id, day, time, stayed: stayed.length };
    await emit(ctx, "booking.series-shifted", await firstBookingOf(ctx, series.id), told);
    await makeDueVisits(ctx, series.id);
    return { ok: true as const, stayed };
  },
);

/**
 * Has its customer have one technician from now on, or whoever is free. Each visit ahead keeps its time: it goes to them where they could take it without
 * a warning; otherwise it stays with whom it has, and is told as `stayed`, with why.
 */
export const askForInSeries = command(
  "bookings.manage",
  async (ctx, { technicianId, ...seen }: Seen & { technicianId: string | null }) => {
    const found = await lockSeries(ctx, seen);
    if (!found.ok) return found;
    const { series } = found;
    if (technicianId) {
      const trained = await findTrained(ctx, series.id);
      if (!trained.some(({ id }) => id === technicianId)) return refuse("technician-unknown");
    }
    const stayed: Stayed[] = [];
    for (const { id: bookingId, reference, version, state, of_plan, visit } of await listAhead(
      ctx,
      series.id,
    )) {
      await ctx.db
        .updateTable("bookings")
        .set({ asked_for: technicianId })
        .where("id", "=", bookingId)
        .execute();
      if (!technicianId || !visit || visit.technicianId === technicianId) continue;
      const put = of_plan
        ? null
        : await inTransaction(ctx, (ctx) =>
            arrangeVisit(ctx, {
              ...{ bookingId, version, technicianId, visitId: visit.id },
              ...{ day: dubaiDate(visit.startsAt), time: dubaiTime(visit.startsAt) },
              // Nobody has agreed to a request yet.
              asHeld: state === "requested",
            }),
          );
      if (put?.ok) continue;
      stayed.push({
        reference,
        why: put ? whyNot(put) : "several-days",
        ...(put?.reason === "technician-warning" ? { conflicts: [...put.conflicts] } : {}),
      });
    }
    await ctx.db
      .updateTable("visit_series")
      .set({ asked_for: technicianId, version: sql`version + 1` })
      .where("id", "=", series.id)
      .execute();
    const told = { seriesId: series.id, technicianId, stayed: stayed.length };
    await emit(ctx, "booking.series-asked-for", await firstBookingOf(ctx, series.id), told);
    return { ok: true as const, stayed };
  },
);

/** Books no more visits. What is agreed stays; what nobody has confirmed yet is called off, or stays too. */
export const stopSeries = command(
  "bookings.manage",
  async (ctx, { unconfirmed, ...seen }: Seen & { unconfirmed: UnconfirmedFate }) => {
    const found = await lockSeries(ctx, seen);
    if (!found.ok) return found;
    const cancelled: string[] = [];
    for (const { id, state, version, number } of await listAhead(ctx, found.series.id)) {
      if (unconfirmed === "keep" || state !== "requested" || number === 1) continue;
      if (!validateTransition({ move: "cancel", state, by: "office", now: ctx.now }).ok) continue;
      const off = { bookingId: id, move: "cancel", version, inOneMail: true } as const;
      const moved = await transitionBooking(ctx, off, "office");
      if (!moved.ok) return refuse("stale");
      cancelled.push(id);
    }
    await endSeries(ctx, found.series.id, "office", cancelled);
    return { ok: true as const };
  },
);

/** The rest is what somebody else did in that moment. */
function whyNot({ reason }: { reason: string }): Stayed["why"] {
  switch (reason) {
    case "slot-taken":
      return "nobody-free";
    case "technician-busy":
    case "technician-warning":
      return reason;
    default:
      return "changed";
  }
}

async function lockSeries(ctx: Ctx, { id, version }: Seen) {
  const series = await ctx.db
    .selectFrom("visit_series")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!series) return refuse("not-found");
  if (series.version !== version) return refuse("stale");
  return series.ended_at ? refuse("wrong-state") : { ok: true as const, series };
}

/** The visits that nobody has set out for and that are not today's, in order. */
async function listAhead(ctx: Ctx, seriesId: string) {
  const rows = await ctx.db
    .selectFrom("series_bookings")
    .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visits")
          .select(["visits.id as visit_id", "technician_id", "starts_at", "of_plan"])
          .whereRef("visits.booking_id", "=", "bookings.id")
          .where("live", "=", true)
          .where("lead_id", "is", null)
          .orderBy("starts_at")
          .limit(1)
          .as("visit"),
      (join) => join.onTrue(),
    )
    .select(["number", "bookings.id", "reference", "bookings.state", "bookings.version", "service_id"])
    .select(["preferred_date", "visit_id", "technician_id", "starts_at", "of_plan"])
    .select(["duration_min", "bookings.buffer_min", skillsNeeded])
    .where("series_id", "=", seriesId)
    .where("bookings.state", "in", ["requested", "confirmed", "scheduled"])
    .orderBy("number")
    .execute();
  const today = dubaiDate(ctx.now);
  const ahead = rows.filter(({ starts_at, preferred_date }) => {
    const day = starts_at ? dubaiDate(starts_at) : preferred_date;
    // The first may have been asked for without a day: it is none to count from.
    return day !== null && day > today;
  });
  return ahead.map(({ visit_id: id, technician_id: technicianId, starts_at: startsAt, ...row }) => ({
    ...row,
    visit: id && startsAt ? { id, technicianId, startsAt } : null,
  }));
}
