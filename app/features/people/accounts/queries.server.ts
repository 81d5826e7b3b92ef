import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, readPage } from "~/platform/lists/keyset.server";
import { DEFAULT_LOCALE, isLocale } from "~/platform/locale/locale";
import { isUndeliverable } from "~/platform/mail/undeliverable.server";
import { findChannelChoice } from "../../core/customers/channel-choice.server";
import type { OwnDetails } from "../../core/forms/views";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import type { BookingState } from "../../operations/bookings/booking";
import { bookedServiceName } from "../../operations/bookings/work/booked-service.server";
import { multiDayPosition } from "../../operations/scheduling/crew.server";
import { actualVisitInstants } from "../../operations/scheduling/visit-time";
import { UPCOMING_LIMIT } from "./account";
import { listOwnProperties } from "./properties/queries.server";
import type { DeviceView, OwnBookingList, ProfileView } from "./views";

/*
 * Queries of the signed-in person. Each starts from the person's id, so that other people's data cannot
 * appear.
 */

export const getProfile = query("account.use", async function getProfile(ctx): Promise<ProfileView> {
  const userId = userIdOf(ctx.actor);
  const row = await ctx.db
    .selectFrom("users")
    .leftJoin("profiles", "profiles.userId", "users.id")
    .select(["name", "email", "twoFactorEnabled", "createdAt"])
    .select(["phone", "language", "marketing", "marketingChangedAt", "weeklySummary", "visitChanges"])
    .select((eb) =>
      eb
        .selectFrom("accountLinks")
        .select("accountLinks.email")
        .whereRef("accountLinks.userId", "=", "users.id")
        .where("purpose", "=", "change-email")
        .where("usedAt", "is", null)
        .where("expiresAt", ">", ctx.now)
        .orderBy("accountLinks.createdAt", "desc")
        .limit(1)
        .as("pendingEmail"),
    )
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: isLocale(row.language) ? row.language : DEFAULT_LOCALE,
    marketing: row.marketing ?? false,
    marketingChangedAt: row.marketingChangedAt?.toISOString() ?? null,
    weeklySummary: row.weeklySummary ?? false,
    visitChanges: row.visitChanges ?? "push-email",
    twoFactor: row.twoFactorEnabled,
    pendingEmail: row.pendingEmail,
    pendingEmailUndeliverable: await isUndeliverable(ctx, row.pendingEmail),
    memberSince: row.createdAt.toISOString(),
  };
});

export const listDevices = query("account.use", async function listDevices(ctx): Promise<DeviceView[]> {
  const { actor } = ctx;
  const rows = await ctx.db
    .selectFrom("sessions")
    .select(["id", "userAgent", "createdAt", "updatedAt"])
    .where("userId", "=", userIdOf(actor))
    .where("expiresAt", ">", ctx.now)
    .orderBy("updatedAt", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: "sessionId" in actor && row.id === actor.sessionId,
    userAgent: row.userAgent,
    signedInAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
  }));
});

/** Prefill of the booking form; the last given phone if the profile has none. */
export const getBookingDetails = query(
  "account.use",
  async function getBookingDetails(ctx): Promise<OwnDetails> {
    const [{ name, email, phone }, properties, last, customer] = await Promise.all([
      getProfile(ctx),
      listOwnProperties(ctx),
      ctx.db
        .selectFrom("bookings")
        .select("contactPhone")
        .where("userId", "=", userIdOf(ctx.actor))
        .orderBy("requestedAt", "desc")
        .limit(1)
        .executeTakeFirst(),
      ctx.db
        .selectFrom("customers")
        .select("id")
        .where("userId", "=", userIdOf(ctx.actor))
        .executeTakeFirst(),
    ]);
    return {
      customerName: name,
      email,
      phone: phone ?? last?.contactPhone ?? null,
      messageChannel: customer ? await findChannelChoice(ctx, customer.id) : null,
      addresses: properties.map(({ id: _, inUse: __, access: ___, ...address }) => address),
    };
  },
);

const PAGE_SIZE = 20;

const newestFirst = keyset("desc", ["instant", "bookings.requestedAt"], ["id", "bookings.id"]);
/** Contracts plan visits long before they take place. */
const latestVisitFirst = keyset(
  "desc",
  ["instant", sql`coalesce(visit.starts_at, bookings.requested_at)`],
  ["id", "bookings.id"],
);

