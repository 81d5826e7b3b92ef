import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { bookingRecurrence } from "./booking-recurrence.server";
import { findQualifiedTechnicians } from "./qualified-technicians.server";
import type { Recurrence, RecurringBookingView } from "./views";

const MAX_ITEMS = 50;

export const findRecurringBookingOf = query(
  "bookings.read",
  async function findRecurringBookingOf(ctx, bookingId: string): Promise<RecurringBookingView | null> {
    const row = await ctx.db
      .selectFrom("recurring_booking_visits")
      .select("recurring_booking_id")
      .where("booking_id", "=", bookingId)
      .executeTakeFirst();
    return row ? ((await readRecurringBookings(ctx, [row.recurring_booking_id]))[0] ?? null) : null;
  },
);

/** For link holders of the booking. */
export const findRecurrence = query(
  "website.open-link",
  async function findRecurrence(ctx, { id }: { id: string }): Promise<{ recurrence: Recurrence }> {
    const { recurrence } = await ctx.db
      .selectFrom("bookings")
      .select(bookingRecurrence)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { recurrence };
  },
);

export const findRecurringBooking = query(
  "bookings.read",
  async function findRecurringBooking(ctx, id: string): Promise<RecurringBookingView | null> {
    return (await readRecurringBookings(ctx, [id]))[0] ?? null;
  },
);

export const listQualifiedTechnicians = query(
  "bookings.read",
  async function listQualifiedTechnicians(ctx, id: string) {
    return {
      technicians: await findQualifiedTechnicians(ctx, id),
    };
  },
);

/** Active ones first. */
export const listCustomerRecurringBookings = query(
  "bookings.read",
  async function listCustomerRecurringBookings(
    ctx,
    customerId: string,
  ): Promise<{ recurringBookings: RecurringBookingView[] }> {
    const rows = await ctx.db
      .selectFrom("recurring_booking_visits")
      .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
      .select("recurring_booking_id")
      .distinct()
      .where("bookings.customer_id", "=", customerId)
      .limit(MAX_ITEMS)
      .execute();
    return { recurringBookings: await readRecurringBookings(ctx, idsOf(rows)) };
  },
);

/** Active recurring bookings of the signed-in customer. */
export const listMyRecurringBookings = query(
  "account.use",
  async function listMyRecurringBookings(ctx): Promise<{ recurringBookings: RecurringBookingView[] }> {
    const rows = await ctx.db
      .selectFrom("recurring_booking_visits")
      .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
      .innerJoin(
        "recurring_bookings",
        "recurring_bookings.id",
        "recurring_booking_visits.recurring_booking_id",
      )
      .select("recurring_booking_id")
      .distinct()
      .where("bookings.user_id", "=", userIdOf(ctx.actor))
      .where("recurring_bookings.ended_at", "is", null)
      .limit(MAX_ITEMS)
      .execute();
    return { recurringBookings: await readRecurringBookings(ctx, idsOf(rows)) };
  },
);

const idsOf = (rows: readonly { recurring_booking_id: string }[]) =>
  rows.map(({ recurring_booking_id }) => recurring_booking_id);

async function readRecurringBookings(ctx: Ctx, ids: readonly string[]): Promise<RecurringBookingView[]> {
  if (ids.length === 0) return [];
  const [recurringBookings, bookings] = await Promise.all([
    ctx.db
      .selectFrom("recurring_bookings")
      .leftJoin("technicians", "technicians.id", "preferred_technician_id")
      .selectAll("recurring_bookings")
      .select("technicians.name as asked_for_name")
      .where("recurring_bookings.id", "=", anyOf(ids))
      .orderBy(sql`ended_at IS NOT NULL`)
      .orderBy("next_day")
      .orderBy("recurring_bookings.id")
      .execute(),
    ctx.db
      .selectFrom("recurring_booking_visits")
      .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
      .innerJoin("services", "services.id", "bookings.service_id")
      .select([
        "recurring_booking_id",
        "number",
        "booking_id",
        "reference",
        "state",
        "preferred_date",
        "address",
      ])
      .select("services.name as service_name")
      .select(
        sql<Date | null>`(SELECT min(starts_at) FROM visits WHERE visits.booking_id = bookings.id
          AND visits.state NOT IN ('cancelled', 'no_access'))`.as("starts_at"),
      )
      .where("recurring_booking_id", "=", anyOf(ids))
      .orderBy("number")
      .execute(),
  ]);
  return recurringBookings.map((one) => {
    const occurrences = bookings.filter(({ recurring_booking_id }) => recurring_booking_id === one.id);
    return {
      id: one.id,
      version: one.version,
      interval: one.recurrence_interval,
      time: one.start_time,
      serviceName: occurrences[0]?.service_name ?? "",
      address: occurrences.at(-1)?.address ?? "",
      endedAt: one.ended_at?.toISOString() ?? null,
      nextDay: one.ended_at ? null : one.next_day,
      preferredTechnician: one.preferred_technician_id
        ? { technicianId: one.preferred_technician_id, name: one.asked_for_name! }
        : null,
      stuck: one.gave_up_at !== null && one.ended_at === null,
      visits: occurrences
        .filter(({ state }) => state !== "cancelled" && state !== "declined")
        .map((visit) => ({
          number: visit.number,
          bookingId: visit.booking_id,
          reference: visit.reference,
          state: visit.state,
          startsAt: visit.starts_at?.toISOString() ?? null,
          day: visit.preferred_date,
        })),
    };
  });
}
