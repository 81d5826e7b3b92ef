import type { Context } from "hono";
import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import type { ApiEnv } from "~/platform/http/api.server";
import { respondNotFound } from "~/platform/http/api-errors.server";
import { bytes } from "~/platform/http/endpoint.server";
import { PICTURE_MEDIA_TYPE } from "./picture";

export const pictureQuery = z.object({ size: z._default(z.enum(["small", "large"]), "large") });
type PictureSize = z.output<typeof pictureQuery>["size"];

export const pictureAnswer = bytes(PICTURE_MEDIA_TYPE, "Immutable square photo of 96 or 192 pixels");

/** The caller checks permissions. Null if the picture was replaced or removed. */
export async function readPicture(
  ctx: Ctx,
  technicianId: string,
  { pictureId, size }: { pictureId: string; size: PictureSize },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await ctx.db
    .selectFrom("technicianPictures")
    .select(size)
    .where("technicianId", "=", technicianId)
    .where("id", "=", pictureId)
    .executeTakeFirst();
  return row ? new Uint8Array(row[size as "large"]) : null;
}

/** Keyed by technician id. */
export async function pictureIds(ctx: Ctx): Promise<Map<string, string>> {
  const rows = await ctx.db.selectFrom("technicianPictures").select(["technicianId", "id"]).execute();
  return new Map(rows.map(({ technicianId, id }) => [technicianId, id]));
}

/** Cached by this browser only, for a day, because it is personal data. */
export function answerPicture(call: Context<ApiEnv>, picture: Uint8Array<ArrayBuffer> | null) {
  if (!picture) return respondNotFound(call);
  return call.body(picture, 200, {
    "Content-Type": PICTURE_MEDIA_TYPE,
    "Cache-Control": "private, max-age=86400, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}
