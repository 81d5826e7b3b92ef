import type { Insertable, Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../business/read-settings.server";
import type { VisitState } from "../booking";
import {
  classifyVisitChange,
  combineVisitChanges,
  isSame,
  type Known,
  knownToCustomer,
  knownToTechnician,
  type VisitChangeKind,
} from "./pending-notification";
import "../../scheduling/table";
import "../table";

/*
 * Moves of a visit gather (docs/domain.md, "Messages"): what somebody has to be told of it waits in a row of `visit_news`
 * until the visit has rested, or until the office says so. A later change finds the row and keeps what the person was
 * last told; one that leads back there removes it. It is written in the transaction of the change, and its mail in
 * that of its end: whoever is killed in between neither loses nor doubles it.
 */

type PendingNotificationRow = Selectable<Tables["visit_news"]>;

interface Visit {
  id: string;
  state: VisitState;
  technicianId: string | null;
  startsAt: Date;
  helpers: readonly { id: string; technicianId: string }[];
}

/**
 * How the customer hears of a change: when the visit has rested, when the office says so, or from another mail.
 * "unchanged": when it has rested, unless the office holds back what waits already.
 */
export type CustomerNotification = "debounced" | "manual" | "unchanged" | "sent-elsewhere";

/** As somebody of the office chose. */
export function customerNotification(tell: boolean | undefined): CustomerNotification {
  if (tell === undefined) return "unchanged";
  return tell ? "debounced" : "manual";
}

/** Notes in the caller's transaction, which has locked the booking, what a change of a visit leaves to be told; `before` null: it is new. */
export async function schedulePendingNotification(
  ctx: Ctx,
  booking: { id: string; emergency: boolean },
  change: {
    visitId: string;
    before: Visit | null;
    customerNotification: CustomerNotification;
    /** The customer is told of the confirmation with it. */
    confirms?: boolean;
  },
): Promise<void> {
  const { visitId, before, customerNotification, confirms = false } = change;
  if (!before) await takeOver(ctx, booking.id, visitId);
  const now = await findVisit(ctx, visitId);
  const [was, is] = [crewOf(before), crewOf(now)];
  const rows = await lockPendingNotifications(ctx, [visitId, ...was.values(), ...is.values()]);
  const waits = await notificationDueAt(ctx, booking, now);

  if (customerNotification === "sent-elsewhere") await remove(ctx, visitId, null);
  else {
    const row = rows.find((row) => row.technician_id === null);
    const heldBack =
      customerNotification === "manual" || (customerNotification === "unchanged" && row?.held_back === true);
    await note(ctx, booking, {
      visitId,
      technicianId: null,
      row,
      heldBack,
      before: knownToCustomer(before),
      now: knownToCustomer(now),
      confirms,
      due: heldBack ? null : waits,
    });
  }
  for (const technicianId of new Set([
    ...was.keys(),
    ...is.keys(),
    ...rows.map((row) => row.technician_id),
  ])) {
    if (!technicianId) continue;
    const row = rows.find((row) => row.technician_id === technicianId);
    const own = is.get(technicianId) ?? row?.visit_id ?? was.get(technicianId)!;
    // Whoever leads now and helped before, or the other way round, has the same visit.
    if (row && row.visit_id !== own) await remove(ctx, row.visit_id, technicianId);
    await note(ctx, booking, {
      visitId: own,
      technicianId,
      row,
      before: was.has(technicianId) ? knownToTechnician(asHis(before, technicianId), technicianId) : null,
      now: is.has(technicianId) ? knownToTechnician(asHis(now, technicianId), technicianId) : null,
      confirms: false,
      due: waits,
    });
  }
}

/** The row of each who comes, by who it is. */
function crewOf(visit: Visit | null): Map<string, string> {
  const crew = new Map(visit?.helpers.map(({ id, technicianId }) => [technicianId, id]));
  if (visit?.technicianId) crew.set(visit.technicianId, visit.id);
  return crew;
}

function asHis(visit: Visit | null, technicianId: string): Visit | null {
  return visit && { ...visit, technicianId };
}

/** What waits of a visit that is under way or over is overtaken: whoever makes it knows, and the customer hears of that. */
export async function discardPendingNotifications(
  ctx: Ctx,
  { id, technicianId, helpers }: Pick<Visit, "id" | "technicianId" | "helpers">,
): Promise<void> {
  await remove(ctx, id, null);
  if (technicianId) await remove(ctx, id, technicianId);
  for (const one of helpers) await remove(ctx, one.id, one.technicianId);
}

/** Whoever is on the way is announced by another mail; what waits is told only if nobody had set out after all. */
export async function pausePendingNotifications(ctx: Ctx, visitId: string): Promise<void> {
  await ctx.db
    .updateTable("visit_news")
    .set({ due_at: null, going_out: false })
    .where("visit_id", "in", (eb) =>
      eb
        .selectFrom("visits")
        .select("id")
        .where((of) => of.or([of("id", "=", visitId), of("lead_id", "=", visitId)])),
    )
    .execute();
}

/** Has the customers told, in the caller's transaction, of what waits for them of these visits; what does not wait is left. */
export async function queueCustomerNotifications(ctx: Ctx, visitIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom("visit_news")
    .innerJoin("visits", "visits.id", "visit_news.visit_id")
    .selectAll("visit_news")
    .select("booking_id")
    .where("visit_id", "in", [...visitIds])
    .where("visit_news.technician_id", "is", null)
    .where("visits.state", "in", ["held", "scheduled", "cancelled"])
    .where("going_out", "=", false)
    .orderBy("visit_id")
    .forUpdate("visit_news")
    .execute();
  for (const row of rows) await queueNotification(ctx, row.booking_id, row);
}

/** Finds the visits that have rested, and has told what waits of them. */
export async function flushDueNotifications(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .selectFrom("visit_news")
      .innerJoin("visits", "visits.id", "visit_news.visit_id")
      .selectAll("visit_news")
      .select("booking_id")
      .where("due_at", "<=", ctx.now)
      .orderBy("due_at")
      .limit(100)
      .forUpdate("visit_news")
      .skipLocked()
      .execute();
    for (const row of rows) await queueNotification(ctx, row.booking_id, row);
  });
}

