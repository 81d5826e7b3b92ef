import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { refuse } from "~/platform/http/refusal";
import { infraFailureOf } from "~/platform/incidents/infra-failure.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { addDays, addMinutes, dubaiDate } from "~/platform/time";
import { isOpenOn, type Opening } from "../../core/business/office-time";
import { findService } from "../../core/catalogue/queries.server";
import { jobForPrice, priceItems, requiredSkillsFor } from "../bookings/lines/booking-lines";
import { loadPriceMenu } from "../bookings/lines/menu.server";
import { createBooking } from "../bookings/request/create-booking.server";
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

/** Recurring bookings read at a time. */
const BATCH_SIZE = 100;
/** Limit per run; more than fall due in the booking horizon. */
const MAX_BOOKINGS_AHEAD = 5;

/**
 * Hourly job. One transaction each, so that a failing recurring booking does not block the others. Safe to
 * run in several workers.
 */
export async function bookAllDueOccurrences(ctx: Ctx): Promise<void> {
  for (let after: Due | null = null; ; ) {
    const due: Due[] = await listDueRecurringBookings(ctx, after).execute();
    const errorReport = {
      code: "recurring-booking-failed",
      failed: "The visits of a recurring booking could not be booked",
      idOf: ({ id }: Due) => id,
    };
    await forEachIsolated(due, errorReport, async ({ id }) => {
      try {
        await bookDueOccurrences(ctx, id);
      } catch (error) {
        // An infrastructure failure affects all of them, so it does not count.
        if (!infraFailureOf(error)) await recordFailure(ctx, id);
        throw error;
      }
    });
    if (due.length < BATCH_SIZE) return;
    after = due.at(-1)!;
  }
}

type Due = { id: string; nextDay: string };

/** Oldest first, as a keyset page: `after` is the last row of the previous one. */
export function listDueRecurringBookings(ctx: Ctx, after: Due | null) {
  return ctx.db
    .selectFrom("recurringBookings")
    .select(["id", "nextDay"])
    .where("endedAt", "is", null)
    .where("gaveUpAt", "is", null)
    .where("nextDay", "<=", lastDayAhead(ctx))
    .where((eb) => eb.or([eb("retryAt", "is", null), eb("retryAt", "<=", ctx.now)]))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple("nextDay", "id"), ">", eb.tuple(sql<string>`${after!.nextDay}::date`, after!.id)),
      ),
    )
    .orderBy("nextDay")
    .orderBy("id")
    .limit(BATCH_SIZE);
}

/**
 * Delays the next attempt, longer each time. Gives up after the last attempt and notifies the office once.
 */
async function recordFailure(ctx: Ctx, recurringBookingId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const recurringBooking = await ctx.db
      .selectFrom("recurringBookings")
      .select("failures")
      .where("id", "=", recurringBookingId)
      .where("endedAt", "is", null)
      .where("gaveUpAt", "is", null)
      // Concurrent workers count a failure once.
      .where((eb) => eb.or([eb("retryAt", "is", null), eb("retryAt", "<=", ctx.now)]))
      .forUpdate()
      .executeTakeFirst();
    if (!recurringBooking) return;
    const failures = recurringBooking.failures + 1;
    const isStuck = failures >= MAX_FAILURES;
    await ctx.db
      .updateTable("recurringBookings")
      .set({
        failures,
        retryAt: isStuck ? null : addMinutes(ctx.now, retryDelayMin(failures)),
        gaveUpAt: isStuck ? ctx.now : null,
      })
      .where("id", "=", recurringBookingId)
      .execute();
    if (isStuck)
      await emit(ctx, "booking.recurrence-stuck", await firstBookingOf(ctx, recurringBookingId), {
        recurringBookingId,
      });
  });
}

/** Skips a recurring booking that another worker has locked, to avoid waiting for it. */
export async function bookDueOccurrences(ctx: Ctx, recurringBookingId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const recurringBooking = await ctx.db
      .selectFrom("recurringBookings")
      .selectAll()
      .where("id", "=", recurringBookingId)
      .where("endedAt", "is", null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!recurringBooking) return;
    const opening = await getOpening(ctx);
    const tomorrow = addDays(dubaiDate(ctx.now), 1);
    const anchor = { number: recurringBooking.anchorNumber, day: recurringBooking.anchorDay };
    const dayOf = (number: number) => dayOfNumber(recurringBooking.recurrenceInterval, anchor, number);
    let number = recurringBooking.nextNumber;
    for (
      let bookedCount = 0;
      bookedCount < MAX_BOOKINGS_AHEAD && dayOf(number) <= lastDayAhead(ctx);
      number++
    ) {
      // After a long pause, one visit makes up for all missed ones.
      if (dayOf(number + 1) <= tomorrow) continue;
      const preferred = dayOf(number) < tomorrow ? tomorrow : dayOf(number);
      const day = nextOpenDay(preferred, (one) => isOpenOn(opening, one));
      const at = {
        day,
        time: recurringBooking.startTime,
        preferredTechnicianId: recurringBooking.preferredTechnicianId,
      };
      const booked = await bookOccurrence(ctx, recurringBookingId, at, opening);
      if (!booked.ok) return markRecurringBookingEnded(ctx, recurringBookingId, "service");
      await ctx.db
        .insertInto("recurringBookingVisits")
        .values({ recurringBookingId, number, bookingId: booked.bookingId })
        .execute();
      bookedCount++;
    }
    await ctx.db
      .updateTable("recurringBookings")
      .set({ nextNumber: number, nextDay: dayOf(number), failures: 0, retryAt: null, gaveUpAt: null })
      .where("id", "=", recurringBookingId)
      .execute();
  });
}

