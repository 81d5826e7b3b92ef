import type { Ctx } from "~/platform/context";
import { claimFiles, listFilesOf, type StoredFile } from "~/platform/files.server";
import { UPLOADED_PICTURE } from "~/platform/files-api.server";
import "./table";

export type UnknownPhoto = { ok: false; reason: "unknown-photo" };

/**
 * Gives uploaded pictures to the booking that is being made, in its transaction: a booking that is refused leaves them
 * to be sent with the next try. Refuses what is not there (an upload waits for a day) or belongs to another booking.
 */
export async function attachPhotos(
  ctx: Ctx,
  bookingId: string,
  fileIds: string[],
): Promise<{ ok: true } | UnknownPhoto> {
  if (fileIds.length === 0) return { ok: true };
  const claimed = await claimFiles(ctx, { ids: fileIds, kind: UPLOADED_PICTURE, ownerId: bookingId });
  if (!claimed.ok) return { ok: false, reason: "unknown-photo" };
  await ctx.db
    .insertInto("booking_photos")
    .values(fileIds.map((file_id, index) => ({ booking_id: bookingId, position: index + 1, file_id })))
    .execute();
  return { ok: true };
}

/** In the customer's order; whether the actor may see the booking is the caller's to know. */
export async function listPhotos(ctx: Ctx, bookingId: string): Promise<{ id: string }[]> {
  return ctx.db
    .selectFrom("booking_photos")
    .select("file_id as id")
    .where("booking_id", "=", bookingId)
    .orderBy("position")
    .execute();
}

/** A photo of a booking that the actor may see, or null. */
export async function findPhoto(ctx: Ctx, bookingId: string, photoId: string): Promise<StoredFile | null> {
  const files = await listFilesOf(ctx, bookingId);
  return files.find(({ id, kind }) => id === photoId && kind === UPLOADED_PICTURE) ?? null;
}
