import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import { makeAvatar } from "~/platform/files/avatar.server";
import { pictureRefusals } from "~/platform/files/pictures.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { TECHNICIAN_PICTURE_PATH } from "~/platform/http/limits/http-limits.server";
import { changePicture, removePicture } from "../commands/picture.server";
import { answerPicture, pictureAnswer, pictureQuery } from "./picture.server";
import { findPicture } from "./technician-queries.server";

export const technicianPicturesApi = endpoints("technician", [
  post(TECHNICIAN_PICTURE_PATH, {
    operationId: "setTechnicianPicture",
    may: "technicians.manage",
    summary: "Set the picture of a technician",
    description: "Scaled to squares of 96 and 192 pixels. Replaces the previous picture.",
    body: bytes("image/*", "JPEG, PNG or WebP, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    async run(ctx, { technicianId }, call) {
      const redrawn = await makeAvatar(new Uint8Array(await call.req.arrayBuffer()), userIdOf(ctx.actor)!);
      if (!redrawn.ok) return redrawn;
      return changePicture(ctx, technicianId, redrawn.avatar);
    },
    refuses: ["not-found", ...pictureRefusals],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post(`${TECHNICIAN_PICTURE_PATH}/remove`, {
    may: "technicians.manage",
    summary: "Remove the picture of a technician",
    description: "`pictureId`: the picture that the user saw.",
    body: z.object({ pictureId: z.uuid({ error: () => m.admin_people_error_stale() }) }),
    answer: okResponse,
    run: (ctx, { technicianId, pictureId }) => removePicture(ctx, technicianId, pictureId),
    refuses: ["not-found", "stale"],
    reply: respondOk,
  }),

  get(`${TECHNICIAN_PICTURE_PATH}/{pictureId}`, {
    may: "technicians.read",
    summary: "Picture of a technician, for the office",
    query: pictureQuery,
    answer: pictureAnswer,
    run: async (ctx, { technicianId, ...wanted }, call) =>
      answerPicture(call, await findPicture(ctx, technicianId, wanted)),
  }),
]);
