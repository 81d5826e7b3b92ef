import { sql } from "kysely";
import { createProofOfWork, verifyProofOfWork } from "~/platform/auth/captcha.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange } from "~/platform/http/limits/client-address.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { afterOpenMinutes } from "../../business/office-time";
import { getBookingTerms } from "../../business/queries.server";
import { computeDayLoad } from "../../scheduling/load";
import { getOpening } from "../../scheduling/queries.server";
import type { Roster } from "../../scheduling/slots";
import { mailboxOf } from "../link/mailbox";
import "../../scheduling/table";
import "../table";

/*
 * The times that nobody has confirmed (docs/domain.md, "Held times"): so many of one network and one mailbox, and a part of a
 * trade's day in all; beyond that, a time is held for whoever does some work for it.
 */

/** What bounds them here, and what the form brought to get beyond that. */
export interface HoldLimits extends Pick<Config, "unconfirmedHolds" | "unconfirmedShare" | "secret"> {
  captchaToken?: string;
}

/** Of whoever holds without being counted, as the office does. */
export const UNCOUNTED_HOLD: HoldLimits = { unconfirmedHolds: 0, unconfirmedShare: 0, secret: "" };

interface HeldVisit {
  visitId: string;
  /** Dubai's. */
  day: string;
  /** Of that day: whoever is trained for it. */
  roster: Roster;
}

export type HoldRefusal = Refusal<"captcha-required">;

/** Any number, the same everywhere, that no other advisory lock of ours uses. */
const HOLD_LOCK = 7_302;

/** The work doubles with each further hold, up to this many times: hours of a machine. */
const MAX_DOUBLINGS = 12;

/**
 * Notes that a visit, just held or moved, is one that nobody has confirmed, or refuses what is too much. In the transaction that holds it and
 * under its day's lock, which a refusal has to give up: however many ask at once, they are counted one after the other.
 */
export async function recordUnconfirmedHold(
  ctx: Ctx,
  visit: HeldVisit,
  guest: { email: string },
  terms: HoldLimits,
): Promise<{ ok: true } | HoldRefusal> {
  const network = clientRange(ctx.clientIp);
  const mailbox = mailboxOf(guest.email);
  await lockCounts(ctx, [`network ${network}`, `mailbox ${mailbox}`]);
  const others = await countOthers(ctx, visit.visitId, { network, mailbox });
  const share = await shareOf(ctx, visit, terms);
  const beyond = Math.max(others - terms.unconfirmedHolds, share.beyond);
  if (beyond >= 0) {
    const doublings = Math.min(beyond, MAX_DOUBLINGS);
    if (!(await verifyProofOfWork(ctx, terms, terms.captchaToken, doublings))) {
      return refuse("captcha-required", {
        proofOfWork: await createProofOfWork(ctx, terms, doublings),
        again: terms.captchaToken !== undefined,
        dayFull: share.beyond >= 0 ? { day: visit.day } : null,
      });
    }
  }
  await ctx.db
    .insertInto("unconfirmed_holds")
    .values({ visit_id: visit.visitId, network, mailbox, ends_at: await endOf(ctx, visit.visitId) })
    // Moved, it is held no longer than before.
    .onConflict((conflict) => conflict.column("visit_id").doNothing())
    .execute();
  return { ok: true };
}

