import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { createProofOfWork, verifyProofOfWork } from "~/platform/auth/captcha.server";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange, NETWORKS_OF_SITE, siteOfNetwork } from "~/platform/http/limits/client-address.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { addOpenMinutes } from "../../../core/business/office-time";
import { getBookingTerms } from "../../../core/business/queries.server";
import type { Admission } from "../../scheduling/place-visit.server";
import { getOpening } from "../../scheduling/queries.server";
import { loadRosterWithVisitIds } from "../../scheduling/roster.server";
import { freeTechnicians, type Job, toTimeSlot } from "../../scheduling/slots";
import { mailboxOf, registeredDomainOf } from "../link/mailbox";
import { type GuestDay, isWithinGuestShare } from "./guest-share";

/*
 * Holds of guests until the office answers (docs/domain.md, "Guest holds"). Beyond the limits per network, mailbox
 * and mail domain a hold requires a proof of work; beyond the share of a trade's day no time is held.
 */

export interface HoldLimits extends Pick<Config, "unconfirmedHolds" | "unconfirmedShare" | "secret"> {
  captchaToken?: string;
}

/** For callers whose holds are not limited, such as the office. */
export const UNCOUNTED_HOLD: HoldLimits = { unconfirmedHolds: 0, unconfirmedShare: 0, secret: "" };

/** Contact of a guest or new account whose request is unanswered. */
export type GuestContact =
  | {
      email: string;
      /** Null until the guest has confirmed the email. */
      confirmedAt: Date | null;
    }
  /** Verified by WhatsApp. */
  | { phone: string; confirmedAt: Date };

/** Advisory lock namespace: any number that no other lock of this code uses. */
const HOLD_LOCK = 7_302;

/** The difficulty doubles with each further hold, up to hours of computing. */
const MAX_DOUBLINGS = 12;

interface Requester {
  network: string;
  mailbox: string;
  /** Null for public providers, which are not limited. */
  mailDomain: string | null;
}

/**
 * Runs in the transaction of the hold and under the day lock, so that concurrent requests are counted one
 * after the other. The caller must roll back on a refusal.
 */
export async function recordGuestHold(
  ctx: Ctx,
  visitId: string,
  guest: GuestContact,
  terms: HoldLimits,
): Promise<{ ok: true } | Refusal<"captcha-required">> {
  const { confirmedAt } = guest;
  const requester = requesterOf(ctx, guest);
  // An unconfirmed hold is not counted for its mail domain, so that guests of a domain need not wait for each other.
  await lockCounts(ctx, confirmedAt ? requester : { ...requester, mailDomain: null });
  const counts = await countOtherHolds(ctx, visitId, requester);
  const others = (NETWORKS_OF_SITE - 1) * terms.unconfirmedHolds;
  const counted = Math.max(counts.network, counts.site - others, counts.mailbox, counts.confirmedOfDomain);
  const beyond = counted - terms.unconfirmedHolds;
  if (beyond >= 0) {
    const doublings = Math.min(beyond, MAX_DOUBLINGS);
    if (!(await verifyProofOfWork(ctx, terms, terms.captchaToken, doublings))) {
      return refuse("captcha-required", {
        about: "hold",
        proofOfWork: await createProofOfWork(ctx, terms, doublings),
        retried: terms.captchaToken !== undefined,
      });
    }
  }
  const isExtended = confirmedAt !== null && !isConfirmedLimitReached(counts, terms);
  const endsAt = await holdEnd(ctx, visitId, { since: ctx.now, confirmed: isExtended });
  await ctx.db
    .insertInto("guestHolds")
    .values({ visitId, ...requester, confirmedAt: isExtended ? confirmedAt : null, endsAt })
    // Rescheduling does not extend a hold, but an earlier visit ends it earlier.
    .onConflict((conflict) =>
      conflict.column("visitId").doUpdateSet({
        endsAt: sql`least(guest_holds.ends_at, (SELECT starts_at FROM visits WHERE id = excluded.visit_id))`,
      }),
    )
    .execute();
  return { ok: true };
}

/**
 * Extends the hold of a confirmed email, unless confirmed holds of its network or mail domain are at their limit: then
 * it ends as if unconfirmed. Returns false if the booking has no hold. The caller has locked the booking.
 */
export async function confirmGuestHold(
  ctx: Ctx,
  bookingId: string,
  limits: Pick<HoldLimits, "unconfirmedHolds">,
): Promise<boolean> {
  const hold = await findHoldOf(ctx, bookingId);
  if (!hold) return false;
  await lockCounts(ctx, hold);
  const counts = await countOtherHolds(ctx, hold.visitId, hold);
  if (isConfirmedLimitReached(counts, limits)) return true;
  await ctx.db
    .updateTable("guestHolds")
    .set({
      confirmedAt: ctx.now,
      endsAt: await holdEnd(ctx, hold.visitId, { since: ctx.now, confirmed: true }),
    })
    .where("visitId", "=", hold.visitId)
    .execute();
  return true;
}

