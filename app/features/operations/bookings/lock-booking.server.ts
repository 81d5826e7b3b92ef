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
  /** The missed day of a multi-day job that this visit replaces. */
  replacesVisitId: string | null;
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
  const by = actingAs ?? actingRole(ctx.actor, { id: row.id, userId: row.userId, visit: assigned }, ctx.now);
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
      userId: row.userId,
      serviceId: row.serviceId,
      skills: row.skills,
      durationMin: row.durationMin,
      bufferMin: row.bufferMin,
      area: row.area,
      emergency: row.emergency,
      preferredTechnicianId: row.preferredTechnicianId,
      respondedAt: row.respondedAt,
      acknowledgedAt: row.acknowledgedAt,
      dispatchedAt: row.dispatchedAt,
      arrivedAt: row.arrivedAt,
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
    .leftJoin("technicians", "technicians.id", "visits.technicianId")
    .select(["technicians.userId", "visits.state", "visits.startsAt", "visits.endsAt", "visits.endedAt"])
    .where("visits.id", "=", visitId)
    .where("visits.bookingId", "=", bookingId)
    // Only the lead technician changes the visit's state.
    .where("visits.leadVisitId", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { userId: technicianUserId, ...visit } = row;
  return { technicianUserId, ...visit };
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
    .selectFrom("timelineEntries")
    .select(["actorId", "actorName as name", "event", "at", "fromVersion as from"])
    .where("bookingId", "=", bookingId)
    .where("fromVersion", ">=", version)
    .orderBy("id", "desc")
    .execute();
}

function preferOtherUsers<Entry extends { actorId: string | null }>(
  { actor }: Ctx,
  entries: readonly Entry[],
): Entry | undefined {
  return entries.find(({ actorId }) => actorId !== userIdOf(actor)) ?? entries[0];
}

async function listVisits(ctx: Ctx, bookingId: string): Promise<LockedVisit[]> {
  const rows = await ctx.db
    .selectFrom("visits")
    .select([
      "id",
      "state",
      "technicianId",
      "startsAt",
      "endsAt",
      "crewSize",
      "leadVisitId",
      "multiDay",
      "replacesVisitId",
    ])
    .where("bookingId", "=", bookingId)
    .orderBy("startsAt")
    .orderBy("createdAt")
    .execute();
  const helpers = rows.filter(({ leadVisitId, state }) => leadVisitId !== null && state !== "cancelled");
  const visits = rows.filter(({ leadVisitId }) => leadVisitId === null);
  return visits.map((row) => ({
    id: row.id,
    state: row.state,
    technicianId: row.technicianId,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    crewSize: row.crewSize,
    multiDay: row.multiDay,
    replacesVisitId: row.replacesVisitId,
    // A database constraint guarantees that helpers have a technician.
    helpers: helpers
      .filter(({ leadVisitId }) => leadVisitId === row.id)
      .map(({ id, technicianId }) => ({ id, technicianId: technicianId! })),
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

/** Increments the version. `changes`: times that response targets are measured by, and the continuation date. */
export async function advanceBooking(
  ctx: Ctx,
  booking: LockedBooking,
  to: BookingState,
  changes: Updateable<
    Pick<
      Tables["bookings"],
      | "respondedAt"
      | "acknowledgedAt"
      | "unacknowledgedNotifiedAt"
      | "dispatchedAt"
      | "arrivedAt"
      | "continueOn"
    >
  > = {},
): Promise<void> {
  await ctx.db
    .updateTable("bookings")
    .set({ state: to, version: booking.version + 1, ...changes })
    .where("id", "=", booking.id)
    .execute();
}
