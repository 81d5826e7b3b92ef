import type { Insertable, Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import type { VisitState } from "../booking";
import type { GuestHold } from "./guest-holds.server";
import {
  classifyVisitChange,
  combineVisitChanges,
  isSameState,
  knownToCustomer,
  knownToTechnician,
  type NotifiedVisit,
  type VisitChangeKind,
} from "./pending-notification";

/*
 * Debounces notifications of visit changes (docs/domain.md, "Notifications"). A row of
 * `pending_visit_notifications` holds the last notified state until the delay is over or the dispatcher sends
 * it; a change back deletes the row. The row is written with the change and consumed with the email, so that
 * a crash neither loses nor duplicates it.
 */

type PendingNotificationRow = Selectable<Tables["pendingVisitNotifications"]>;

interface Visit {
  id: string;
  state: VisitState;
  technicianId: string | null;
  startsAt: Date;
  helpers: readonly { id: string; technicianId: string }[];
}

/**
 * `unchanged`: debounced unless a manual notification is pending. `sent-elsewhere`: another email covers the
 * change.
 */
export type CustomerNotification = "debounced" | "manual" | "unchanged" | "sent-elsewhere";

export function customerNotification(notify: boolean | undefined): CustomerNotification {
  if (notify === undefined) return "unchanged";
  return notify ? "debounced" : "manual";
}

/** `hold`: hold of the request, to be restored by undo; null if it does not expire. */
export type ConfirmationChange = { hold: GuestHold | null } | "undone";

/** Runs in the caller's transaction, which holds the booking lock. `before`: null for a new visit. */
export async function schedulePendingNotification(
  ctx: Ctx,
  booking: { id: string; emergency: boolean },
  change: {
    visitId: string;
    before: Visit | null;
    customerNotification: CustomerNotification;
    confirmation?: ConfirmationChange;
  },
): Promise<void> {
  const { visitId, before, customerNotification, confirmation } = change;
  if (!before) await inheritPendingNotifications(ctx, booking.id, visitId);
  const now = await findVisit(ctx, visitId);
  const [crewBefore, crewAfter] = [crewOf(before), crewOf(now)];
  const rows = await lockPendingNotifications(ctx, [visitId, ...crewBefore.values(), ...crewAfter.values()]);
  const dueAt = await notificationDueAt(ctx, booking, now);

  if (customerNotification === "sent-elsewhere") await deletePending(ctx, visitId, null);
  else {
    const row = rows.find((row) => row.technicianId === null);
    const isManual =
      customerNotification === "manual" || (customerNotification === "unchanged" && row?.manual === true);
    await savePendingNotification(ctx, booking, {
      visitId,
      technicianId: null,
      row,
      isManual,
      before: knownToCustomer(before),
      now: knownToCustomer(now),
      confirmation,
      due: isManual ? null : dueAt,
    });
  }
  for (const technicianId of new Set([
    ...crewBefore.keys(),
    ...crewAfter.keys(),
    ...rows.map((row) => row.technicianId),
  ])) {
    if (!technicianId) continue;
    const row = rows.find((row) => row.technicianId === technicianId);
    const rowId = crewAfter.get(technicianId) ?? row?.visitId ?? crewBefore.get(technicianId)!;
    // A technician promoted from helper to lead, or the reverse, keeps the same visit.
    if (row && row.visitId !== rowId) await deletePending(ctx, row.visitId, technicianId);
    await savePendingNotification(ctx, booking, {
      visitId: rowId,
      technicianId,
      row,
      before: crewBefore.has(technicianId)
        ? knownToTechnician(withLead(before, technicianId), technicianId)
        : null,
      now: crewAfter.has(technicianId) ? knownToTechnician(withLead(now, technicianId), technicianId) : null,
      due: dueAt,
    });
  }
}

/** Row ids by technician id. */
function crewOf(visit: Visit | null): Map<string, string> {
  const crew = new Map(visit?.helpers.map(({ id, technicianId }) => [technicianId, id]));
  if (visit?.technicianId) crew.set(visit.technicianId, visit.id);
  return crew;
}

function withLead(visit: Visit | null, technicianId: string): Visit | null {
  return visit && { ...visit, technicianId };
}

/** For visits under way or past: the technician knows, and the customer gets other emails. */
export async function discardPendingNotifications(
  ctx: Ctx,
  { id, technicianId, helpers }: Pick<Visit, "id" | "technicianId" | "helpers">,
): Promise<void> {
  await deletePending(ctx, id, null);
  if (technicianId) await deletePending(ctx, id, technicianId);
  for (const helper of helpers) await deletePending(ctx, helper.id, helper.technicianId);
}

/** Another email announces the departure; the notification resumes if that is undone. */
export async function pausePendingNotifications(ctx: Ctx, visitId: string): Promise<void> {
  await ctx.db
    .updateTable("pendingVisitNotifications")
    .set({ dueAt: null, queued: false })
    .where("visitId", "in", (eb) =>
      eb
        .selectFrom("visits")
        .select("id")
        .where((visit) => visit.or([visit("id", "=", visitId), visit("leadVisitId", "=", visitId)])),
    )
    .execute();
}

/** Pending confirmation of a booking. Null if the customer was notified or the delay is over. */
export async function findUndoableConfirmation(
  ctx: Ctx,
  bookingId: string,
): Promise<{ hold: GuestHold | null } | null> {
  const row = await ctx.db
    .selectFrom("pendingVisitNotifications")
    .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
    .select("guestHold")
    .where("bookingId", "=", bookingId)
    .where("confirmsBooking", "=", true)
    .where("queued", "=", false)
    .where((eb) => eb.or([eb("dueAt", ">", ctx.now), eb("manual", "=", true)]))
    .forUpdate("pendingVisitNotifications")
    .executeTakeFirst();
  return row ? { hold: row.guestHold } : null;
}

/** Runs in the caller's transaction. */
export async function queueCustomerNotifications(ctx: Ctx, visitIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom("pendingVisitNotifications")
    .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
    .selectAll("pendingVisitNotifications")
    .select("bookingId")
    .where("visitId", "in", [...visitIds])
    .where("pendingVisitNotifications.technicianId", "is", null)
    .where("visits.state", "in", ["held", "scheduled", "cancelled", "handed_over"])
    .where("queued", "=", false)
    .orderBy("visitId")
    .forUpdate("pendingVisitNotifications")
    .execute();
  for (const row of rows) await queueNotification(ctx, row.bookingId, row);
}

export async function flushDueNotifications(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .selectFrom("pendingVisitNotifications")
      .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
      .selectAll("pendingVisitNotifications")
      .select("bookingId")
      .where("dueAt", "<=", ctx.now)
      .orderBy("dueAt")
      .limit(100)
      .forUpdate("pendingVisitNotifications")
      .skipLocked()
      .execute();
    for (const row of rows) await queueNotification(ctx, row.bookingId, row);
  });
}

