import type { Updateable } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { type Refusal, refuse } from "~/platform/http/refusal";
import {
  type ActingRole,
  affectsTechnician,
  type BookingState,
  currentVisit,
  deriveBookingState,
  type VisitState,
} from "./booking";
import { type AssignedVisit, actingRole } from "./policy";
import { requiredSkills } from "./work/booked-service.server";

export interface LockedBooking {
  id: string;
  state: BookingState;
  version: number;
  userId: string | null;
  serviceId: string;
  /** The assigned technician needs all of them. */
  skills: string[];
  durationMin: number | null;
  /** Travel buffer in minutes; null if the default of the service applies. */
  bufferMin: number | null;
  area: string;
  emergency: boolean;
  preferredTechnicianId: string | null;
  respondedAt: Date | null;
  acknowledgedAt: Date | null;
  dispatchedAt: Date | null;
  arrivedAt: Date | null;
  visits: LockedVisit[];
  /** The visit named by the caller, otherwise the one under way or ahead. */
  visit: LockedVisit | null;
}

export interface LockedVisit {
  id: string;
  state: VisitState;
  technicianId: string | null;
  startsAt: Date;
  endsAt: Date;
  crewSize: number;
  /** `id`: the helper's own row in `visits`. */
  helpers: { id: string; technicianId: string }[];
  multiDay: boolean;
}

/**
 * Locks a booking until the caller's transaction ends. `version`: as seen by the actor; later changes are
 * refused as stale. `visitId`: required for technicians. `actingAs`: acting role, if already decided. Returns
 * not-found if the actor may not access the booking.
 */
export async function lockBooking(
  ctx: Ctx,
  bookingId: string,
  version: number,
  visitId?: string,
  actingAs?: ActingRole,
): Promise<{ ok: true; booking: LockedBooking; by: ActingRole } | Refusal<"not-found" | "stale">> {
  const row = await ctx.db
    .selectFrom("bookings")
    .selectAll()
    .select(requiredSkills)
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  const assigned = visitId ? await findAssignedVisit(ctx, bookingId, visitId) : null;
  const by = actingAs ?? actingRole(ctx.actor, { id: row.id, userId: row.user_id, visit: assigned }, ctx.now);
  if (!by) return refuse("not-found");
  if (row.version !== version) return refuseStale(ctx, by, bookingId, version);
  const visits = await listVisits(ctx, bookingId);
  return {
    ok: true,
    by,
    booking: {
      id: row.id,
      state: row.state,
      version: row.version,
      userId: row.user_id,
      serviceId: row.service_id,
      skills: row.skills,
      durationMin: row.duration_min,
      bufferMin: row.buffer_min,
      area: row.area,
      emergency: row.emergency,
      preferredTechnicianId: row.preferred_technician_id,
      respondedAt: row.responded_at,
      acknowledgedAt: row.acknowledged_at,
      dispatchedAt: row.dispatched_at,
      arrivedAt: row.arrived_at,
      visits,
      visit: currentVisit(visitId ? visits.filter(({ id }) => id === visitId) : visits),
    },
  };
}

async function findAssignedVisit(
  ctx: Ctx,
  bookingId: string,
  visitId: string,
): Promise<AssignedVisit | null> {
  const row = await ctx.db
    .selectFrom("visits")
    .leftJoin("technicians", "technicians.id", "visits.technician_id")
    .select(["technicians.user_id", "visits.state", "visits.starts_at"])
    .where("visits.id", "=", visitId)
    .where("visits.booking_id", "=", bookingId)
    // Only the lead technician changes the visit's state.
    .where("visits.lead_visit_id", "is", null)
    .executeTakeFirst();
  return row ? { technicianUserId: row.user_id, state: row.state, startsAt: row.starts_at } : null;
}

async function refuseStale(
  ctx: Ctx,
  by: ActingRole,
  bookingId: string,
  version: number,
): Promise<Refusal<"stale">> {
  if (by === "customer") return refuse("stale");
  const last = preferOtherUsers(ctx, await listEntriesSince(ctx, bookingId, version));
  return last?.name ? refuse("stale", { last: { ...last, name: last.name } }) : refuse("stale");
}

/** `leftVersion`: version that the change to undo produced; `undoneVersions`: see `lockToUndo`. */
export interface UndoToken {
  leftVersion: number;
  undoneVersions: readonly number[];
}

/**
 * Refuses with changed-since if visits changed after `leftVersion`, except by changes based on
 * `undoneVersions`, which were undone themselves.
 */
export async function lockToUndo(ctx: Ctx, bookingId: string, { leftVersion, undoneVersions }: UndoToken) {
  const row = await ctx.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return refuse("not-found");
  const since = await listEntriesSince(ctx, bookingId, leftVersion);
  const others = since.filter(
    ({ from, event }) => affectsTechnician(event) && !undoneVersions.includes(from),
  );
  const last = preferOtherUsers(ctx, others);
  if (last) return refuse("changed-since", { last: { ...last, name: last.name ?? "" } });
  return lockBooking(ctx, bookingId, row.version);
}

async function listEntriesSince(ctx: Ctx, bookingId: string, version: number) {
  return ctx.db
    .selectFrom("timeline_entries")
    .select(["actor_id", "actor_name as name", "event", "at", "from_version as from"])
    .where("booking_id", "=", bookingId)
    .where("from_version", ">=", version)
    .orderBy("id", "desc")
    .execute();
}

function preferOtherUsers<Entry extends { actor_id: string | null }>(
  { actor }: Ctx,
  entries: readonly Entry[],
): Entry | undefined {
  return entries.find(({ actor_id }) => actor_id !== userIdOf(actor)) ?? entries[0];
}

async function listVisits(ctx: Ctx, bookingId: string): Promise<LockedVisit[]> {
  const rows = await ctx.db
    .selectFrom("visits")
    .select([
      "id",
      "state",
      "technician_id",
      "starts_at",
      "ends_at",
      "crew_size",
      "lead_visit_id",
      "multi_day",
    ])
    .where("booking_id", "=", bookingId)
    .orderBy("starts_at")
    .orderBy("created_at")
    .execute();
  const helpers = rows.filter(({ lead_visit_id, state }) => lead_visit_id !== null && state !== "cancelled");
  const visits = rows.filter(({ lead_visit_id }) => lead_visit_id === null);
  return visits.map((row) => ({
    id: row.id,
    state: row.state,
    technicianId: row.technician_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    crewSize: row.crew_size,
    multiDay: row.multi_day,
    // A database constraint guarantees that helpers have a technician.
    helpers: helpers
      .filter(({ lead_visit_id }) => lead_visit_id === row.id)
      .map(({ id, technician_id }) => ({ id, technicianId: technician_id! })),
  }));
}

/** `state`: the state that the transition itself leads to. */
export async function deriveStateFromVisits(
  ctx: Ctx,
  { id }: LockedBooking,
  state: BookingState,
): Promise<BookingState> {
  return deriveBookingState(state, await listVisits(ctx, id));
}

/** Increments the version. `timestamps`: times that response targets are measured by. */
export async function advanceBooking(
  ctx: Ctx,
  booking: LockedBooking,
  to: BookingState,
  timestamps: Updateable<
    Pick<
      Tables["bookings"],
      "responded_at" | "acknowledged_at" | "unacknowledged_notified_at" | "dispatched_at" | "arrived_at"
    >
  > = {},
): Promise<void> {
  await ctx.db
    .updateTable("bookings")
    .set({ state: to, version: booking.version + 1, ...timestamps })
    .where("id", "=", booking.id)
    .execute();
}