/** The number of a WhatsApp guest replaces the network, which is Meta's, and the mailbox. */
function requesterOf(ctx: Ctx, guest: GuestContact): Requester {
  if ("phone" in guest) return { network: guest.phone, mailbox: guest.phone, mailDomain: null };
  return {
    network: clientRange(ctx.clientIp),
    mailbox: mailboxOf(guest.email),
    mailDomain: registeredDomainOf(guest.email),
  };
}

function isConfirmedLimitReached(
  { confirmedOfNetwork, confirmedOfSite, confirmedOfDomain }: HoldCounts,
  { unconfirmedHolds: max }: Pick<HoldLimits, "unconfirmedHolds">,
): boolean {
  const others = (NETWORKS_OF_SITE - 1) * max;
  return Math.max(confirmedOfNetwork, confirmedOfSite - others, confirmedOfDomain) >= max;
}

/**
 * Holds of guest bookings that join an account, in the transaction that confirms its email: firm for a known account,
 * otherwise confirmed like those of guests.
 */
export async function claimGuestHolds(
  ctx: Ctx,
  userId: string,
  limits: Pick<HoldLimits, "unconfirmedHolds">,
): Promise<void> {
  const claimed = await ctx.db
    .selectFrom("guestHolds")
    .innerJoin("visits", "visits.id", "guestHolds.visitId")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .innerJoin("users", "users.id", "bookings.userId")
    .selectAll("guestHolds")
    .select(["bookings.id", "bookings.contactConfirmedAt"])
    .where("bookings.userId", "=", userId)
    .whereRef("bookings.contactEmail", "=", "users.email")
    .orderBy("bookings.requestedAt")
    .execute();
  if (claimed.length === 0) return;
  if (!(await findNewAccount(ctx, userId))) {
    const visitIds = claimed.map(({ visitId }) => visitId);
    await ctx.db.deleteFrom("guestHolds").where("visitId", "in", visitIds).execute();
    return;
  }
  await lockCounts(ctx, ...claimed);
  for (const { id } of claimed.filter(({ contactConfirmedAt }) => contactConfirmedAt === null)) {
    await ctx.db
      .updateTable("bookings")
      .set({ contactConfirmedAt: ctx.now })
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await confirmGuestHold(ctx, id, limits);
  }
}

function findHoldOf(ctx: Ctx, bookingId: string) {
  return ctx.db
    .selectFrom("guestHolds")
    .innerJoin("visits", "visits.id", "guestHolds.visitId")
    .selectAll("guestHolds")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
}

/** An answered hold no longer expires. An unconfirmed email proves no guest whom the office could have reached. */
export async function releaseAnsweredHold(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .deleteFrom("guestHolds")
    .using(["visits", "bookings"])
    .whereRef("visits.id", "=", "guestHolds.visitId")
    .whereRef("bookings.id", "=", "visits.bookingId")
    .where("bookings.id", "=", bookingId)
    .where("contactConfirmedAt", "is not", null)
    .execute();
}

/** Locks in sorted order to avoid deadlocks. */
async function lockCounts(ctx: Ctx, ...requesters: Requester[]): Promise<void> {
  const counts = requesters.flatMap(({ network, mailbox, mailDomain }) => {
    const site = siteOfNetwork(network);
    return [
      `network ${network}`,
      ...(site ? [`site ${site}`] : []),
      `mailbox ${mailbox}`,
      ...(mailDomain ? [`domain ${mailDomain}`] : []),
    ];
  });
  await sql`SELECT pg_advisory_xact_lock(${HOLD_LOCK}::int, key)
    FROM (SELECT DISTINCT hashtext(counted) AS key FROM unnest(${counts}::text[]) AS counted ORDER BY key) AS keys`.execute(
    ctx.db,
  );
}

interface HoldCounts {
  network: number;
  /** 0 for IPv4. */
  site: number;
  mailbox: number;
  confirmedOfNetwork: number;
  confirmedOfSite: number;
  /** Only confirmed holds, because a stranger can type any domain. */
  confirmedOfDomain: number;
}

