import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { refuse } from "~/platform/http/refusal";
import { infraFailureOf } from "~/platform/incidents/infra-failure.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { addDays, addMinutes, dubaiDate } from "~/platform/time";
import { jobForPrice, priceItems, requiredSkillsFor } from "../bookings/lines/booking-lines";
import { loadPriceMenu } from "../bookings/lines/menu.server";
import { createBooking } from "../bookings/request/create-booking.server";
import { isOpenOn, type Opening } from "../business/office-time";
import { findService } from "../catalogue/queries.server";
import { findNearestSlot } from "../scheduling/nearest-slot.server";
import { getOpening } from "../scheduling/queries.server";
import {
  BOOKED_AHEAD_DAYS,
  dayOfNumber,
  type EndedBy,
  MAX_FAILURES,
  nextOpenDay,
  retryDelayMin,
} from "./recurrence";
import "../bookings/table";
import "./table";

/** So many of the series that are due are looked for at a time. */
const AT_ONCE = 100;
/** More than are due of one series in its time ahead. */
const MAX_BOOKINGS_AHEAD = 5;

/**
 * Books the visits of all series that are due, by the clock: each in a transaction of its own, so that one which fails holds up no other; of
 * several workers each series is one's own.
 */
export async function bookAllDueOccurrences(ctx: Ctx): Promise<void> {
  for (let after: Due | null = null; ; ) {
    const due: Due[] = await listDueRecurringBookings(ctx, after).execute();
    const told = { failed: "The visits of a series could not be booked", idOf: ({ id }: Due) => id };
    await forEachIsolated(due, told, async ({ id }) => {
      try {
        await bookDueOccurrences(ctx, id);
      } catch (error) {
        // What all of them would meet is no fault of this one.
        if (!infraFailureOf(error)) await recordFailure(ctx, id);
        throw error;
      }
    });
    if (due.length < AT_ONCE) return;
    after = due.at(-1)!;
  }
}

type Due = { id: string; next_day: string };

/** Series that are due, the longest waiting first; `after`: those behind it. */
export function listDueRecurringBookings(ctx: Ctx, after: Due | null) {
  return ctx.db
    .selectFrom("visit_series")
    .select(["id", "next_day"])
    .where("ended_at", "is", null)
    .where("stuck_at", "is", null)
    .where("next_day", "<=", lastDayAhead(ctx))
    .where((eb) => eb.or([eb("retry_at", "is", null), eb("retry_at", "<=", ctx.now)]))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple("next_day", "id"), ">", eb.tuple(sql<string>`${after!.next_day}::date`, after!.id)),
      ),
    )
    .orderBy("next_day")
    .orderBy("id")
    .limit(AT_ONCE);
}

/** Has a series rest that could not be booked, the longer the more often; in the end it waits for the office, which is told once. */
async function recordFailure(ctx: Ctx, recurringBookingId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const recurringBooking = await ctx.db
      .selectFrom("visit_series")
      .select("failures")
      .where("id", "=", recurringBookingId)
      .where("ended_at", "is", null)
      .where("stuck_at", "is", null)
      // Of several workers that met it, one counts it.
      .where((eb) => eb.or([eb("retry_at", "is", null), eb("retry_at", "<=", ctx.now)]))
      .forUpdate()
      .executeTakeFirst();
    if (!recurringBooking) return;
    const failures = recurringBooking.failures + 1;
    const isStuck = failures >= MAX_FAILURES;
    await ctx.db
      .updateTable("visit_series")
      .set({
        failures,
        retry_at: isStuck ? null : addMinutes(ctx.now, retryDelayMin(failures)),
        stuck_at: isStuck ? ctx.now : null,
      })
      .where("id", "=", recurringBookingId)
      .execute();
    if (isStuck)
      await emit(ctx, "booking.recurrence-stuck", await firstBookingOf(ctx, recurringBookingId), {
        recurringBookingId,
      });
  });
}

/** Books the visits of a series that are due, once each. */
export async function bookDueOccurrences(ctx: Ctx, recurringBookingId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const recurringBooking = await ctx.db
      .selectFrom("visit_series")
      .selectAll()
      .where("id", "=", recurringBookingId)
      .where("ended_at", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!recurringBooking) return;
    const opening = await getOpening(ctx);
    const tomorrow = addDays(dubaiDate(ctx.now), 1);
    const anchor = { number: recurringBooking.anchor_number, day: recurringBooking.anchor_day };
    const dayOf = (number: number) => dayOfNumber(recurringBooking.rhythm, anchor, number);
    let number = recurringBooking.next_number;
    for (let made = 0; made < MAX_BOOKINGS_AHEAD && dayOf(number) <= lastDayAhead(ctx); number++) {
      // After a long pause: what the next one makes up for is not done twice.
      if (dayOf(number + 1) <= tomorrow) continue;
      const wanted = dayOf(number) < tomorrow ? tomorrow : dayOf(number);
      const day = nextOpenDay(wanted, (one) => isOpenOn(opening, one));
      const at = { day, time: recurringBooking.at_time, preferredTechnicianId: recurringBooking.asked_for };
      const booked = await bookOccurrence(ctx, recurringBookingId, at, opening);
      if (!booked.ok) return markRecurringBookingEnded(ctx, recurringBookingId, "service");
      await ctx.db
        .insertInto("series_bookings")
        .values({ series_id: recurringBookingId, number, booking_id: booked.bookingId })
        .execute();
      made++;
    }
    await ctx.db
      .updateTable("visit_series")
      .set({ next_number: number, next_day: dayOf(number), failures: 0, retry_at: null, stuck_at: null })
      .where("id", "=", recurringBookingId)
      .execute();
  });
}