/** Runs in the transaction that writes the email. Null if there is nothing to notify any more. */
export async function consumePendingNotification(
  ctx: Ctx,
  { visitId, technicianId }: { visitId: string; technicianId: string | null },
): Promise<{
  visitId: string;
  what: VisitChangeKind | null;
  known: NotifiedVisit;
  confirms: boolean;
} | null> {
  const first = await consumePendingNotificationOf(ctx, { visitId, technicianId });
  if (!first) return null;
  const changes = [{ ...first, visitId }];
  for (const { id } of await listOtherDueDays(ctx, visitId, technicianId)) {
    const other = await consumePendingNotificationOf(ctx, { visitId: id, technicianId });
    if (other) changes.push({ ...other, visitId: id });
  }
  return combineVisitChanges(changes);
}

/** Other days of the same job whose notifications are due, so that one email covers all. */
async function listOtherDueDays(
  ctx: Ctx,
  visitId: string,
  technicianId: string | null,
): Promise<{ id: string }[]> {
  return ctx.db
    .selectFrom("visits as given")
    .innerJoin("visits as lead", (join) =>
      join.on((eb) => eb("lead.id", "=", eb.fn.coalesce("given.leadVisitId", "given.id"))),
    )
    .innerJoin("visits as other", "other.bookingId", "given.bookingId")
    .innerJoin("visits as day", (join) =>
      join.on((eb) => eb("day.id", "=", eb.fn.coalesce("other.leadVisitId", "other.id"))),
    )
    .innerJoin("pendingVisitNotifications", "pendingVisitNotifications.visitId", "other.id")
    .select("other.id")
    .where("given.id", "=", visitId)
    .where("other.id", "<>", visitId)
    .where("lead.multiDay", "=", true)
    .where("day.multiDay", "=", true)
    .where("pendingVisitNotifications.technicianId", "is not distinct from", technicianId)
    .where((eb) => eb.or([eb("queued", "=", true), eb("dueAt", "<=", ctx.now)]))
    .orderBy("other.id")
    .execute();
}

async function consumePendingNotificationOf(
  ctx: Ctx,
  { visitId, technicianId }: { visitId: string; technicianId: string | null },
): Promise<{ known: NotifiedVisit; now: NotifiedVisit; confirms: boolean } | null> {
  const row = (await lockPendingNotifications(ctx, [visitId])).find(
    (row) => row.technicianId === technicianId,
  );
  if (!row) return null;
  const visit = await findVisit(ctx, visitId);
  if (visit && !isAhead(visit)) return null;
  const now = technicianId ? knownToTechnician(visit, technicianId) : knownToCustomer(visit);
  // Changes since the event was queued stay pending.
  if (row.queued) await deletePending(ctx, visitId, technicianId);
  else
    await upsertPending(ctx, {
      ...row,
      ...knownColumns(now),
      ...{ confirmsBooking: false, guestHold: null },
    });
  return { known: lastNotified(row), now, confirms: row.confirmsBooking };
}

function isAhead({ state }: Visit): boolean {
  return state === "held" || state === "scheduled" || state === "cancelled" || state === "handed_over";
}

/**
 * The replacement of a cancelled or handed over visit inherits its row, so that the recipient gets the difference between
 * both.
 */
