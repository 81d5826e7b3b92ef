import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { currentLocale, localPath, textDirection } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { PushLine, PushMessage } from "~/platform/push/push-message";
import { queuePush } from "~/platform/push/push-queue.server";
import { listActiveSubscriptions } from "~/platform/push/push-subscriptions.server";
import { addDays, dubaiDate } from "~/platform/time";
import type { VisitChangeKind } from "../../../operations/bookings/visits/pending-notification";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { getBookingFacts } from "../mails/bookings/booking-facts.server";
import { visitChangeSubject } from "../templates/technician-visit";

/** Time in which changes of a technician's visits are gathered in one message. */
const GATHER_MS = 60_000;
/** A message that waits longer is outdated: the page shows the visits. */
const TTL_SECONDS = 4 * 3600;

interface VisitChange {
  technicianId: string;
  visitId: string;
  what: VisitChangeKind | null;
  /** Last time sent to the technician; null if the visit is new to them. */
  from: Date | null;
}

/**
 * Announces a change of a visit of today or tomorrow on the technician's devices; those of emergencies at once. Returns
 * true if the technician wants no email of it and a device receives the message.
 */
export async function pushVisitChange(
  ctx: Ctx,
  bookingId: string,
  { technicianId, visitId, what, from }: VisitChange,
): Promise<boolean> {
  const technician = await ctx.db
    .selectFrom("technicians")
    .leftJoin("profiles", "profiles.userId", "technicians.userId")
    .select(["email", "technicians.userId", "visitChanges"])
    .where("technicians.id", "=", technicianId)
    .executeTakeFirstOrThrow();
  const { email, userId, visitChanges } = technician;
  if (!userId || !what) return false;
  const locale = await localeOfRecipient(ctx, email);
  const booking = await inLocale(locale, () => getBookingFacts(ctx, bookingId, visitId));
  const startsAt = what === "cancelled" ? from : booking.visit?.startsAt;
  if (!startsAt || ![startsAt, from].some((time) => time && isTodayOrTomorrow(time, ctx.now))) return false;
  if (visitChanges === "email" && !booking.emergency) return false;
  const isQueued = await inLocale(locale, async () => {
    const text = visitChangeSubject(booking, { visitId, what, from });
    if (!text) return false;
    await queuePush(ctx, {
      userId,
      kind: booking.emergency ? `emergency ${bookingId}` : "visits",
      line: { at: startsAt.toISOString(), text },
      compose: booking.emergency ? (lines) => composeMessage(lines, `visit-${visitId}`) : composeMessage,
      gatherMs: booking.emergency ? 0 : GATHER_MS,
      ttlSeconds: TTL_SECONDS,
      urgency: "high",
    });
    return true;
  });
  if (!isQueued || visitChanges !== "push" || booking.emergency) return false;
  return (await listActiveSubscriptions(ctx, [userId])).length > 0;
}

function isTodayOrTomorrow(time: Date, now: Date): boolean {
  const today = dubaiDate(now);
  return [today, addDays(today, 1)].includes(dubaiDate(time));
}

function composeMessage(lines: readonly PushLine[], tag = "visits"): PushMessage {
  return {
    title: m.technician_push_changes({ count: lines.length }),
    body: lines.map(({ text }) => text).join("\n"),
    tag,
    path: localPath("/technician"),
    language: currentLocale(),
    direction: textDirection(),
  };
}
