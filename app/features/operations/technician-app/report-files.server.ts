import type { Ctx } from "~/platform/context";
import { claimFiles } from "~/platform/files/files.server";
import { UPLOADED_PICTURE, UPLOADED_RECORDING } from "~/platform/files/files-api.server";
import { type Refusal, refuse } from "~/platform/http/refusal";

/** Uploads of a report become files of its visit. The phone uploads all again after a refusal. */
export async function claimReportFiles(
  ctx: Ctx,
  {
    visitId: ownerId,
    pictureIds,
    recordingId,
  }: { visitId: string; pictureIds: string[]; recordingId: string | null },
): Promise<{ ok: true } | Refusal<"unknown-photo">> {
  const pictures = await claimFiles(ctx, { ids: pictureIds, kind: UPLOADED_PICTURE, ownerId });
  if (!pictures.ok) return refuse("unknown-photo");
  const ids = recordingId ? [recordingId] : [];
  const recording = await claimFiles(ctx, { ids, kind: UPLOADED_RECORDING, ownerId });
  return recording.ok ? recording : refuse("unknown-photo");
}
