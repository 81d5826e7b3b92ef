import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, newApi } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { acknowledgeEmergency } from "../commands/acknowledge-emergency.server";
import { listRunningEmergencies } from "../emergency-queries.server";
import { bookingNotFound, refusalAsError } from "../refusals.server";
import { refusedAnswer, runningEmergencies } from "../views";

/** The emergencies on the clock. Behind the admin guard. */
export const emergencyApi = newApi();

emergencyApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/emergencies",
    summary: "The emergencies where nobody has arrived yet, and who is on call",
    responses: { 200: answerOf(runningEmergencies, "The oldest first") },
  }),
  async (c) => {
    const running = await listRunningEmergencies(c.get("ctx"));
    if (!running) throw new ApiError(403, "not-allowed", m.booking_error_not_allowed());
    return c.json(running, 200);
  },
);

emergencyApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/acknowledge",
    summary: "An emergency was seen: it stops ringing",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: {
      200: answerOf(runningEmergencies, "The emergencies as they are now"),
      404: answerOf(refusedAnswer, "There is no such booking"),
      409: answerOf(refusedAnswer, "It is no emergency, or it is over"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    if (!id.success) throw bookingNotFound();
    const result = await acknowledgeEmergency(ctx, id.data);
    if (!result.ok) throw refusalAsError(result);
    const running = await listRunningEmergencies(ctx);
    if (!running) throw bookingNotFound();
    return c.json(running, 200);
  },
);
