import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { actualVisitStart } from "../scheduling/queries.server";
import { bookingRecurrence } from "./booking-recurrence.server";
import { findQualifiedTechnicians } from "./qualified-technicians.server";
import type { Recurrence, RecurringBookingView } from "./views";

const MAX_ITEMS = 50;

export const findRecurringBookingOf = query(
  "bookings.read",
  async function findRecurringBookingOf(ctx, bookingId: string): Promise<RecurringBookingView | null> {
    const row = await ctx.db
      .selectFrom("recurringBookingVisits")
      .select("recurringBookingId")
      .where("bookingId", "=", bookingId)
      .executeTakeFirst();
    return row ? ((await readRecurringBookings(ctx, [row.recurringBookingId]))[0] ?? null) : null;
  },
);

/** Recurrence of a booking, for the holder of its link. */
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
      .selectFrom("recurringBookingVisits")
      .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
      .select("recurringBookingId")
      .distinct()
      .where("bookings.customerId", "=", customerId)
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
      .selectFrom("recurringBookingVisits")
      .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
      .innerJoin("recurringBookings", "recurringBookings.id", "recurringBookingVisits.recurringBookingId")
      .select("recurringBookingId")
      .distinct()
      .where("bookings.userId", "=", userIdOf(ctx.actor))
      .where("recurringBookings.endedAt", "is", null)
      .limit(MAX_ITEMS)
      .execute();
    return { recurringBookings: await readRecurringBookings(ctx, idsOf(rows)) };
  },
);

const idsOf = (rows: readonly { recurringBookingId: string }[]) =>
  rows.map(({ recurringBookingId }) => recurringBookingId);

async function readRecurringBookings(ctx: Ctx, ids: readonly string[]): Promise<RecurringBookingView[]> {
  if (ids.length === 0) return [];
  const [recurringBookings, bookings] = await Promise.all([
    ctx.db
      .selectFrom("recurringBookings")
      .leftJoin("technicians", "technicians.id", "preferredTechnicianId")
      .selectAll("recurringBookings")
      .select("technicians.name as askedForName")
      .where("recurringBookings.id", "=", anyOf(ids))
      .orderBy(sql`ended_at IS NOT NULL`)
      .orderBy("nextDay")
      .orderBy("recurringBookings.id")
      .execute(),
    ctx.db
      .selectFrom("recurringBookingVisits")
      .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
      .innerJoin("services", "services.id", "bookings.serviceId")
      .select(["recurringBookingId", "number", "bookingId", "reference", "state", "preferredDate", "address"])
      .select(textInReaderLanguage("services.name").as("serviceName"))
      .select(
        sql<Date | null>`(SELECT min(${actualVisitStart})
          FROM visits WHERE visits.booking_id = bookings.id AND visits.live)`.as("startsAt"),
      )
      .where("recurringBookingId", "=", anyOf(ids))
      .orderBy("number")
      .execute(),
  ]);
  return recurringBookings.map((one) => {
    const occurrences = bookings.filter(({ recurringBookingId }) => recurringBookingId === one.id);
    return {
      id: one.id,
      version: one.version,
      interval: one.recurrenceInterval,
      time: one.startTime,
      serviceName: occurrences[0]?.serviceName ?? "",
      address: placeInReaderLanguage(occurrences.at(-1)?.address ?? ""),
      endedAt: one.endedAt?.toISOString() ?? null,
      nextDay: one.endedAt ? null : one.nextDay,
      preferredTechnician: one.preferredTechnicianId
        ? { technicianId: one.preferredTechnicianId, name: one.askedForName! }
        : null,
      stuck: one.gaveUpAt !== null && one.endedAt === null,
      visits: occurrences
        .filter(({ state }) => state !== "cancelled" && state !== "declined")
        .map((visit) => ({
          number: visit.number,
          bookingId: visit.bookingId,
          reference: visit.reference,
          state: visit.state,
          startsAt: visit.startsAt?.toISOString() ?? null,
          day: visit.preferredDate,
        })),
    };
  });
}
