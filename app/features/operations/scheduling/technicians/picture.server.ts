import { createHash } from "node:crypto";
import type { Context } from "hono";
import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import type { ApiEnv } from "~/platform/http/api.server";
import { respondNotFound } from "~/platform/http/api-errors.server";
import { bytes } from "~/platform/http/endpoint.server";
import { PICTURE_MEDIA_TYPE } from "./picture";

export const pictureQuery = z.object({ size: z._default(z.enum(["small", "large"]), "large") });
type PictureSize = z.output<typeof pictureQuery>["size"];

export const pictureAnswer = bytes(
  PICTURE_MEDIA_TYPE,
  "Square photo of 96 or 192 pixels; 304 if unchanged by its ETag",
);

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

/** Requested each time, so that browsers show no picture after sign-out. */
export function answerPicture(call: Context<ApiEnv>, picture: Uint8Array<ArrayBuffer> | null) {
  if (!picture) return respondNotFound(call);
  const headers = {
    ETag: `"${createHash("sha256").update(picture).digest("base64url")}"`,
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
  if (call.req.header("if-none-match") === headers.ETag) return call.body(null, 304, headers);
  return call.body(picture, 200, { ...headers, "Content-Type": PICTURE_MEDIA_TYPE });
}
