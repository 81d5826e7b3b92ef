import { type Kysely, type RawBuilder, sql } from "kysely";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { withdrawMessages } from "~/platform/messaging/messages.server";
import { dubaiDate } from "~/platform/time";
import { awaitingStates } from "../../finance/quotes/quote";
import { remindedStates } from "../../operations/bookings/reminders/visit-reminder";

/** Texts checked at once: several times as many as the sender claims or starts. */
const MAX_DUE = 100;

/**
 * Withdraws obsolete texts among those that the sender takes next (docs/domain.md, "Notifications", withdrawn texts).
 * Others are not read, because 100,000 texts may wait for the end of the quiet hours. They are checked again as long as
 * some are withdrawn, because others take their place.
 */
export async function withdrawObsoleteTexts(db: Kysely<Tables>, now = new Date()): Promise<void> {
  // The margin covers texts that become due before the sender claims them.
  const margin = sql`statement_timestamp() + interval '5 seconds'`;
  const due = sql`(
    (SELECT id FROM messages WHERE due_at <= ${margin} ORDER BY due_at LIMIT ${MAX_DUE})
    UNION (SELECT id FROM messages WHERE deadline_at <= ${margin} ORDER BY deadline_at LIMIT ${MAX_DUE}))`;
  while ((await withdrawAmong(db, due, now)) > 0);
}

/** Withdraws all obsolete texts that wait, so that records do not show them as waiting until they are due. */
export async function withdrawWaitingTexts({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  const waiting = sql`(SELECT id FROM messages WHERE due_at IS NOT NULL OR deadline_at IS NOT NULL)`;
  await withdrawAmong(db, waiting, now);
}

/** Returns the number of withdrawn texts. `checked`: SQL query of their ids. */
async function withdrawAmong(db: Kysely<Tables>, checked: RawBuilder<unknown>, now: Date): Promise<number> {
  const isBookingCancelled = sql`EXISTS (SELECT FROM bookings
    WHERE bookings.id = trail.subject_id::uuid AND bookings.state = 'cancelled')`;
  // Before a text is due the visit may move back.
  const namesFormerTime = sql`(least(messages.due_at, messages.deadline_at) <= clock_timestamp() + interval '5 seconds'
    AND messages.content ? 'visitStartsAt'
    AND NOT EXISTS (SELECT FROM visits WHERE visits.booking_id = trail.subject_id::uuid AND visits.live
      AND visits.starts_at = (messages.content ->> 'visitStartsAt')::timestamptz))`;
  const hasNewerText = sql`EXISTS (SELECT FROM messages AS newer JOIN trail AS later ON later.id = newer.trail_id
    WHERE newer.recipient = messages.recipient AND newer.kind = messages.kind AND newer.trail_id > messages.trail_id
      AND later.subject_id = trail.subject_id AND later.data ->> 'visitId' = trail.data ->> 'visitId')`;
  const { rows } = await sql<{ trailId: number; kind: string }>`
    SELECT DISTINCT messages.trail_id, messages.kind
    FROM ${checked} AS checked JOIN messages ON messages.id = checked.id JOIN trail ON trail.id = messages.trail_id
    WHERE (messages.state <> 'sent' OR messages.next_steps <> '[]')
      AND (messages.submitted_at IS NULL OR messages.next_steps <> '[]')
      AND CASE messages.kind
        WHEN 'invoice-reminder' THEN NOT EXISTS (SELECT FROM invoices
          WHERE invoices.id = trail.subject_id::uuid AND open_fils > 0)
        WHEN 'quote-ending' THEN NOT EXISTS (SELECT FROM quotes
          WHERE quotes.id = trail.subject_id::uuid AND state = any(${[...awaitingStates]}::text[])
            AND valid_until >= ${dubaiDate(now)}::date)
        WHEN 'visit-reminder' THEN NOT EXISTS (SELECT FROM visits JOIN bookings ON bookings.id = visits.booking_id
          WHERE visits.id = (trail.data ->> 'visitId')::uuid AND visits.live
            AND visits.state IN ('held', 'scheduled') AND visits.starts_at = (trail.data ->> 'startsAt')::timestamptz
            AND bookings.state = any(${[...remindedStates]}::text[]))
        WHEN 'booking-rescheduled' THEN ${isBookingCancelled}
          OR (trail.data ? 'toStartsAt' AND NOT EXISTS (SELECT FROM visits
            WHERE visits.booking_id = trail.subject_id::uuid AND visits.live
              AND visits.starts_at = (trail.data ->> 'toStartsAt')::timestamptz))
          OR ${hasNewerText} OR ${namesFormerTime}
        WHEN 'booking-confirmed' THEN ${isBookingCancelled} OR ${namesFormerTime}
        WHEN 'technician-assigned' THEN ${isBookingCancelled} OR ${hasNewerText} OR ${namesFormerTime}
        ELSE false
      END`.execute(db);
  const ctx = { actor: system, db, now, requestId: "messages", locale: DEFAULT_LOCALE };
  for (const row of rows) await withdrawMessages(ctx, row);
  return rows.length;
}
