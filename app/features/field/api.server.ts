import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/actor";
import { answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { answerFile } from "~/platform/files-api.server";
import { answerOnce, hashBody, idempotencyKeyOf } from "~/platform/idempotency.server";
import { bookingNotFound, refusalAsError } from "../bookings/refusals.server";
import { type ReportRefusal, reportVisit } from "./commands/report-visit.server";
import { findVisitPhoto, listBookingReports, listOwnVisits } from "./queries.server";
import { visitMoveSchema } from "./schema";
import { bookingReports, movedAnswer, ownVisits, refusedAnswer } from "./views";

/** A technician's own visits, for his phone; and what he reported, for the office. */
export const fieldApi = newApi();

const uuid = { type: "string" as const, format: "uuid" };
const pathParam = (name: string) => ({ name, in: "path" as const, required: true, schema: uuid });

fieldApi.openapi(
  createRoute({
    method: "get",
    path: "/technician/visits",
    summary: "The technician's visits of today and tomorrow, and those under way",
    responses: { 200: answerOf(ownVisits, "In the order of time") },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const visits = await listOwnVisits(ctx);
    if (!visits) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json({ visits, at: ctx.now.toISOString() }, 200, { "Cache-Control": "no-store" });
  },
);

fieldApi.openapi(
  createRoute({
    method: "post",
    path: "/technician/visits/{id}/moves",
    summary: "On the way, arrived, no access, on hold, done: with note, photos and signature",
    description:
      "Send an Idempotency-Key: what a phone without a connection sends again is done once. `tappedAt` is when it happened.",
    parameters: [pathParam("id")],
    request: { body: bodyOf(visitMoveSchema, "The move, and `version` as last seen") },
    responses: {
      200: answerOf(movedAnswer, "Done"),
      404: answerOf(refusedAnswer, "There is no such visit, or somebody else is sent now"),
      409: answerOf(
        refusedAnswer,
        "Changed meanwhile (stale), not possible from its state, or a picture is gone",
      ),
      422: answerOf(refusedAnswer, "A reason is required"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const visitId = visitIdOf(c.req.param("id"));
    const sent = await readJson(c, z.unknown());
    const input = readInput(sent, visitMoveSchema);
    const once = {
      key: idempotencyKeyOf(c),
      scope: `visit-move ${userIdOf(ctx.actor)} ${visitId}`,
      bodyHash: hashBody(sent),
    };
    const answer = await answerOnce<ReportRefusal>(ctx, once, async (ctx) => {
      const result = await reportVisit(ctx, visitId, input);
      return result.ok ? { status: 200, body: { success: true, version: result.version } } : result;
    });
    if ("status" in answer) return c.json(answer.body as z.output<typeof movedAnswer>, 200);
    switch (answer.reason) {
      case "key-reused":
        throw new ApiError(422, answer.reason, m.booking_error_idempotency_reused());
      case "unknown-photo":
        throw new ApiError(409, answer.reason, m.technician_error_unknown_photo());
      case "not-found":
        throw new ApiError(404, answer.reason, m.technician_error_not_found());
      default:
        throw refusalAsError(answer);
    }
  },
);

fieldApi.openapi(
  createRoute({
    method: "get",
    path: "/technician/visits/{id}/photos/{photoId}",
    summary: "A picture of one of the technician's visits: the customer's, or his own",
    parameters: [pathParam("id"), pathParam("photoId")],
    responses: {
      200: {
        description: "The picture, which never changes",
        content: { "image/jpeg": { schema: { type: "string" as const, format: "binary" } } },
      },
      404: { description: "There is none, or not for you" },
    },
  }),
  async (c) => {
    const visitId = visitIdOf(c.req.param("id"));
    return answerFile(c, await findVisitPhoto(c.get("ctx"), visitId, c.req.param("photoId") ?? ""));
  },
);

fieldApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}/reports",
    summary: "What technicians noted, photographed and had signed at the visits of a booking",
    description: "The pictures are read at /files/{id}.",
    parameters: [pathParam("id")],
    responses: { 200: answerOf(bookingReports, "In the order of time") },
  }),
  async (c) => {
    const id = c.req.param("id") ?? "";
    const reports = z.safeParse(z.uuid(), id).success ? await listBookingReports(c.get("ctx"), id) : null;
    if (!reports) throw bookingNotFound();
    return c.json({ reports }, 200);
  },
);

/** An id that is none is an id that is not found. */
function visitIdOf(param: string | undefined): string {
  const id = z.safeParse(z.uuid(), param);
  if (!id.success) throw new ApiError(404, "not-found", m.technician_error_not_found());
  return id.data;
}
