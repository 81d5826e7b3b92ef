import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { acknowledgeEmergency } from "../commands/acknowledge-emergency.server";
import { dispatchEmergency } from "../commands/dispatch-emergency.server";
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
    return c.json(await getRunning(c.get("ctx")), 200);
  },
);

const dispatchBody = z.object({
  technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }),
});

emergencyApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/dispatch",
    summary: "Send a technician to an emergency at once, confirming it on the way",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    request: { body: bodyOf(dispatchBody, "Whom: one of the suggestions, or anybody who could be assigned") },
    responses: {
      200: answerOf(runningEmergencies, "The emergencies as they are now"),
      404: answerOf(refusedAnswer, "There is no such booking"),
      409: answerOf(refusedAnswer, "wrong-state, technician-busy or technician-warning"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const { technicianId } = await readJson(c, dispatchBody);
    const result = await dispatchEmergency(ctx, { bookingId: bookingIdOf(c.req.param("id")), technicianId });
    if (!result.ok) throw refusalAsError(result);
    return c.json(await getRunning(ctx), 200);
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
    const result = await acknowledgeEmergency(ctx, bookingIdOf(c.req.param("id")));
    if (!result.ok) throw refusalAsError(result);
    return c.json(await getRunning(ctx), 200);
  },
);

async function getRunning(ctx: Ctx) {
  const running = await listRunningEmergencies(ctx);
  if (!running) throw new ApiError(403, "not-allowed", m.booking_error_not_allowed());
  return running;
}

/** An id that is none is an id that is not found. */
function bookingIdOf(param: string | undefined): string {
  const id = z.safeParse(z.uuid(), param);
  if (!id.success) throw bookingNotFound();
  return id.data;
}
