import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import {
  isReminderStillUseful,
  type ReminderKind,
  remindedStates,
  reminderKinds,
  reminderTimes,
} from "./visit-reminder";

/** Reminders are planned this long before a visit, so that visits agreed before an outage keep theirs. */
const PLANNED_AHEAD_MIN = 3 * 24 * 60;
/** The poller runs again within seconds. */
const BATCH_SIZE = 200;

/** Plans the reminders of agreed visits and sends those that are due, each once; safe to repeat. */
export async function remindOfVisits(ctx: Ctx): Promise<void> {
  const { visitReminders, reminderHour } = (await readSettings(ctx, "bookings")).values;
  if (visitReminders === "off") return;
  await planReminders(ctx, reminderHour);
  await sendDueReminders(ctx);
}

/** A reminder whose time passed before the visit was agreed or moved is skipped. */
async function planReminders(ctx: Ctx, hour: number): Promise<void> {
  const visits = await agreedVisits(ctx)
    .select(["visits.id", "visits.startsAt"])
    .where("visits.startsAt", ">", ctx.now)
    .where("visits.startsAt", "<=", addMinutes(ctx.now, PLANNED_AHEAD_MIN))
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM visit_reminders AS planned
        WHERE planned.visit_id = visits.id AND planned.starts_at = visits.starts_at)`,
    )
    .orderBy("visits.startsAt")
    .limit(BATCH_SIZE)
    .execute();
  if (visits.length === 0) return;
  await ctx.db
    .insertInto("visitReminders")
    .values(
      visits.flatMap(({ id, startsAt }) => {
        const times = reminderTimes(startsAt, { hour });
        return reminderKinds.map((kind) => ({
          ...{ visitId: id, kind, startsAt, dueAt: times[kind] },
          state: times[kind] > ctx.now ? "planned" : "skipped",
        }));
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function sendDueReminders(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom("visitReminders")
    .select(["visitId", "kind", "startsAt"])
    .where("state", "=", "planned")
    .where("dueAt", "<=", ctx.now)
    .orderBy("dueAt")
    .limit(BATCH_SIZE)
    .execute();
  const options = {
    code: "visit-reminder-failed",
    failed: "A reminder of a visit failed, and will be tried again",
    idOf: ({ visitId }: { visitId: string }) => visitId,
  };
  await forEachIsolated(due, options, (reminder) => inTransaction(ctx, (ctx) => sendReminder(ctx, reminder)));
}

interface DueReminder {
  visitId: string;
  kind: ReminderKind;
  startsAt: Date;
}

async function sendReminder(ctx: Ctx, { visitId, kind, startsAt }: DueReminder): Promise<void> {
  // The lock keeps the visit at its time until the reminder is recorded.
  const visit = await agreedVisits(ctx)
    .select("visits.bookingId")
    .select(
      sql<boolean>`EXISTS (SELECT FROM timeline_entries WHERE booking_id = visits.booking_id
        AND event = 'confirmVisit' AND detail ->> 'startsAt' = ${startsAt.toISOString()})`.as("isConfirmed"),
    )
    .where("visits.id", "=", visitId)
    .where("visits.startsAt", "=", startsAt)
    .forShare("visits")
    .executeTakeFirst();
  const isSent = visit !== undefined && isReminderStillUseful(kind, startsAt, ctx.now);
  const changed = await ctx.db
    .updateTable("visitReminders")
    .set({ state: isSent ? "sent" : "skipped" })
    .where("visitId", "=", visitId)
    .where("kind", "=", kind)
    .where("startsAt", "=", startsAt)
    .where("state", "=", "planned")
    .returning("visitId")
    .executeTakeFirst();
  if (!changed || !isSent) return;
  await emit(ctx, "booking.visit-reminder-due", visit.bookingId, {
    ...{ visitId, kind, startsAt: startsAt.toISOString() },
    confirmed: visit.isConfirmed,
  });
}

/** Planned visits that the customer expects: of a multi-day job the first day alone. */
function agreedVisits(ctx: Ctx) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .where("visits.state", "in", ["held", "scheduled"])
    .where("visits.live", "=", true)
    .where("visits.leadVisitId", "is", null)
    .where("bookings.state", "in", [...remindedStates])
    .where("bookings.emergency", "=", false)
    .where(
      sql<boolean>`NOT (visits.multi_day AND EXISTS (SELECT FROM visits AS earlier WHERE earlier.booking_id = visits.booking_id
        AND earlier.multi_day AND earlier.lead_visit_id IS NULL AND earlier.starts_at < visits.starts_at
        AND earlier.state <> 'cancelled'))`,
    );
}