/** Includes `no_access`, because the office arranges a new time. */
const OPEN_STATES: BookingState[] = [
  "requested",
  "confirmed",
  "scheduled",
  "en_route",
  "on_site",
  "on_hold",
  "no_access",
];

/** `open`: limits the list to open or to past bookings. */
export const listOwnBookings = query(
  "account.use",
  async function listOwnBookings(
    ctx,
    { open, cursor }: { open?: "yes" | "no"; cursor?: string },
  ): Promise<OwnBookingList> {
    let bookings = ownBookings(ctx);
    if (open) bookings = bookings.where("bookings.state", open === "yes" ? "in" : "not in", OPEN_STATES);
    const order = open === "no" ? latestVisitFirst : newestFirst;
    const { rows, nextCursor } = await readPage(bookings, order, { cursor, limit: PAGE_SIZE });
    return { bookings: rows.map(rowOf), nextCursor };
  },
);

/** Upcoming and current visits by time, then requests without a time. */
export const listComing = query("account.use", async function listComing(ctx): Promise<
  OwnBookingList["bookings"]
> {
  const rows = await ownBookings(ctx)
    .where("bookings.state", "in", OPEN_STATES)
    .orderBy("visit.startsAt", (order) => order.asc().nullsLast())
    .orderBy("bookings.requestedAt")
    .limit(UPCOMING_LIMIT)
    .execute();
  return rows.map(rowOf);
});

function ownBookings(ctx: Ctx) {
  return ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visits")
          .leftJoin("technicians", "technicians.id", "visits.technicianId")
          .select(["visits.startsAt", "visits.endsAt", "visits.arrivedAt", "visits.endedAt", "visits.state"])
          .select(["technicians.name as technicianName", multiDayPosition])
          .whereRef("visits.bookingId", "=", "bookings.id")
          .where("visits.live", "=", true)
          .where("visits.leadVisitId", "is", null)
          // The visit in progress, otherwise the next, otherwise the last.
          .orderBy((eb) => eb("visits.state", "in", ["en_route", "on_site"]), "desc")
          .orderBy((eb) =>
            eb.case().when("visits.state", "in", ["held", "scheduled"]).then(eb.ref("visits.startsAt")).end(),
          )
          .orderBy("visits.startsAt", "desc")
          .limit(1)
          .as("visit"),
      (join) => join.onTrue(),
    )
    .select(["bookings.id", "bookings.reference", "bookings.state", "bookings.serviceId"])
    .select([bookedServiceName(), "bookings.emergency", "bookings.address"])
    .select(["bookings.requestedAt", "visit.startsAt", "visit.endsAt", "visit.arrivedAt", "visit.endedAt"])
    .select(["visit.state as visitState", "visit.technicianName", "visit.multiDayPosition"])
    .select("bookings.continueOn")
    .select((eb) =>
      eb
        .selectFrom("timelineEntries")
        .select("reason")
        .whereRef("timelineEntries.bookingId", "=", "bookings.id")
        .where("event", "=", "hold")
        .where("bookings.state", "=", "on_hold")
        .orderBy("timelineEntries.id", "desc")
        .limit(1)
        .as("holdReason"),
    )
    .where("bookings.userId", "=", userIdOf(ctx.actor));
}

type OwnBookingRecord = Awaited<ReturnType<ReturnType<typeof ownBookings>["execute"]>>[number];

function timesOf({ startsAt, endsAt, arrivedAt, endedAt }: OwnBookingRecord) {
  return startsAt && endsAt
    ? actualVisitInstants({ startsAt, endsAt, arrivedAt, endedAt })
    : { startsAt: null, endsAt: null };
}

function rowOf(row: OwnBookingRecord): OwnBookingList["bookings"][number] {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    serviceId: row.serviceId,
    serviceName: row.serviceName,
    emergency: row.emergency,
    address: placeInReaderLanguage(row.address),
    requestedAt: row.requestedAt.toISOString(),
    ...timesOf(row),
    // Shown once a technician is assigned.
    technicianName: row.visitState === "held" ? null : (row.technicianName ?? null),
    onHold: row.state === "on_hold" ? { reason: row.holdReason ?? "", continueOn: row.continueOn } : null,
    multiDayPosition: row.multiDayPosition ?? null,
  };
}
