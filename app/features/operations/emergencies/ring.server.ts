import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { isOutboundPaused } from "~/platform/jobs/outbound-pause.server";
import { type QueueRunner, runQueue } from "~/platform/jobs/queue.server";
import type { Live } from "~/platform/live/live.server";
import {
  bidiIsolate,
  currentLocale,
  DEFAULT_LOCALE,
  localPath,
  textDirection,
} from "~/platform/locale/locale";
import type { PushMessage } from "~/platform/push/push-message";
import type { PushConfig } from "~/platform/push/push-transport.server";
import { sendPush } from "~/platform/push/send-push.server";
import { addMinutes, formatTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { EMERGENCY_ARRIVAL_MIN } from "../bookings/booking";
import { EMERGENCY_MAX_AGE_MIN, undispatchedStates } from "../bookings/response-targets/emergency";
import { bookedServiceName } from "../bookings/work/booked-service.server";
import { RING_ANSWER_SECONDS, RING_EVERY_SECONDS, RING_MAX_MIN, RING_NEXT_SECONDS } from "./emergency";

/*
 * Push messages that repeat until the page is answered (docs/domain.md, "Emergencies"). The pages themselves are the
 * queue: a worker claims a due ring by setting the time of the next one, so that a killed worker loses one ring and
 * none is sent twice. Times are those of the database, because workers' clocks differ.
 */

const MAX_CONCURRENT = 50;
const POLL_MS = 1_000;
const STOP_MS = 5_000;

interface Tools {
  db: Ctx["db"];
  config: PushConfig;
}

/** Any number of processes may run it. */
export function startRinging({ live, ...tools }: Tools & { live: Live }): QueueRunner {
  return runQueue({
    claim: (max) => claimDueRings(tools, max),
    run: (ring) => sendRing(asSystem(tools.db), tools.config, ring),
    concurrency: MAX_CONCURRENT,
    wakeOn: { live, topic: "booking" },
    stopMs: STOP_MS,
    pollMs: POLL_MS,
  });
}

/** Sends due rings. Returns their number. */
export async function sendDueRings(tools: Tools): Promise<number> {
  const rings = await claimDueRings(tools, MAX_CONCURRENT);
  await Promise.all(rings.map((ring) => sendRing(asSystem(tools.db), tools.config, ring)));
  return rings.length;
}

async function claimDueRings({ db }: Tools, max: number): Promise<ClaimedRing[]> {
  const ctx = asSystem(db);
  if (!(await hasOpenPages(ctx)) || (await isOutboundPaused(db))) return [];
  await startRings(ctx);
  await recordUnanswered(ctx);
  return claimRings(ctx, max);
}

/** Cheap check, because it runs every second. */
async function hasOpenPages({ db, now }: Ctx): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT EXISTS (SELECT FROM on_call_pages WHERE ring_due_at IS NOT NULL)
      OR EXISTS (SELECT FROM bookings WHERE ${isOpenEmergency(now)}) AS open`.execute(db);
  return rows[0]!.open;
}

function isOpenEmergency(now: Date) {
  return sql<boolean>`(bookings.emergency AND bookings.state = ANY (${[...undispatchedStates]}::text[])
    AND bookings.requested_at > ${addMinutes(now, -EMERGENCY_MAX_AGE_MIN)})`;
}

function asSystem(db: Ctx["db"]): Ctx {
  return { actor: system, db, now: new Date(), requestId: "rings", locale: DEFAULT_LOCALE };
}

const secondsAgo = (seconds: number) => sql<Date>`clock_timestamp() - ${seconds} * interval '1 second'`;

/**
 * For each emergency, starts the ring of its next technician once the ones before had their time, cannot be rung or
 * passed on. Technicians without work under way come first. The order is the same for all workers, so that concurrent
 * ones start the same ring.
 */
async function startRings({ db, now }: Ctx): Promise<void> {
  await sql`
    UPDATE on_call_pages SET ring_started_at = clock_timestamp(), ring_due_at = clock_timestamp()
    FROM (
      SELECT DISTINCT ON (pages.booking_id) pages.booking_id, pages.technician_id
      FROM bookings
      JOIN on_call_pages AS pages ON pages.booking_id = bookings.id
      JOIN technicians ON technicians.id = pages.technician_id AND technicians.active
      WHERE ${isOpenEmergency(now)}
        AND pages.ring_started_at IS NULL AND pages.declined_at IS NULL AND pages.offered_at IS NULL
        AND NOT EXISTS (SELECT FROM on_call_pages AS started WHERE started.booking_id = bookings.id
          AND started.declined_at IS NULL AND started.ring_due_at IS NOT NULL
          AND started.ring_started_at > ${secondsAgo(RING_NEXT_SECONDS)})
      ORDER BY pages.booking_id,
        EXISTS (SELECT FROM visits WHERE visits.technician_id = pages.technician_id
          AND visits.state IN ('en_route', 'on_site')),
        technicians.name, technicians.id
    ) AS next
    WHERE on_call_pages.booking_id = next.booking_id AND on_call_pages.technician_id = next.technician_id
      AND on_call_pages.ring_started_at IS NULL`.execute(db);
}

interface ClaimedRing {
  bookingId: string;
  technicianId: string;
  rings: number;
  rangAt: Date | null;
  isOver: boolean;
}

/** Messages to a device are at least 13 seconds apart, also after an interruption. */
async function claimRings({ db }: Ctx, max: number): Promise<ClaimedRing[]> {
  const { rows } = await sql<ClaimedRing>`
    UPDATE on_call_pages SET rings = rings + 1, ring_due_at = greatest(
      ring_due_at + ${RING_EVERY_SECONDS} * interval '1 second',
      clock_timestamp() + ${RING_EVERY_SECONDS - 2} * interval '1 second')
    WHERE (booking_id, technician_id) IN (
      SELECT booking_id, technician_id FROM on_call_pages WHERE ring_due_at <= clock_timestamp()
      ORDER BY ring_due_at LIMIT ${max} FOR UPDATE SKIP LOCKED)
    RETURNING booking_id AS "bookingId", technician_id AS "technicianId", rings, rang_at AS "rangAt",
      ring_started_at <= clock_timestamp() - ${RING_MAX_MIN} * interval '1 minute' AS "isOver"`.execute(db);
  return rows;
}

async function sendRing(ctx: Ctx, config: PushConfig, ring: ClaimedRing): Promise<void> {
  const { bookingId, technicianId } = ring;
  const facts = await findFacts(ctx, ring);
  if (!facts?.userId) return endRing(ctx, ring, { isReachable: false });
  const { userId, isOpen, isAnswered } = facts;
  const topic = bookingId.replaceAll("-", "");
  if (!isOpen || isAnswered || ring.isOver) {
    await endRing(ctx, ring, { isReachable: true });
    // Replaces the alarm on the device; after an answer the device has done so itself.
    if (!isOpen && !isAnswered && ring.rangAt) {
      await sendPush(ctx, config, userId, () => writeOver(ctx, facts), {
        ttlSeconds: 3600,
        urgency: "normal",
        topic,
      });
    }
    return;
  }
  const result = await sendPush(ctx, config, userId, () => writeRing(ctx, facts), {
    ttlSeconds: 2 * RING_EVERY_SECONDS,
    urgency: "high",
    topic,
  });
  if (result.accepted > 0 && !ring.rangAt) {
    await inTransaction(ctx, async (ctx) => {
      const first = await ctx.db
        .updateTable("onCallPages")
        .set({ rangAt: sql`clock_timestamp()` })
        .where("bookingId", "=", bookingId)
        .where("technicianId", "=", technicianId)
        .where("rangAt", "is", null)
        .returning("technicianId")
        .executeTakeFirst();
      if (first) await emit(ctx, "booking.page-rang", bookingId, { technicianId });
    });
  }
  if (result.devices === 0) await endRing(ctx, ring, { isReachable: false });
}

/** A page that cannot be rung counts as unanswered at once. */
async function endRing(
  ctx: Ctx,
  { bookingId, technicianId }: ClaimedRing,
  { isReachable }: { isReachable: boolean },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable("onCallPages")
      .set({ ringDueAt: null })
      .where("bookingId", "=", bookingId)
      .where("technicianId", "=", technicianId)
      .execute();
    if (!isReachable) await markUnanswered(ctx, { bookingId, technicianId });
  });
}

async function recordUnanswered(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const overdue = await ctx.db
      .selectFrom("onCallPages")
      .innerJoin("bookings", "bookings.id", "onCallPages.bookingId")
      .select(["bookingId", "technicianId"])
      .where("ringDueAt", "is not", null)
      .where("ringStartedAt", "<=", secondsAgo(RING_ANSWER_SECONDS))
      .where("unansweredAt", "is", null)
      .where("declinedAt", "is", null)
      .where("offeredAt", "is", null)
      .where("bookings.state", "in", undispatchedStates)
      .execute();
    for (const page of overdue) await markUnanswered(ctx, page);
  });
}

/** Once per page, also with concurrent workers. */
async function markUnanswered(
  ctx: Ctx,
  { bookingId, technicianId }: { bookingId: string; technicianId: string },
): Promise<void> {
  const marked = await ctx.db
    .updateTable("onCallPages")
    .set({ unansweredAt: sql`clock_timestamp()` })
    .where("bookingId", "=", bookingId)
    .where("technicianId", "=", technicianId)
    .where("unansweredAt", "is", null)
    .returning("technicianId")
    .executeTakeFirst();
  if (marked) await emit(ctx, "booking.page-unanswered", bookingId, { technicianId });
}

interface RingFacts {
  bookingId: string;
  reference: string;
  area: string;
  message: string;
  requestedAt: Date;
  userId: string | null;
  /** No technician goes yet. */
  isOpen: boolean;
  /** This technician accepted, offered to go or passed on. */
  isAnswered: boolean;
}

async function findFacts(
  { db }: Ctx,
  { bookingId, technicianId }: ClaimedRing,
): Promise<RingFacts | undefined> {
  return db
    .selectFrom("onCallPages")
    .innerJoin("bookings", "bookings.id", "onCallPages.bookingId")
    .innerJoin("technicians", "technicians.id", "onCallPages.technicianId")
    .select(["bookings.id as bookingId", "reference", "area", "message", "requestedAt"])
    .select((eb) => [
      eb.case().when("technicians.active", "=", true).then(eb.ref("technicians.userId")).end().as("userId"),
      eb("bookings.state", "in", undispatchedStates).as("isOpen"),
      eb
        .or([
          eb("declinedAt", "is not", null),
          eb("offeredAt", "is not", null),
          eb.exists(
            eb
              .selectFrom("visits")
              .select("visits.id")
              .whereRef("visits.bookingId", "=", "bookings.id")
              .whereRef("visits.technicianId", "=", "technicians.id")
              .where("visits.live", "=", true),
          ),
        ])
        .as("isAnswered"),
    ])
    .where("onCallPages.bookingId", "=", bookingId)
    .where("onCallPages.technicianId", "=", technicianId)
    .$castTo<RingFacts>()
    .executeTakeFirst();
}

async function writeRing(ctx: Ctx, facts: RingFacts): Promise<PushMessage> {
  const { bookingId, requestedAt, message } = facts;
  const time = formatTime(addMinutes(requestedAt, EMERGENCY_ARRIVAL_MIN), "time");
  const api = localPath(`/api/technician/emergencies/${bookingId}`);
  return {
    ...(await frameOf(ctx, facts)),
    body: [m.technician_emergency_arrive_by({ time }), bidiIsolate(message)].filter(Boolean).join("\n"),
    urgent: true,
    actions: [
      {
        name: "accept",
        title: m.technician_emergency_accept(),
        post: { path: `${api}/accept`, body: {} },
        done: m.technician_push_accepted(),
        thenPath: localPath("/technician?visit={visitId}"),
      },
      {
        name: "decline",
        title: m.technician_emergency_decline(),
        post: { path: `${api}/decline`, body: { reason: "" } },
        done: m.technician_emergency_declined(),
      },
    ],
  };
}

async function writeOver(ctx: Ctx, facts: RingFacts): Promise<PushMessage> {
  return {
    ...(await frameOf(ctx, facts)),
    body: m.technician_push_over({ reference: facts.reference }),
    silent: true,
  };
}

async function frameOf({ db }: Ctx, { bookingId, area, reference }: RingFacts) {
  const { serviceName } = await db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .select(bookedServiceName())
    .where("bookings.id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return {
    title: m.technician_push_emergency({
      service: bidiIsolate(serviceName),
      area: bidiIsolate(placeInReaderLanguage(area || reference)),
    }),
    tag: `emergency-${bookingId}`,
    path: localPath(`/technician?emergency=${bookingId}`),
    language: currentLocale(),
    direction: textDirection(),
  };
}
