import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { placeOfBooking } from "./of-booking.server";
import { findTrained } from "./trained.server";
import type { PlaceInSeries, SeriesView } from "./views";
import "../bookings/table";
import "../catalogue/table";
import "../scheduling/table";
import "./table";

const MAX_ITEMS = 50;

/** The series that a booking is of, or null. */
export const findSeriesOfBooking = query(
  "bookings.read",
  async (ctx, bookingId: string): Promise<SeriesView | null> => {
    const of = await ctx.db
      .selectFrom("series_bookings")
      .select("series_id")
      .where("booking_id", "=", bookingId)
      .executeTakeFirst();
    return of ? ((await readSeries(ctx, [of.series_id]))[0] ?? null) : null;
  },
);

/** Which visit of a series it is, for whoever may follow the booking. */
export const findPlaceInSeries = query(
  "website.open-link",
  async (ctx, { id }: { id: string }): Promise<{ series: PlaceInSeries }> => {
    const { place_in_series: series } = await ctx.db
      .selectFrom("bookings")
      .select(placeOfBooking)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { series };
  },
);

export const findSeries = query(
  "bookings.read",
  async (ctx, id: string): Promise<SeriesView | null> => (await readSeries(ctx, [id]))[0] ?? null,
);

/** Whom the office may choose for a series. */
export const listTrained = query("bookings.read", async (ctx, id: string) => ({
  technicians: await findTrained(ctx, id),
}));

/** What is repeated for a customer, what goes on first. */
export const listSeriesOfCustomer = query(
  "bookings.read",
  async (ctx, customerId: string): Promise<{ series: SeriesView[] }> => {
    const rows = await ctx.db
      .selectFrom("series_bookings")
      .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
      .select("series_id")
      .distinct()
      .where("bookings.customer_id", "=", customerId)
      .limit(MAX_ITEMS)
      .execute();
    return { series: await readSeries(ctx, idsOf(rows)) };
  },
);

/** What is repeated of one's own bookings, and goes on. */
export const listOwnSeries = query("account.use", async (ctx): Promise<{ series: SeriesView[] }> => {
  const rows = await ctx.db
    .selectFrom("series_bookings")
    .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
    .innerJoin("visit_series", "visit_series.id", "series_bookings.series_id")
    .select("series_id")
    .distinct()
    .where("bookings.user_id", "=", userIdOf(ctx.actor))
    .where("visit_series.ended_at", "is", null)
    .limit(MAX_ITEMS)
    .execute();
  return { series: await readSeries(ctx, idsOf(rows)) };
});

const idsOf = (rows: readonly { series_id: string }[]) => rows.map(({ series_id }) => series_id);

async function readSeries(ctx: Ctx, ids: readonly string[]): Promise<SeriesView[]> {
  if (ids.length === 0) return [];
  const [series, bookings] = await Promise.all([
    ctx.db
      .selectFrom("visit_series")
      .leftJoin("technicians", "technicians.id", "asked_for")
      .selectAll("visit_series")
      .select("technicians.name as asked_for_name")
      .where("visit_series.id", "=", anyOf(ids))
      .orderBy(sql`ended_at IS NOT NULL`)
      .orderBy("next_day")
      .orderBy("visit_series.id")
      .execute(),
    ctx.db
      .selectFrom("series_bookings")
      .innerJoin("bookings", "bookings.id", "series_bookings.booking_id")
      .innerJoin("services", "services.id", "bookings.service_id")
      .select(["series_id", "number", "booking_id", "reference", "state", "preferred_date", "address"])
      .select("services.name as service_name")
      .select(
        sql<Date | null>`(SELECT min(starts_at) FROM visits WHERE visits.booking_id = bookings.id
          AND visits.state NOT IN ('cancelled', 'no_access'))`.as("starts_at"),
      )
      .where("series_id", "=", anyOf(ids))
      .orderBy("number")
      .execute(),
  ]);
  return series.map((one) => {
    const its = bookings.filter(({ series_id }) => series_id === one.id);
    return {
      id: one.id,
      version: one.version,
      rhythm: one.rhythm,
      time: one.at_time,
      serviceName: its[0]?.service_name ?? "",
      address: its.at(-1)?.address ?? "",
      endedAt: one.ended_at?.toISOString() ?? null,
      nextDay: one.ended_at ? null : one.next_day,
      preferredTechnician: one.asked_for ? { technicianId: one.asked_for, name: one.asked_for_name! } : null,
      stuck: one.stuck_at !== null && one.ended_at === null,
      visits: its
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