async function inheritPendingNotifications(ctx: Ctx, bookingId: string, visitId: string): Promise<void> {
  const last = await ctx.db
    .selectFrom("pendingVisitNotifications")
    .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
    .select("visits.id")
    .where("bookingId", "=", bookingId)
    .where("visits.state", "in", ["cancelled", "handed_over"])
    .where("visits.leadVisitId", "is", null)
    .orderBy("visits.createdAt", "desc")
    .executeTakeFirst();
  if (!last) return;
  await ctx.db
    .updateTable("pendingVisitNotifications")
    .set({ visitId })
    .where("visitId", "=", last.id)
    .where("queued", "=", false)
    .execute();
}

async function savePendingNotification(
  ctx: Ctx,
  booking: { id: string },
  change: {
    visitId: string;
    technicianId: string | null;
    row: PendingNotificationRow | undefined;
    before: NotifiedVisit;
    now: NotifiedVisit;
    confirmation?: ConfirmationChange;
    due: Date | null;
    isManual?: boolean;
  },
): Promise<void> {
  const { visitId, technicianId, row, now, confirmation } = change;
  const known = row ? lastNotified(row) : change.before;
  const added = confirmation === "undone" ? undefined : confirmation;
  const confirms = added !== undefined || (confirmation === undefined && row?.confirmsBooking === true);
  const hold = confirms ? (added?.hold ?? row?.guestHold ?? null) : null;
  if (isSameState(known, now) && !confirms) return deletePending(ctx, visitId, technicianId);
  const hasChange = classifyVisitChange(known, now) !== null || confirms;
  const pending = {
    visitId,
    technicianId,
    ...knownColumns(known),
    confirmsBooking: confirms,
    guestHold: hold && JSON.stringify(hold),
    dueAt: hasChange ? change.due : null,
    queued: false,
    manual: change.isManual ?? false,
  };
  await upsertPending(ctx, pending);
  if (pending.dueAt && pending.dueAt <= ctx.now) await queueNotification(ctx, booking.id, pending);
}

/** The reaction to the event writes the email. */
async function queueNotification(
  ctx: Ctx,
  bookingId: string,
  { visitId, technicianId }: Pick<PendingNotificationRow, "visitId" | "technicianId">,
): Promise<void> {
  await ctx.db
    .updateTable("pendingVisitNotifications")
    .set({ dueAt: null, queued: true, manual: false })
    .where("visitId", "=", visitId)
    .where("technicianId", "is not distinct from", technicianId)
    .execute();
  await emit(ctx, "booking.visit-notification-due", bookingId, { visitId, technicianId });
}

/** End of the debounce, at the latest the start of the visit. Emergencies are not debounced. */
export async function notificationDueAt(
  ctx: Ctx,
  { emergency }: { emergency: boolean },
  visit: Pick<Visit, "startsAt"> | null,
): Promise<Date> {
  if (emergency) return ctx.now;
  const { values } = await readSettings(ctx, "bookings");
  const delayEnd = addMinutes(ctx.now, values.notificationDelayMinutes);
  return visit && visit.startsAt < delayEnd
    ? new Date(Math.max(visit.startsAt.getTime(), ctx.now.getTime()))
    : delayEnd;
}

/** With its helpers; a helper's row counts as a visit without helpers. */
async function findVisit(ctx: Ctx, visitId: string): Promise<Visit | null> {
  const rows = await ctx.db
    .selectFrom("visits")
    .select(["id", "state", "technicianId", "startsAt"])
    .where((eb) => eb.or([eb("id", "=", visitId), eb("leadVisitId", "=", visitId)]))
    .execute();
  const visit = rows.find(({ id }) => id === visitId);
  if (!visit) return null;
  const others = rows.filter(({ id, state }) => id !== visitId && state !== "cancelled");
  return { ...visit, helpers: others.map(({ id, technicianId }) => ({ id, technicianId: technicianId! })) };
}

function lockPendingNotifications(ctx: Ctx, visitIds: readonly string[]): Promise<PendingNotificationRow[]> {
  return ctx.db
    .selectFrom("pendingVisitNotifications")
    .selectAll()
    .where("visitId", "in", [...visitIds])
    .orderBy("technicianId")
    .forUpdate()
    .execute();
}

async function upsertPending(ctx: Ctx, row: Insertable<Tables["pendingVisitNotifications"]>): Promise<void> {
  await ctx.db
    .insertInto("pendingVisitNotifications")
    .values(row)
    .onConflict((conflict) => conflict.columns(["visitId", "technicianId"]).doUpdateSet(row))
    .execute();
}

async function deletePending(ctx: Ctx, visitId: string, technicianId: string | null): Promise<void> {
  await ctx.db
    .deleteFrom("pendingVisitNotifications")
    .where("visitId", "=", visitId)
    .where("technicianId", "is not distinct from", technicianId)
    .execute();
}

function lastNotified({
  notifiedStartsAt: startsAt,
  notifiedTechnicianId: technicianId,
}: PendingNotificationRow): NotifiedVisit {
  return startsAt && { startsAt, technicianId };
}

function knownColumns(known: NotifiedVisit) {
  return { notifiedStartsAt: known?.startsAt ?? null, notifiedTechnicianId: known?.technicianId ?? null };
}