/**
 * What somebody is told now, in the transaction that writes the mail: from then on it is what they know. Null: it was
 * told by another mail, or is by now, or was undone.
 */
export async function consumePendingNotification(
  ctx: Ctx,
  { visitId, technicianId }: { visitId: string; technicianId: string | null },
): Promise<{ visitId: string; what: VisitChangeKind | null; known: Known; confirms: boolean } | null> {
  const one = await consumePendingNotificationOf(ctx, { visitId, technicianId });
  if (!one) return null;
  const all = [{ ...one, visitId }];
  for (const { id } of await listOtherDays(ctx, visitId, technicianId)) {
    const other = await consumePendingNotificationOf(ctx, { visitId: id, technicianId });
    if (other) all.push({ ...other, visitId: id });
  }
  return combineVisitChanges(all);
}

/** The other days of the same plan of which the person is to be told by now, too: one mail tells of all. */
async function listOtherDays(
  ctx: Ctx,
  visitId: string,
  technicianId: string | null,
): Promise<{ id: string }[]> {
  return ctx.db
    .selectFrom("visits as one")
    .innerJoin("visits as lead", (join) =>
      join.on((eb) => eb("lead.id", "=", eb.fn.coalesce("one.lead_id", "one.id"))),
    )
    .innerJoin("visits as other", "other.booking_id", "one.booking_id")
    .innerJoin("visits as day", (join) =>
      join.on((eb) => eb("day.id", "=", eb.fn.coalesce("other.lead_id", "other.id"))),
    )
    .innerJoin("visit_news", "visit_news.visit_id", "other.id")
    .select("other.id")
    .where("one.id", "=", visitId)
    .where("other.id", "<>", visitId)
    .where("lead.of_plan", "=", true)
    .where("day.of_plan", "=", true)
    .where("visit_news.technician_id", "is not distinct from", technicianId)
    .where((eb) => eb.or([eb("going_out", "=", true), eb("due_at", "<=", ctx.now)]))
    .orderBy("other.id")
    .execute();
}

async function consumePendingNotificationOf(
  ctx: Ctx,
  { visitId, technicianId }: { visitId: string; technicianId: string | null },
): Promise<{ known: Known; now: Known; confirms: boolean } | null> {
  const row = (await lockPendingNotifications(ctx, [visitId])).find(
    (row) => row.technician_id === technicianId,
  );
  if (!row) return null;
  const visit = await findVisit(ctx, visitId);
  if (visit && !isAhead(visit)) return null;
  const now = technicianId ? knownToTechnician(visit, technicianId) : knownToCustomer(visit);
  // What was changed since the event was written waits on, from what is told here.
  if (row.going_out) await remove(ctx, visitId, technicianId);
  else await put(ctx, { ...row, ...columnsOf(now), confirms: false });
  return { known: knownOf(row), now, confirms: row.confirms };
}

/** Of one that is under way or over, other mails tell. */
function isAhead({ state }: Visit): boolean {
  return state === "held" || state === "scheduled" || state === "cancelled";
}

