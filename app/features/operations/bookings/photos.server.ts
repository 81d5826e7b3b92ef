import type { Ctx } from "~/platform/context";
import { claimFiles } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { type Refusal, refuse } from "~/platform/http/refusal";

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
    .insertInto("booking_photos")
    .values(fileIds.map((file_id, index) => ({ booking_id: bookingId, position: index + 1, file_id })))
    .execute();
  return { ok: true };
}
