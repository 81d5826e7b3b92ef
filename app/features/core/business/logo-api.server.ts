import type { Context } from "hono";
import * as z from "zod/mini";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { makeLogo } from "~/platform/files/logo-picture.server";
import { pictureRefusals } from "~/platform/files/pictures.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { respondNotFound } from "~/platform/http/api-errors.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { LOGO_PATH } from "~/platform/http/limits/http-limits.server";
import { changeLogo, findLogo, readLogo } from "./logo.server";

const answer = z.object({
  /** Null if the default mark is drawn. */
  logo: z.nullable(
    z.object({
      path: z.string(),
      width: z.int(),
      height: z.int(),
      plate: z.enum(["on-dark", "on-light", "never"]),
    }),
  ),
});
const reply = async (ctx: Ctx) => ({ logo: await findLogo(ctx) });

export const logoApi = endpoints("settings", [
  get(LOGO_PATH, { may: "settings.manage", summary: "Get the logo of the business", answer, run: reply }),
  post(LOGO_PATH, {
    operationId: "setLogo",
    may: "settings.manage",
    summary: "Set the logo",
    description: "Transparent margins are cropped; the longer edge is scaled to at most 640 pixels.",
    body: bytes("image/*", "PNG, WebP or JPEG, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    async run(ctx, _, call) {
      const processed = await makeLogo(new Uint8Array(await call.req.arrayBuffer()), userIdOf(ctx.actor)!);
      return processed.ok ? changeLogo(ctx, processed.logo) : processed;
    },
    refuses: [...pictureRefusals, "transparent"],
    reply: (_ctx, _input, { id }) => ({ id: id! }),
  }),
  post(`${LOGO_PATH}/remove`, {
    may: "settings.manage",
    summary: "Remove the logo and use the default",
    answer,
    run: (ctx) => changeLogo(ctx, null),
    reply,
  }),
  get("/logos/{id}", {
    may: "website.use",
    summary: "Logo file; immutable",
    answer: bytes("image/png", "PNG image"),
    run: async (ctx, { id }, call) => answerPicture(call, await readLogo(ctx, id, "picture")),
  }),
  get("/logos/{id}/icon", {
    may: "website.use",
    summary: "Logo on a square, for tabs and home screens",
    answer: bytes("image/png", "PNG image, 512 × 512"),
    run: async (ctx, { id }, call) => answerPicture(call, await readLogo(ctx, id, "icon")),
  }),
]);

function answerPicture(call: Context<ApiEnv>, picture: Uint8Array<ArrayBuffer> | null) {
  if (!picture) return respondNotFound(call);
  return call.body(picture, 200, {
    "Content-Type": "image/png",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}
