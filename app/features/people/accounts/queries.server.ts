import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, readPage } from "~/platform/lists/keyset.server";
import { DEFAULT_LOCALE, isLocale } from "~/platform/locale/locale";
import type { OwnDetails } from "../../core/forms/views";
import type { BookingState } from "../../operations/bookings/booking";
import { bookedServiceName } from "../../operations/bookings/work/booked-service.server";
import { multiDayPosition } from "../../operations/scheduling/crew.server";
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
    .leftJoin("profiles", "profiles.user_id", "users.id")
    .select(["name", "email", "two_factor_enabled", "created_at"])
    .select(["phone", "language", "marketing", "marketing_changed_at", "weekly_summary"])
    .select((eb) =>
      eb
        .selectFrom("account_links")
        .select("account_links.email")
        .whereRef("account_links.user_id", "=", "users.id")
        .where("purpose", "=", "change-email")
        .where("used_at", "is", null)
        .where("expires_at", ">", ctx.now)
        .orderBy("account_links.created_at", "desc")
        .limit(1)
        .as("pending_email"),
    )
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: isLocale(row.language) ? row.language : DEFAULT_LOCALE,
    marketing: row.marketing ?? false,
    marketingChangedAt: row.marketing_changed_at?.toISOString() ?? null,
    weeklySummary: row.weekly_summary ?? false,
    twoFactor: row.two_factor_enabled,
    pendingEmail: row.pending_email,
    memberSince: row.created_at.toISOString(),
  };
});

export const listDevices = query("account.use", async function listDevices(ctx): Promise<DeviceView[]> {
  const { actor } = ctx;
  const rows = await ctx.db
    .selectFrom("sessions")
    .select(["id", "user_agent", "created_at", "updated_at"])
    .where("user_id", "=", userIdOf(actor))
    .where("expires_at", ">", ctx.now)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: "sessionId" in actor && row.id === actor.sessionId,
    userAgent: row.user_agent,
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
  }));
});

/** Prefill of the booking form; the last given phone if the profile has none. */
export const getBookingDetails = query(
  "account.use",
  async function getBookingDetails(ctx): Promise<OwnDetails> {
    const [{ name, email, phone }, properties, last] = await Promise.all([
      getProfile(ctx),
      listOwnProperties(ctx),
      ctx.db
        .selectFrom("bookings")
        .select("contact_phone")
        .where("user_id", "=", userIdOf(ctx.actor))
        .orderBy("requested_at", "desc")
        .limit(1)
        .executeTakeFirst(),
    ]);
    return {
      customerName: name,
      email,
      phone: phone ?? last?.contact_phone ?? null,
      addresses: properties.map(({ id: _, inUse: __, access: ___, ...address }) => address),
    };
  },
);

const PAGE_SIZE = 20;

const latestFirst = keyset("desc", ["instant", "bookings.requested_at"], ["id", "bookings.id"]);

export const listOwnBookings = query(
  "account.use",
  async function listOwnBookings(ctx, cursor?: string): Promise<OwnBookingList> {
    const page = { cursor, limit: PAGE_SIZE };
    const { rows, nextCursor } = await readPage(ownBookings(ctx), latestFirst, page);
    return { bookings: rows.map(rowOf), nextCursor };
  },
);

const OPEN_STATES: BookingState[] = ["requested", "confirmed", "scheduled", "en_route", "on_site", "on_hold"];

/** Upcoming and current visits by time, then requests without a time. */
export const listComing = query("account.use", async function listComing(ctx): Promise<
  OwnBookingList["bookings"]
> {
  const rows = await ownBookings(ctx)
    .where("bookings.state", "in", OPEN_STATES)
    .orderBy("visit.starts_at", (order) => order.asc().nullsLast())
    .orderBy("bookings.requested_at")
    .limit(PAGE_SIZE)
    .execute();
  return rows.map(rowOf);
});

function ownBookings(ctx: Ctx) {
  return ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.service_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("visits")
          .leftJoin("technicians", "technicians.id", "visits.technician_id")
          .select(["visits.starts_at", "visits.ends_at", "visits.state"])
          .select(["technicians.name as technician_name", multiDayPosition])
          .whereRef("visits.booking_id", "=", "bookings.id")
          .where("visits.live", "=", true)
          .where("visits.lead_visit_id", "is", null)
          // The visit in progress, otherwise the next, otherwise the last.
          .orderBy((eb) => eb("visits.state", "in", ["en_route", "on_site"]), "desc")
          .orderBy((eb) =>
            eb
              .case()
              .when("visits.state", "in", ["held", "scheduled"])
              .then(eb.ref("visits.starts_at"))
              .end(),
          )
          .orderBy("visits.starts_at", "desc")
          .limit(1)
          .as("visit"),
      (join) => join.onTrue(),
    )
    .select(["bookings.id", "bookings.reference", "bookings.state", "bookings.service_id"])
    .select([bookedServiceName, "bookings.emergency", "bookings.address"])
    .select(["bookings.requested_at", "visit.starts_at", "visit.ends_at"])
    .select(["visit.state as visit_state", "visit.technician_name", "visit.multi_day_position"])
    .where("bookings.user_id", "=", userIdOf(ctx.actor));
}

type OwnBookingRecord = Awaited<ReturnType<ReturnType<typeof ownBookings>["execute"]>>[number];

function rowOf(row: OwnBookingRecord): OwnBookingList["bookings"][number] {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    serviceId: row.service_id,
    serviceName: row.service_name,
    emergency: row.emergency,
    address: row.address,
    requestedAt: row.requested_at.toISOString(),
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    // Shown once a technician is assigned.
    technicianName: row.visit_state === "held" ? null : (row.technician_name ?? null),
    multiDayPosition: row.multi_day_position ?? null,
  };
}