/** In one order, so that no two wait for each other. */
async function lockCounts(ctx: Ctx, counts: string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${HOLD_LOCK}::int, key)
    FROM (SELECT DISTINCT hashtext(counted) AS key FROM unnest(${counts}::text[]) AS counted ORDER BY key) AS keys`.execute(
    ctx.db,
  );
}

/** How many others there are of this network or of this mailbox, whichever has more. */
async function countOthers(
  ctx: Ctx,
  visitId: string,
  { network, mailbox }: { network: string; mailbox: string },
): Promise<number> {
  const { rows } = await sql<{ network: number; mailbox: number }>`SELECT
    (SELECT count(*) FROM unconfirmed_holds WHERE network = ${network} AND visit_id <> ${visitId})::int AS network,
    (SELECT count(*) FROM unconfirmed_holds WHERE mailbox = ${mailbox} AND visit_id <> ${visitId})::int AS mailbox`.execute(
    ctx.db,
  );
  return Math.max(rows[0]!.network, rows[0]!.mailbox);
}

/**
 * How many holds a trade's day has beyond its share with this one; negative: none. The day is what those work who are trained for it.
 * The first of a day is always within it: some work takes all day.
 */
async function shareOf(
  ctx: Ctx,
  { visitId, day, roster }: HeldVisit,
  { unconfirmedShare }: HoldLimits,
): Promise<{ beyond: number }> {
  if (unconfirmedShare >= 1) return { beyond: -1 };
  const worked = roster.technicians.reduce(
    (minutes, technician) => minutes + computeDayLoad(technician, roster, day).shiftMin,
    0,
  );
  const minutes = sql<number>`coalesce(sum(extract(epoch FROM upper(during) - lower(during)) / 60), 0)::int`;
  const held = ctx.db
    .selectFrom("visits")
    .innerJoin("unconfirmed_holds", "unconfirmed_holds.visit_id", "visits.id")
    .select(minutes.as("minutes"))
    .where("visits.id", "<>", visitId)
    .where(
      "technician_id",
      "in",
      roster.technicians.map(({ id }) => id),
    )
    .where("starts_at", ">=", dubaiInstant(day, "00:00"))
    .where("starts_at", "<", dubaiInstant(addDays(day, 1), "00:00"));
  const own = ctx.db.selectFrom("visits").select(minutes.as("minutes")).where("id", "=", visitId);
  const [others, mine] = await Promise.all([held.executeTakeFirstOrThrow(), own.executeTakeFirstOrThrow()]);
  const over = others.minutes + mine.minutes - worked * unconfirmedShare;
  if (others.minutes === 0 || over <= 0) return { beyond: -1 };
  return { beyond: Math.ceil(over / mine.minutes) - 1 };
}

/** After so many working hours (a setting), and never after the visit has begun. */
async function endOf(ctx: Ctx, visitId: string): Promise<Date> {
  const [{ holdMinutes }, opening, visit] = await Promise.all([
    getBookingTerms(ctx),
    getOpening(ctx),
    ctx.db.selectFrom("visits").select("starts_at").where("id", "=", visitId).executeTakeFirstOrThrow(),
  ]);
  const ends = afterOpenMinutes(ctx.now, holdMinutes, opening);
  return ends < visit.starts_at ? ends : visit.starts_at;
}

/** The email of a request of which nobody knows whether it is whose who sent it; null: it is confirmed, or was answered. */
export async function findUnconfirmedEmail(ctx: Ctx, { id }: { id: string }): Promise<string | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("contact_email")
    .where("id", "=", id)
    .where("state", "=", "requested")
    .where("user_id", "is", null)
    .where("contact_confirmed_at", "is", null)
    // Whoever calls has been spoken to.
    .where("contact_due_at", "is not", null)
    .executeTakeFirst();
  return booking?.contact_email ?? null;
}

/** After a refusal, outside of what it gave up: the office is told, of a day once. */
export async function recordHoldLimitReached(ctx: Ctx, { again, dayFull }: HoldRefusal): Promise<void> {
  if (dayFull) {
    const first = await ctx.db
      .insertInto("days_held_full")
      .values({ day: dayFull.day, at: ctx.now })
      .onConflict((conflict) =>
        conflict
          .column("day")
          .doUpdateSet({ at: ctx.now })
          .where("days_held_full.at", "<", addMinutes(ctx.now, -24 * 60)),
      )
      .returning("day")
      .executeTakeFirst();
    if (first) {
      await recordSecurityEvent(ctx, {
        type: "suspicious_activity",
        message: "Unconfirmed bookings hold their share of a day",
        metadata: dayFull,
      });
    }
  } else if (!again) {
    await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many unconfirmed times held" });
  }
}
