import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { refusalAsError, technicianNotFound } from "../../scheduling/refusals.server";
import { findTechnician } from "../../scheduling/technician-queries.server";
import { refusedAnswer, technicianDetail } from "../../scheduling/views";
import { inviteTechnician } from "../commands/invite-technician.server";

/** How a technician gets a sign-in. Behind the admin guard. */
export const inviteApi = newApi();

const inviteBody = z.object({ version: z.int({ error: () => m.admin_people_error_stale() }) });

inviteApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/technicians/{id}/invite",
    summary: "Mail a technician the link by which he chooses a password for his page",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    request: { body: bodyOf(inviteBody, "`version` is the one last seen") },
    responses: {
      200: answerOf(z.object({ technician: technicianDetail }), "Invited"),
      404: answerOf(refusedAnswer, "There is no such technician"),
      409: answerOf(refusedAnswer, "stale, inactive, email-taken or has-sign-in"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const technicianId = c.req.param("id") ?? "";
    const { version } = await readJson(c, inviteBody);
    if (!z.safeParse(z.uuid(), technicianId).success) throw technicianNotFound();
    const result = await inviteTechnician(ctx, { technicianId, version });
    if (!result.ok) throw asError(result);
    const technician = await findTechnician(ctx, c.get("config"), technicianId);
    if (!technician) throw technicianNotFound();
    return c.json({ technician }, 200);
  },
);

function asError(refusal: Exclude<Awaited<ReturnType<typeof inviteTechnician>>, { ok: true }>): ApiError {
  switch (refusal.reason) {
    case "inactive":
      return new ApiError(409, refusal.reason, m.technician_error_inactive());
    case "email-taken":
      return new ApiError(409, refusal.reason, m.technician_error_email_taken());
    case "has-sign-in":
      return new ApiError(409, refusal.reason, m.technician_error_has_sign_in());
    default:
      return refusalAsError({ ok: false, reason: refusal.reason });
  }
}