/** The work is that of the first booking, at today's price; whom it is for, and where, stands in the last one. */
async function bookOccurrence(
  ctx: Ctx,
  recurringBookingId: string,
  wanted: { day: string; time: string; preferredTechnicianId: string | null },
  opening: Opening,
): Promise<{ ok: true; bookingId: string } | ReturnType<typeof refuse<"unknown-service">>> {
  const of = await ctx.db
    .selectFrom("series_bookings")
    .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
    .select(["bookings.id", "service_id", "message", "hands", "customer_id", "contact_name", "contact_email"])
    .select(["contact_phone", "address_parts", "language"])
    .where("series_id", "=", recurringBookingId)
    .orderBy("number")
    .execute();
  const first = of[0]!;
  const last = of.at(-1)!;
  const service = await findService(ctx, first.service_id);
  if (!service) return refuse("unknown-service");
  const lines = await ctx.db
    .selectFrom("booking_lines")
    .select(["service_id as service", "item", "quantity"])
    .where("booking_id", "=", first.id)
    .where("item", "is not", null)
    .orderBy("position")
    .execute();
  const form = {
    customerName: last.contact_name,
    email: last.contact_email ?? undefined,
    phone: last.contact_phone,
    service: first.service_id,
    message: first.message,
    address: "",
    addressParts: last.address_parts,
    photoIds: [],
    preferredTechnicianId: wanted.preferredTechnicianId,
  };
  const onBehalf = {
    customerId: last.customer_id,
    repeated: { language: localeOrDefault(last.language), crewSize: first.hands },
  };
  const book = (items: typeof lines, at: { day: string; time?: string }) =>
    inTransaction(ctx, (ctx) =>
      createBooking(
        ctx,
        {
          ...form,
          items: items.map(({ item, ...line }) => ({ ...line, item: item! })),
          preferredDate: at.day,
          preferredTime: at.time,
        },
        onBehalf,
        null,
      ),
    );
  const price = priceItems(await loadPriceMenu(ctx), {
    ...{ service, tradeId: null, day: wanted.day, time: wanted.time },
    items: lines.map(({ item, ...line }) => ({ ...line, item: item! })),
  });
  // As long as all of it takes, with somebody who is trained for all of it.
  const work = price
    ? {
        service: { ...service, ...jobForPrice(service, price) },
        skills: requiredSkillsFor(service.id, price.lines),
      }
    : { service };
  const slot = await findNearestSlot(ctx, { ...work, ...wanted, opening });
  // A full day, or somebody was quicker: then it waits for the office, on that day. What is no longer in the price book is asked for in words.
  const ways = [
    ...(slot ? [() => book(lines, slot)] : []),
    () => book(lines, { day: wanted.day }),
    ...(slot ? [() => book([], slot)] : []),
    () => book([], { day: wanted.day }),
  ];
  for (const way of ways) {
    const made = await way();
    if (made.ok) return made;
  }
  return refuse("unknown-service");
}

/** Ends a series, in the caller's transaction. The visits that are booked are the caller's; `bookingIds`: those that it called off. */
export async function markRecurringBookingEnded(
  ctx: Ctx,
  recurringBookingId: string,
  by: EndedBy,
  bookingIds: string[] = [],
): Promise<void> {
  await ctx.db
    .updateTable("visit_series")
    .set({ ended_at: ctx.now, ended_by: by, version: sql`version + 1` })
    .where("id", "=", recurringBookingId)
    .execute();
  const told = { recurringBookingId, by, cancelled: bookingIds.length, bookingIds };
  await emit(ctx, "booking.recurrence-ended", await firstBookingOf(ctx, recurringBookingId), told);
}

export async function firstBookingOf(ctx: Ctx, recurringBookingId: string): Promise<string> {
  const { booking_id } = await ctx.db
    .selectFrom("series_bookings")
    .select("booking_id")
    .where("series_id", "=", recurringBookingId)
    .orderBy("number")
    .limit(1)
    .executeTakeFirstOrThrow();
  return booking_id;
}

function lastDayAhead(ctx: Ctx): string {
  return addDays(dubaiDate(ctx.now), BOOKED_AHEAD_DAYS);
}
