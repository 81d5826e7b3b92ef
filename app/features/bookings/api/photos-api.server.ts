import { createRoute } from "@hono/zod-openapi";
import { newApi } from "~/platform/api.server";
import { answerFile } from "~/platform/files-api.server";
import { findPhoto } from "../photos.server";
import { openBooking } from "./follow-api.server";
import { getDetail } from "./office-api.server";

/** The photos of a booking, for its customer and for the office. */

const pathParam = (name: string) => ({
  name,
  in: "path" as const,
  required: true,
  schema: { type: "string" as const },
});
const responses = {
  200: {
    description: "The picture, which never changes",
    content: { "image/jpeg": { schema: { type: "string" as const, format: "binary" } } },
  },
  304: { description: "Known already by its ETag" },
  404: { description: "There is none, or not for you" },
};

export const photosApi = newApi();

photosApi.openapi(
  createRoute({
    method: "get",
    path: "/bookings/{reference}/photos/{photoId}",
    summary: "A photo of a booking, with the key of the mailed link or signed in as its customer",
    parameters: [pathParam("reference"), pathParam("photoId")],
    responses,
  }),
  async (c) => {
    const { ctx, booking } = await openBooking(c, c.req.query("key") ?? "");
    return answerFile(c, await findPhoto(ctx, booking.id, c.req.param("photoId") ?? ""));
  },
);

photosApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}/photos/{photoId}",
    summary: "A photo of a booking, for the office",
    parameters: [pathParam("id"), pathParam("photoId")],
    responses,
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const booking = await getDetail(ctx, c.req.param("id") ?? "");
    return answerFile(c, await findPhoto(ctx, booking.id, c.req.param("photoId") ?? ""));
  },
);
