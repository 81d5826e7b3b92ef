import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { delayOptions } from "../bookings/arrival-estimate/delay-options";
import { affectsTechnician } from "../bookings/booking";
import { delayVisit } from "../bookings/commands/delay-visit.server";
import { handOverOwnVisit } from "../bookings/commands/hand-over-visit.server";
import { transitionBooking } from "../bookings/commands/transition-booking.server";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import { claimReportFiles } from "./report-files.server";
import { paymentColumns, photoRows } from "./report-rows.server";
import type { VisitMoveInput } from "./schema";
import { isReported } from "./visit-report";

/**
 * Applies a tap of the technician's app with its report, atomically. It takes effect at the time of the tap,
 * because an offline phone sends late; but never before the booking's last change, nor in the future.
 */
export const reportVisit = command(
  "visits.report",
  async function reportVisit(ctx, visitId: string, asked: VisitMoveInput) {
    const visit = await findOwn(ctx, visitId);
    if (!visit) return refuse("not-found");
    const at = await momentOf(ctx, visit.bookingId, asked.tappedAt);
    const version = await versionOf(ctx, visit.bookingId, visitId, asked.version);
    const { transition, minutes = delayOptions[0] } = asked;
    const tapped = {
      bookingId: visit.bookingId,
      visitId,
      version,
      detail: { visitId, sentAt: ctx.now.toISOString() },
    };
    const atTap = { ...ctx, now: at };
    const { reason, confirmOtherDay, continueOn } = asked;
    const moved =
      transition === "delay"
        ? await delayVisit(atTap, { ...tapped, minutes })
        : transition === "handOver"
          ? await handOverOwnVisit(atTap, { ...tapped, reason: reason ?? "" })
          : await transitionBooking(atTap, { ...tapped, transition, reason, confirmOtherDay, continueOn });
    if (!moved.ok) return moved;
    const kept = await keepReport(ctx, { ...visit, visitId, at }, asked);
    return kept.ok ? { ok: true, version: version + 1 } : kept;
  },
);

interface Own {
  bookingId: string;
  technicianId: string;
}

async function findOwn(ctx: Ctx, visitId: string): Promise<Own | null> {
  const row = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technicianId")
    .select(["visits.bookingId", "technicians.id"])
    .where("visits.id", "=", visitId)
    // Only the lead technician may change the visit's status.
    .where("visits.leadVisitId", "is", null)
    .where(isSignedInTechnician(ctx))
    .executeTakeFirst();
  return row ? { bookingId: row.bookingId, technicianId: row.id } : null;
}

async function momentOf(ctx: Ctx, bookingId: string, tappedAt: Date): Promise<Date> {
  // Locked first, so that the checks below still hold when the transition is made.
  await ctx.db.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
  const { last } = await ctx.db
    .selectFrom("timelineEntries")
    .select((eb) => eb.fn.max("at").as("last"))
    .where("bookingId", "=", bookingId)
    .executeTakeFirstOrThrow();
  const earliest = last ?? ctx.now;
  if (tappedAt < earliest) return earliest;
  return tappedAt > ctx.now ? ctx.now : tappedAt;
}

/**
 * Booking version that a tap applies to. Later entries that do not concern the technician, and the
 * technician's own earlier taps, do not make it stale; any other change does.
 */
async function versionOf(ctx: Ctx, bookingId: string, visitId: string, seen: number): Promise<number> {
  const since = await ctx.db
    .selectFrom("timelineEntries")
    .select(["event", "actorId", sql<string | null>`detail ->> 'visitId'`.as("visitId")])
    .where("bookingId", "=", bookingId)
    .where("fromVersion", ">=", seen)
    .execute();
  const isKnown = since.every(
    ({ event, actorId, ...change }) =>
      !affectsTechnician(event) || (actorId === userIdOf(ctx.actor) && change.visitId === visitId),
  );
  return isKnown ? seen + since.length : seen;
}

async function keepReport(
  ctx: Ctx,
  { visitId, technicianId, at }: Own & { visitId: string; at: Date },
  {
    transition,
    note,
    recordingId,
    readings = "",
    parts = "",
    payment,
    photoIds,
    signature,
    ...asked
  }: VisitMoveInput,
): Promise<{ ok: true } | Refusal<"unknown-photo">> {
  if (!isReported(transition)) return { ok: true };
  const isEmpty =
    !note && !recordingId && !readings && !parts && !payment && photoIds.length === 0 && !signature;
  if (isEmpty) return { ok: true };
  const fileIds = signature ? [...photoIds, signature.fileId] : photoIds;
  const files = { visitId, pictureIds: fileIds, recordingId: recordingId ?? null };
  const claimed = await claimReportFiles(ctx, files);
  if (!claimed.ok) return claimed;
  const id = randomUUID();
  await ctx.db
    .insertInto("visitReports")
    .values({
      id,
      visitId,
      technicianId,
      transition,
      note,
      recordingId: recordingId ?? null,
      readings,
      parts,
      ...paymentColumns(payment),
      signedBy: signature?.signedBy ?? null,
      signatureId: signature?.fileId ?? null,
      at,
    })
    .execute();
  if (photoIds.length === 0) return { ok: true };
  await ctx.db
    .insertInto("visitReportPhotos")
    .values(photoRows(id, { ...asked, photoIds }))
    .execute();
  return { ok: true };
}