async function countOtherHolds(
  ctx: Ctx,
  visitId: string,
  { network, mailbox, mailDomain }: Requester,
): Promise<HoldCounts> {
  const site = siteOfNetwork(network);
  const ofSite = site ? sql`starts_with(network, ${site})` : sql`false`;
  const { rows } = await sql<HoldCounts>`SELECT
    (SELECT count(*) FROM guest_holds WHERE network = ${network} AND visit_id <> ${visitId})::int AS network,
    (SELECT count(*) FROM guest_holds WHERE ${ofSite} AND visit_id <> ${visitId})::int AS site,
    (SELECT count(*) FROM guest_holds WHERE ${ofSite} AND visit_id <> ${visitId}
      AND confirmed_at IS NOT NULL)::int AS confirmed_of_site,
    (SELECT count(*) FROM guest_holds WHERE mailbox = ${mailbox} AND visit_id <> ${visitId})::int AS mailbox,
    (SELECT count(*) FROM guest_holds WHERE network = ${network} AND visit_id <> ${visitId}
      AND confirmed_at IS NOT NULL)::int AS confirmed_of_network,
    (SELECT count(*) FROM guest_holds WHERE mail_domain = ${mailDomain}::text AND visit_id <> ${visitId}
      AND confirmed_at IS NOT NULL)::int AS confirmed_of_domain`.execute(ctx.db);
  return rows[0]!;
}

/** Only technicians with whom the guest holds of the day stay within their share. */
export function withinGuestShare(
  {
    day,
    skills,
    visit: moved,
  }: { day: string; skills: readonly string[]; visit?: { id: string } | null | undefined },
  share: number,
): Admission | undefined {
  if (share >= 1) return undefined;
  return async (ctx) => {
    const guestDay = await loadGuestDay(ctx, day, moved?.id);
    return (technicianId, { busy }) =>
      isWithinGuestShare(guestDay, { technicianId, busy, requestedTrades: skills }, share);
  };
}

/** True if a booking of this time by the actor would be held. */
export const wouldBeHeld = query(
  "website.use",
  async function wouldBeHeld(
    ctx,
    { skills, job, day, time }: { skills: readonly string[]; job: Job; day: string; time: string },
    share: number,
  ): Promise<boolean> {
    if (share >= 1) return true;
    const userId = userIdOf(ctx.actor);
    if (userId && !(await findNewAccount(ctx, userId))) return true;
    const guestDay = await loadGuestDay(ctx, day);
    const timeSlot = toTimeSlot(job, day, time);
    const isSkilled = ({ id }: { id: string }) =>
      skills.every((skill) => guestDay.skills.get(id)?.includes(skill));
    const roster = { ...guestDay.roster, technicians: guestDay.roster.technicians.filter(isSkilled) };
    return freeTechnicians(roster, timeSlot).some(({ id }) =>
      isWithinGuestShare(guestDay, { technicianId: id, busy: timeSlot.busy, requestedTrades: skills }, share),
    );
  },
);

async function loadGuestDay(ctx: Ctx, day: string, excludedVisitId?: string): Promise<GuestDay> {
  const [roster, holds, skills, trades] = await Promise.all([
    loadRosterWithVisitIds(ctx, { skills: [], from: day, to: day, excludedVisitId }),
    ctx.db
      .selectFrom("guestHolds")
      .innerJoin("visits", "visits.id", "guestHolds.visitId")
      .select("visitId")
      .where("startsAt", ">=", dubaiInstant(addDays(day, -1), "00:00"))
      .where("startsAt", "<", dubaiInstant(addDays(day, 2), "00:00"))
      .execute(),
    ctx.db.selectFrom("technicianSkills").select(["technicianId", "serviceId"]).execute(),
    ctx.db
      .selectFrom("services")
      .select(["id", "durationMin", "bufferMin", "outdoor"])
      .where("active", "=", true)
      .where("emergency", "=", false)
      .execute(),
  ]);
  const held = new Set(holds.map(({ visitId }) => visitId));
  const byTechnician = Map.groupBy(skills, ({ technicianId }) => technicianId);
  return {
    day,
    now: ctx.now,
    roster: {
      ...roster,
      technicians: roster.technicians.map((technician) => ({
        ...technician,
        visits: technician.visits.map((visit) => ({ ...visit, guestHold: held.has(visit.crewVisitId) })),
      })),
    },
    skills: new Map([...byTechnician].map(([id, rows]) => [id, rows.map(({ serviceId }) => serviceId)])),
    trades: trades.map(({ id, ...job }) => ({ id, job })),
  };
}

/** Ends after a number of opening minutes (settings), at the latest when the visit begins. */
async function holdEnd(
  ctx: Ctx,
  visitId: string,
  { since, confirmed }: { since: Date; confirmed: boolean },
): Promise<Date> {
  const [{ holdMinutes, confirmedHoldMinutes }, opening, visit] = await Promise.all([
    getBookingTerms(ctx),
    getOpening(ctx),
    ctx.db.selectFrom("visits").select("startsAt").where("id", "=", visitId).executeTakeFirstOrThrow(),
  ]);
  const ends = addOpenMinutes(since, confirmed ? confirmedHoldMinutes : holdMinutes, opening);
  return ends < visit.startsAt ? ends : visit.startsAt;
}

