import { randomUUID } from "node:crypto";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { isSignedKey, signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { erasedCustomer } from "~/platform/personal-data.server";
import { claimReportFiles } from "./report-files.server";
import { paymentColumns, photoRows } from "./report-rows.server";
import type { LateReportInput } from "./schema";
import { isReported } from "./visit-report";

/*
 * Late reports: taps that were refused, because the visit was reassigned, cancelled or finished by another
 * person, or the technician left (docs/domain.md, "Technician's app"). Nothing is applied until the office
 * decides.
 */

/**
 * Stored on the phone with each visit. It proves that the visit was this technician's, also after a
 * reassignment or without a session.
 */
export function lateReportKey(secret: string, visitId: string, technicianId: string): string {
  return `${technicianId}.${signedKey(secret, "late-report", `${technicianId}:${visitId}`)}`;
}

/** Null for a forged key. */
function technicianOfKey({ secret }: Pick<Config, "secret">, visitId: string, key: string): string | null {
  const [technicianId = "", signature = ""] = key.split(".");
  return isSignedKey(secret, "late-report", `${technicianId}:${visitId}`, signature) ? technicianId : null;
}

/**
 * Idempotent by the key of the tap. Without a session only technicians who left may send, because others sign
 * in again and their taps are applied.
 */
export const sendLateReport = command(
  "website.open-link",
  async function sendLateReport(
    ctx,
    config: Pick<Config, "secret">,
    { visitId, key, id, ...report }: LateReportInput & { visitId: string },
  ) {
    const technicianId = technicianOfKey(config, visitId, key);
    const visit = technicianId && (await findVisit(ctx, visitId, technicianId));
    if (!technicianId || !visit) return refuse("not-found");
    const isSignedIn = visit.userId !== null && visit.userId === userIdOf(ctx.actor);
    if (visit.active && !isSignedIn) return refuse("sign-in-required");
    const { transition, reason, note, readings = "", parts = "", payment, photoIds } = report;
    // The phone may hold the signature of a customer whose data was erased meanwhile, or a voice message about them.
    const isErased = visit.contactEmail === erasedCustomer.email;
    const signature = isErased ? undefined : report.signature;
    const recordingId = isErased ? null : (report.recordingId ?? null);
    const inserted = await ctx.db
      .insertInto("lateReports")
      .values({
        ...{ id, visitId, technicianId, transition, reason, note, recordingId, readings, parts },
        ...paymentColumns(payment),
        continueOn: report.continueOn ?? null,
        signedBy: signature?.signedBy ?? null,
        signatureId: signature?.fileId ?? null,
        tappedAt: report.tappedAt < ctx.now ? report.tappedAt : ctx.now,
        receivedAt: ctx.now,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return { ok: true as const };
    const fileIds = signature ? [...photoIds, signature.fileId] : photoIds;
    const claimed = await claimReportFiles(ctx, { visitId, pictureIds: fileIds, recordingId });
    if (!claimed.ok) return claimed;
    if (photoIds.length > 0) {
      await ctx.db.insertInto("lateReportPhotos").values(photoRows(id, report)).execute();
    }
    await emit(ctx, "booking.late-report-received", visit.bookingId, { visitId, technicianId, reportId: id });
    return { ok: true as const };
  },
);

/** Locks the booking, so that an erasure precedes the report or finds it. */
async function findVisit(ctx: Ctx, visitId: string, technicianId: string) {
  return ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .innerJoin("technicians", (join) => join.onTrue())
    .select(["bookingId", "bookings.contactEmail", "technicians.userId", "technicians.active"])
    .where("visits.id", "=", visitId)
    .where("technicians.id", "=", technicianId)
    .forShare("bookings")
    .executeTakeFirst();
}

/**
 * Decides on a late report. An accepted one joins the reports of the visit; the booking's state changes only by
 * its own transitions.
 */
export const decideOnLateReport = command(
  "bookings.manage",
  async function decideOnLateReport(ctx, { id, accept }: { id: string; accept: boolean }) {
    const report = await ctx.db
      .selectFrom("lateReports")
      .innerJoin("visits", "visits.id", "lateReports.visitId")
      .selectAll("lateReports")
      .select("bookingId")
      .where("lateReports.id", "=", id)
      .forUpdate("lateReports")
      .executeTakeFirst();
    if (!report) return refuse("not-found");
    const { bookingId, visitId, technicianId, transition } = report;
    if (report.decidedAt) return refuse("wrong-state");
    await ctx.db
      .updateTable("lateReports")
      .set({ accepted: accept, decidedAt: ctx.now })
      .where("id", "=", id)
      .execute();
    if (accept && isReported(transition)) {
      const {
        note,
        recordingId,
        readings,
        parts,
        paymentMethod,
        paymentFils,
        signedBy,
        signatureId,
        tappedAt: at,
      } = report;
      const reportId = randomUUID();
      await ctx.db
        .insertInto("visitReports")
        .values({
          ...{ id: reportId, visitId, technicianId, transition, at },
          ...{ note, recordingId, readings, parts, paymentMethod, paymentFils, signedBy, signatureId },
        })
        .execute();
      await ctx.db
        .insertInto("visitReportPhotos")
        .columns(["reportId", "position", "fileId", "beforeWork"])
        .expression((eb) =>
          eb
            .selectFrom("lateReportPhotos")
            .select([eb.val(reportId).as("reportId"), "position", "fileId", "beforeWork"])
            .where("reportId", "=", id),
        )
        .execute();
    }
    await emit(ctx, "booking.late-report-decided", bookingId, { visitId, reportId: id, accepted: accept });
    return { ok: true as const, bookingId };
  },
);

declare module "~/platform/events/events" {
  interface Events {
    "booking.late-report-received": { visitId: string; technicianId: string; reportId: string };
    "booking.late-report-decided": Silent<{ visitId: string; reportId: string; accepted: boolean }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** A technician who still works here must sign in, so that the taps are applied instead. */
    "sign-in-required": unknown;
  }
}
