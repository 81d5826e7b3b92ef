import { query } from "~/platform/auth/command.server";
import { may } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { claimFiles, listFilesOf, type StoredFile } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import { actingRole, isActionableByTechnician } from "./policy";

/**
 * Runs in the transaction that creates the booking, so that a refusal leaves the uploads for the next
 * attempt. Uploads expire after a day.
 */
export async function attachPhotos(
  ctx: Ctx,
  bookingId: string,
  fileIds: string[],
): Promise<{ ok: true } | Refusal<"unknown-photo">> {
  if (fileIds.length === 0) return { ok: true };
  const claimed = await claimFiles(ctx, { ids: fileIds, kind: UPLOADED_PICTURE, ownerId: bookingId });
  if (!claimed.ok) return refuse("unknown-photo");
  await ctx.db
    .insertInto("bookingPhotos")
    .values(fileIds.map((fileId, index) => ({ bookingId, position: index + 1, fileId })))
    .execute();
  return { ok: true };
}

export const findPhoto = query(
  "bookings.take-part",
  async function findPhoto(ctx, bookingId: string, photoId: string): Promise<StoredFile | null> {
    if (!(await canSeeBooking(ctx, bookingId))) return null;
    const files = await listFilesOf(ctx, bookingId);
    return files.find(({ id, kind }) => id === photoId && kind === UPLOADED_PICTURE) ?? null;
  },
);

async function canSeeBooking(ctx: Ctx, bookingId: string): Promise<boolean> {
  if (may(ctx.actor, "bookings.read")) return true;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "userId"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!booking) return false;
  if (actingRole(ctx.actor, { id: booking.id, userId: booking.userId }, ctx.now)) return true;
  const visits = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technicianId")
    .select(["visits.state", "visits.startsAt", "visits.endsAt", "visits.endedAt"])
    .where("visits.bookingId", "=", bookingId)
    .where(isSignedInTechnician(ctx))
    .execute();
  return visits.some((visit) => isActionableByTechnician(visit, ctx.now));
}
