import { sql } from "kysely";
import { createProofOfWork, verifyProofOfWork } from "~/platform/auth/captcha.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange } from "~/platform/http/limits/client-address.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { addOpenMinutes } from "../../../core/business/office-time";
import { getBookingTerms } from "../../../core/business/queries.server";
import { computeDayLoad } from "../../scheduling/load";
import { getOpening } from "../../scheduling/queries.server";
import type { Roster } from "../../scheduling/slots";
import { mailboxOf } from "../link/mailbox";

/*
 * Limits per network, mailbox, and day of a trade (docs/domain.md, "Unconfirmed holds"). Beyond them a hold
 * requires a proof of work.
 */

export interface HoldLimits extends Pick<Config, "unconfirmedHolds" | "unconfirmedShare" | "secret"> {
  captchaToken?: string;
}

/** For callers whose holds are not limited, such as the office. */
export const UNCOUNTED_HOLD: HoldLimits = { unconfirmedHolds: 0, unconfirmedShare: 0, secret: "" };

interface HeldVisit {
  visitId: string;
  /** Dubai day. */
  day: string;
  /** Trained technicians of that day. */
  roster: Roster;
}

export type HoldRefusal = Refusal<"captcha-required">;

/** Advisory lock namespace: any number that no other lock of this code uses. */
const HOLD_LOCK = 7_302;

/** The difficulty doubles with each further hold, up to hours of computing. */
const MAX_DOUBLINGS = 12;

/**
 * Runs in the transaction of the hold and under the day lock, so that concurrent requests are counted one
 * after the other. The caller must roll back on a refusal.
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
  const share = await computeShare(ctx, visit, terms);
  const beyond = Math.max(others - terms.unconfirmedHolds, share.beyond);
  if (beyond >= 0) {
    const doublings = Math.min(beyond, MAX_DOUBLINGS);
    if (!(await verifyProofOfWork(ctx, terms, terms.captchaToken, doublings))) {
      return refuse("captcha-required", {
        proofOfWork: await createProofOfWork(ctx, terms, doublings),
        retried: terms.captchaToken !== undefined,
        fullDay: share.beyond >= 0 ? { day: visit.day } : null,
      });
    }
  }
  await ctx.db
    .insertInto("unconfirmedHolds")
    .values({ visitId: visit.visitId, network, mailbox, endsAt: await holdEnd(ctx, visit.visitId) })
    // Rescheduling does not extend a hold.
    .onConflict((conflict) => conflict.column("visitId").doNothing())
    .execute();
  return { ok: true };
}

/** Locks in sorted order to avoid deadlocks. */
async function lockCounts(ctx: Ctx, counts: string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${HOLD_LOCK}::int, key)
    FROM (SELECT DISTINCT hashtext(counted) AS key FROM unnest(${counts}::text[]) AS counted ORDER BY key) AS keys`.execute(
    ctx.db,
  );
}

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
 * Holds beyond the share of a trade's day; negative within it. The first hold is always within it, because
 * some work takes all day.
 */
async function computeShare(
  ctx: Ctx,
  { visitId, day, roster }: HeldVisit,
  { unconfirmedShare }: HoldLimits,
): Promise<{ beyond: number }> {
  if (unconfirmedShare >= 1) return { beyond: -1 };
  const shiftMinutes = roster.technicians.reduce(
    (minutes, technician) => minutes + computeDayLoad(technician, roster, day).shiftMin,
    0,
  );
  const minutes = sql<number>`coalesce(sum(extract(epoch FROM upper(during) - lower(during)) / 60), 0)::int`;
  const otherHolds = ctx.db
    .selectFrom("visits")
    .innerJoin("unconfirmedHolds", "unconfirmedHolds.visitId", "visits.id")
    .select(minutes.as("minutes"))
    .where("visits.id", "<>", visitId)
    .where(
      "technicianId",
      "in",
      roster.technicians.map(({ id }) => id),
    )
    .where("startsAt", ">=", dubaiInstant(day, "00:00"))
    .where("startsAt", "<", dubaiInstant(addDays(day, 1), "00:00"));
  const ownHold = ctx.db.selectFrom("visits").select(minutes.as("minutes")).where("id", "=", visitId);
  const [others, own] = await Promise.all([
    otherHolds.executeTakeFirstOrThrow(),
    ownHold.executeTakeFirstOrThrow(),
  ]);
  const over = others.minutes + own.minutes - shiftMinutes * unconfirmedShare;
  if (others.minutes === 0 || over <= 0) return { beyond: -1 };
  return { beyond: Math.ceil(over / own.minutes) - 1 };
}

/** Ends after a number of opening minutes (a setting), at the latest when the visit begins. */
async function holdEnd(ctx: Ctx, visitId: string): Promise<Date> {
  const [{ holdMinutes }, opening, visit] = await Promise.all([
    getBookingTerms(ctx),
    getOpening(ctx),
    ctx.db.selectFrom("visits").select("startsAt").where("id", "=", visitId).executeTakeFirstOrThrow(),
  ]);
  const ends = addOpenMinutes(ctx.now, holdMinutes, opening);
  return ends < visit.startsAt ? ends : visit.startsAt;
}

export interface UnconfirmedHold {
  visitId: string;
  network: string;
  mailbox: string;
  /** ISO 8601 */
  endsAt: string;
}

/** Null if the request's time is firm, or no time is held. */
export async function findUnconfirmedHold(ctx: Ctx, bookingId: string): Promise<UnconfirmedHold | null> {
  const hold = await ctx.db
    .selectFrom("unconfirmedHolds")
    .innerJoin("visits", "visits.id", "unconfirmedHolds.visitId")
    .selectAll("unconfirmedHolds")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return hold ? { ...hold, endsAt: hold.endsAt.toISOString() } : null;
}

/** A hold that ended meanwhile expires at once. It stays firm if the guest confirmed the email since. */
export async function restoreUnconfirmedHold(
  ctx: Ctx,
  bookingId: string,
  hold: UnconfirmedHold,
): Promise<void> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["userId", "contactConfirmedAt"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  if (booking.userId || booking.contactConfirmedAt) return;
  await ctx.db
    .insertInto("unconfirmedHolds")
    .values({ ...hold, endsAt: new Date(hold.endsAt) })
    .execute();
}

/** Null once the request is confirmed or answered. */
export async function findUnconfirmedEmail(ctx: Ctx, { id }: { id: string }): Promise<string | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("contactEmail")
    .where("id", "=", id)
    .where("state", "=", "requested")
    .where("userId", "is", null)
    .where("contactConfirmedAt", "is", null)
    // Phone bookings need no confirmation.
    .where("contactDueAt", "is not", null)
    .executeTakeFirst();
  return booking?.contactEmail ?? null;
}

/** Runs after the rollback of the refusal. A full day is reported once a day. */
export async function recordHoldLimitReached(ctx: Ctx, { retried, fullDay }: HoldRefusal): Promise<void> {
  if (fullDay) {
    const first = await ctx.db
      .insertInto("fullyHeldDays")
      .values({ day: fullDay.day, filledAt: ctx.now })
      .onConflict((conflict) =>
        conflict
          .column("day")
          .doUpdateSet({ filledAt: ctx.now })
          .where("fullyHeldDays.filledAt", "<", addMinutes(ctx.now, -24 * 60)),
      )
      .returning("day")
      .executeTakeFirst();
    if (first) {
      await recordSecurityEvent(ctx, {
        type: "suspicious_activity",
        message: "Unconfirmed bookings hold their share of a day",
        metadata: fullDay,
      });
    }
  } else if (!retried) {
    await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many unconfirmed times held" });
  }
}