/**
 * Work as in the first booking at today's prices; customer and address as in the last one, because
 * corrections carry over.
 */
async function bookOccurrence(
  ctx: Ctx,
  recurringBookingId: string,
  preferred: { day: string; time: string; preferredTechnicianId: string | null },
  opening: Opening,
): Promise<{ ok: true; bookingId: string } | ReturnType<typeof refuse<"unknown-service">>> {
  const occurrences = await ctx.db
    .selectFrom("recurringBookingVisits")
    .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
    .select(["bookings.id", "serviceId", "message", "crewSize", "customerId", "contactName", "contactEmail"])
    .select(["contactPhone", "addressParts", "language"])
    .where("recurringBookingId", "=", recurringBookingId)
    .orderBy("number")
    .execute();
  const first = occurrences[0]!;
  const last = occurrences.at(-1)!;
  const service = await findService(ctx, first.serviceId);
  if (!service) return refuse("unknown-service");
  const menu = await loadPriceMenu(ctx);
  const chosen = await ctx.db
    .selectFrom("bookingLines")
    .select(["serviceId as service", sql<string>`item`.as("item"), "quantity"])
    .where("bookingId", "=", first.id)
    .where("item", "is not", null)
    .orderBy("position")
    .execute();
  // Without items that left the price book.
  const items = chosen.filter(({ service, item }) =>
    menu.items.some((one) => one.serviceId === service && one.item === item && !one.emergency),
  );
  const form = {
    customerName: last.contactName,
    email: last.contactEmail ?? undefined,
    phone: last.contactPhone,
    service: first.serviceId,
    message: first.message,
    address: "",
    addressParts: last.addressParts,
    photoIds: [],
    preferredTechnicianId: preferred.preferredTechnicianId,
  };
  const onBehalf = {
    customerId: last.customerId,
    repeated: { language: localeOrDefault(last.language), crewSize: first.crewSize },
  };
  const book = (at: { day: string; time?: string }) =>
    inTransaction(ctx, (ctx) =>
      createBooking(ctx, { ...form, items, preferredDate: at.day, preferredTime: at.time }, onBehalf, null),
    );
  const price = priceItems(menu, { service, items, day: preferred.day, time: preferred.time });
  const work = price
    ? {
        service: { ...service, ...jobForPrice(service, price) },
        skills: requiredSkillsFor(service.id, price.lines),
      }
    : { service };
  const slot = await findNearestSlot(ctx, { ...work, ...preferred, opening });
  const booked = slot ? await book(slot) : null;
  if (booked?.ok) return booked;
  // Without a time if the day is full.
  const waiting = await book({ day: preferred.day });
  if (waiting.ok) return waiting;
  if (waiting.reason === "unknown-service") return refuse("unknown-service");
  throw new Error(`A visit of a recurring booking was refused: ${waiting.reason}`);
}

/** Runs in the caller's transaction. `bookingIds`: unconfirmed bookings that the caller cancelled. */
export async function markRecurringBookingEnded(
  ctx: Ctx,
  recurringBookingId: string,
  by: EndedBy,
  bookingIds: string[] = [],
): Promise<void> {
  await ctx.db
    .updateTable("recurringBookings")
    .set({ endedAt: ctx.now, endedBy: by, version: sql`version + 1` })
    .where("id", "=", recurringBookingId)
    .execute();
  const eventData = { recurringBookingId, by, cancelled: bookingIds.length, bookingIds };
  await emit(ctx, "booking.recurrence-ended", await firstBookingOf(ctx, recurringBookingId), eventData);
}

export async function firstBookingOf(ctx: Ctx, recurringBookingId: string): Promise<string> {
  const { bookingId } = await ctx.db
    .selectFrom("recurringBookingVisits")
    .select("bookingId")
    .where("recurringBookingId", "=", recurringBookingId)
    .orderBy("number")
    .limit(1)
    .executeTakeFirstOrThrow();
  return bookingId;
}

function lastDayAhead(ctx: Ctx): string {
  return addDays(dubaiDate(ctx.now), BOOKED_AHEAD_DAYS);
}