export interface GuestHold {
  visitId: string;
  network: string;
  mailbox: string;
  mailDomain: string | null;
  /** ISO 8601; null while the email is unconfirmed. */
  confirmedAt: string | null;
  /** ISO 8601 */
  endsAt: string;
}

/** Null if the request's time does not expire, or no time is held. */
export async function findGuestHold(ctx: Ctx, bookingId: string): Promise<GuestHold | null> {
  const hold = await findHoldOf(ctx, bookingId);
  if (!hold) return null;
  const confirmedAt = hold.confirmedAt?.toISOString() ?? null;
  return { ...hold, confirmedAt, endsAt: hold.endsAt.toISOString() };
}

/** A hold that ended meanwhile expires at once. An email that was confirmed meanwhile extends it. */
export async function restoreGuestHold(ctx: Ctx, bookingId: string, hold: GuestHold): Promise<void> {
  const { userId, contactConfirmedAt } = await ctx.db
    .selectFrom("bookings")
    .select(["userId", "contactConfirmedAt"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  if (userId && !(await findNewAccount(ctx, userId))) return;
  const endsAt =
    contactConfirmedAt && !hold.confirmedAt
      ? await holdEnd(ctx, hold.visitId, { since: contactConfirmedAt, confirmed: true })
      : new Date(hold.endsAt);
  await ctx.db
    .insertInto("guestHolds")
    .values({ ...hold, confirmedAt: contactConfirmedAt, endsAt })
    .execute();
}

/** Null for known accounts, for bookings by phone, and once the request is answered. */
export async function findGuestContact(ctx: Ctx, { id }: { id: string }): Promise<GuestContact | null> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["userId", "contactEmail", "contactPhone", "contactConfirmedAt"])
    .where("id", "=", id)
    .where("state", "=", "requested")
    .where("respondedAt", "is", null)
    .where("contactDueAt", "is not", null)
    .executeTakeFirst();
  if (!booking) return null;
  const { userId, contactEmail: email, contactPhone: phone, contactConfirmedAt } = booking;
  if (!email) return contactConfirmedAt && { phone, confirmedAt: contactConfirmedAt };
  const contact = userId ? await findNewAccountContact(ctx, userId, email) : { email, confirmedAt: null };
  return contact && { email, confirmedAt: contactConfirmedAt ?? contact.confirmedAt };
}

/** Contact of a new request by the actor; null if its hold is not limited. */
export async function findRequestContact(ctx: Ctx, email: string): Promise<GuestContact | null> {
  const userId = userIdOf(ctx.actor);
  return userId ? findNewAccountContact(ctx, userId, email) : { email, confirmedAt: null };
}

/** Null for known accounts. The email of the account is confirmed, but not another one that it gives. */
async function findNewAccountContact(
  ctx: Ctx,
  userId: string,
  email: string,
): Promise<{ email: string; confirmedAt: Date | null } | null> {
  const account = await findNewAccount(ctx, userId);
  if (!account) return null;
  return { email, confirmedAt: account.emailVerified && account.email === email ? ctx.now : null };
}

/**
 * Null for staff and for accounts with a completed booking. Anyone can register, so that holds of other accounts are
 * limited like those of guests (docs/domain.md, "Guest holds").
 */
export async function findNewAccount(
  ctx: Ctx,
  userId: string,
): Promise<{ email: string; emailVerified: boolean } | null> {
  const account = await ctx.db
    .selectFrom("users")
    .select(["email", "emailVerified"])
    .where("id", "=", userId)
    .where("role", "=", "customer")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("bookings")
            .select("bookings.id")
            .whereRef("bookings.userId", "=", "users.id")
            .where("bookings.state", "=", "completed"),
        ),
      ),
    )
    .executeTakeFirst();
  return account ?? null;
}

/** Runs after the rollback of the refusal. */
export async function recordProofOfWorkRequired(
  ctx: Ctx,
  { retried, about }: Refusal<"captcha-required">,
): Promise<void> {
  if (retried) return;
  const message =
    about === "hold" ? "Too many times held by guests" : "Many emergencies were sent from one network";
  await recordSecurityEvent(ctx, { type: "rate_limit", message });
}

/** A day at its share is reported once a day. */
export async function recordGuestShareReached(ctx: Ctx, day: string): Promise<void> {
  const first = await ctx.db
    .insertInto("fullyHeldDays")
    .values({ day, filledAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column("day")
        .doUpdateSet({ filledAt: ctx.now })
        .where("fullyHeldDays.filledAt", "<", addMinutes(ctx.now, -24 * 60)),
    )
    .returning("day")
    .executeTakeFirst();
  if (!first) return;
  await recordSecurityEvent(ctx, {
    type: "suspicious_activity",
    message: "Requests of guests hold their share of a day",
    metadata: { day },
  });
}
