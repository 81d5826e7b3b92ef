import { type Kysely, sql } from "kysely";
import { system } from "~/platform/auth/actor";
import type { Tables } from "~/platform/database/tables";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { withdrawMessages } from "~/platform/messaging/messages.server";
import { dubaiDate } from "~/platform/time";
import { awaitingStates } from "../../finance/quotes/quote";
import { remindedStates } from "../../operations/bookings/reminders/visit-reminder";

/** Withdraws texts whose record changed while they waited (docs/domain.md, "Notifications", withdrawn texts). */
export async function withdrawObsoleteTexts(db: Kysely<Tables>, now = new Date()): Promise<void> {
  const isBookingCancelled = sql`EXISTS (SELECT FROM bookings
    WHERE bookings.id = trail.subject_id::uuid AND bookings.state = 'cancelled')`;
  // Before a text is due the visit may move back. The margin covers texts that become due before the sender claims them.
  const namesFormerTime = sql`(least(messages.due_at, messages.deadline_at) <= clock_timestamp() + interval '5 seconds'
    AND messages.content ? 'visitStartsAt'
    AND NOT EXISTS (SELECT FROM visits WHERE visits.booking_id = trail.subject_id::uuid AND visits.live
      AND visits.starts_at = (messages.content ->> 'visitStartsAt')::timestamptz))`;
  const hasNewerText = sql`EXISTS (SELECT FROM messages AS newer JOIN trail AS later ON later.id = newer.trail_id
    WHERE newer.recipient = messages.recipient AND newer.kind = messages.kind AND newer.trail_id > messages.trail_id
      AND later.subject_id = trail.subject_id AND later.data ->> 'visitId' = trail.data ->> 'visitId')`;
  const { rows } = await sql<{ trailId: number; kind: string }>`
    SELECT DISTINCT messages.trail_id, messages.kind
    FROM messages JOIN trail ON trail.id = messages.trail_id
    WHERE (messages.due_at IS NOT NULL OR messages.deadline_at IS NOT NULL)
      AND (messages.state <> 'sent' OR messages.next_steps <> '[]')
      AND (messages.submitted_at IS NULL OR messages.next_steps <> '[]')
      AND CASE messages.kind
        WHEN 'invoice-reminder' THEN NOT EXISTS (SELECT FROM invoices
          WHERE invoices.id = trail.subject_id::uuid AND open_fils > 0)
        WHEN 'quote-ending' THEN NOT EXISTS (SELECT FROM quotes
          WHERE quotes.id = trail.subject_id::uuid AND state = any(${[...awaitingStates]}::text[])
            AND valid_until >= ${dubaiDate(now)}::date)
        WHEN 'visit-reminder' THEN NOT EXISTS (SELECT FROM visits JOIN bookings ON bookings.id = visits.booking_id
          WHERE visits.id = (trail.data ->> 'visitId')::uuid AND visits.live
            AND visits.starts_at = (trail.data ->> 'startsAt')::timestamptz
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
}