/** Where a visit was called off and another one placed, the person compares the two. */
async function takeOver(ctx: Ctx, bookingId: string, visitId: string): Promise<void> {
  const last = await ctx.db
    .selectFrom("visit_news")
    .innerJoin("visits", "visits.id", "visit_news.visit_id")
    .select("visits.id")
    .where("booking_id", "=", bookingId)
    .where("visits.state", "=", "cancelled")
    .where("visits.lead_id", "is", null)
    .orderBy("visits.created_at", "desc")
    .executeTakeFirst();
  if (!last) return;
  await ctx.db
    .updateTable("visit_news")
    .set({ visit_id: visitId })
    .where("visit_id", "=", last.id)
    .where("going_out", "=", false)
    .execute();
}

async function note(
  ctx: Ctx,
  booking: { id: string },
  person: {
    visitId: string;
    technicianId: string | null;
    row: PendingNotificationRow | undefined;
    before: Known;
    now: Known;
    confirms: boolean;
    due: Date | null;
    heldBack?: boolean;
  },
): Promise<void> {
  const { visitId, technicianId, row, now } = person;
  const known = row ? knownOf(row) : person.before;
  const confirms = person.confirms || (row?.confirms ?? false);
  if (isSame(known, now) && !confirms) return remove(ctx, visitId, technicianId);
  const isTold = classifyVisitChange(known, now) !== null || confirms;
  const news = {
    visit_id: visitId,
    technician_id: technicianId,
    ...columnsOf(known),
    confirms,
    due_at: isTold ? person.due : null,
    going_out: false,
    held_back: person.heldBack ?? false,
  };
  await put(ctx, news);
  if (news.due_at && news.due_at <= ctx.now) await queueNotification(ctx, booking.id, news);
}

/** Has it told: the mail is written in the reaction to this event. */
async function queueNotification(
  ctx: Ctx,
  bookingId: string,
  {
    visit_id: visitId,
    technician_id: technicianId,
  }: Pick<PendingNotificationRow, "visit_id" | "technician_id">,
): Promise<void> {
  await ctx.db
    .updateTable("visit_news")
    .set({ due_at: null, going_out: true, held_back: false })
    .where("visit_id", "=", visitId)
    .where("technician_id", "is not distinct from", technicianId)
    .execute();
  await emit(ctx, "booking.visit-notification-due", bookingId, { visitId, technicianId });
}

/** An emergency does not rest, and nothing rests longer than until the visit begins. */
export async function notificationDueAt(
  ctx: Ctx,
  { emergency }: { emergency: boolean },
  visit: Pick<Visit, "startsAt"> | null,
): Promise<Date> {
  if (emergency) return ctx.now;
  const { values } = await readSettings(ctx, "bookings");
  const rested = addMinutes(ctx.now, values.notificationDelayMinutes);
  return visit && visit.startsAt < rested
    ? new Date(Math.max(visit.startsAt.getTime(), ctx.now.getTime()))
    : rested;
}

/** With its helpers; the row of one of them is a visit of his own. */
async function findVisit(ctx: Ctx, visitId: string): Promise<Visit | null> {
  const rows = await ctx.db
    .selectFrom("visits")
    .select(["id", "state", "technician_id as technicianId", "starts_at as startsAt"])
    .where((eb) => eb.or([eb("id", "=", visitId), eb("lead_id", "=", visitId)]))
    .execute();
  const visit = rows.find(({ id }) => id === visitId);
  if (!visit) return null;
  const others = rows.filter(({ id, state }) => id !== visitId && state !== "cancelled");
  return { ...visit, helpers: others.map(({ id, technicianId }) => ({ id, technicianId: technicianId! })) };
}

function lockPendingNotifications(ctx: Ctx, visitIds: readonly string[]): Promise<PendingNotificationRow[]> {
  return ctx.db
    .selectFrom("visit_news")
    .selectAll()
    .where("visit_id", "in", [...visitIds])
    .orderBy("technician_id")
    .forUpdate()
    .execute();
}

async function put(ctx: Ctx, row: Insertable<Tables["visit_news"]>): Promise<void> {
  await ctx.db
    .insertInto("visit_news")
    .values(row)
    .onConflict((conflict) => conflict.columns(["visit_id", "technician_id"]).doUpdateSet(row))
    .execute();
}

async function remove(ctx: Ctx, visitId: string, technicianId: string | null): Promise<void> {
  await ctx.db
    .deleteFrom("visit_news")
    .where("visit_id", "=", visitId)
    .where("technician_id", "is not distinct from", technicianId)
    .execute();
}

function knownOf({
  known_starts_at: startsAt,
  known_technician_id: technicianId,
}: PendingNotificationRow): Known {
  return startsAt && { startsAt, technicianId };
}

function columnsOf(known: Known) {
  return { known_starts_at: known?.startsAt ?? null, known_technician_id: known?.technicianId ?? null };
}
