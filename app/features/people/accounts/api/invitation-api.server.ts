import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, post } from "~/platform/http/endpoint.server";
import { locales } from "~/platform/locale/locale";
import { findTechnician } from "../../../operations/scheduling/technicians/technician-queries.server";
import { technicianDetail } from "../../../operations/scheduling/views";
import { inviteTechnician } from "../commands/invite-technician.server";

export const invitationApi = endpoints("technician", [
  post("/admin/technicians/{technicianId}/invite", {
    may: "technicians.invite",
    summary: "Email a technician a link to choose a password",
    description:
      "`language`: of the email and of the app; English by default, the same as before in a new email.",
    body: z.object({
      version: z.int32({ error: () => m.admin_people_error_stale() }),
      language: z.optional(z.enum(locales)),
    }),
    answer: z.object({ technician: technicianDetail }),
    run: inviteTechnician,
    refuses: ["not-found", "stale", "inactive", "email-undeliverable", "email-taken", "has-sign-in"],
    async reply(ctx, { technicianId }, _, call) {
      const technician = await findTechnician(ctx, call.get("config"), technicianId);
      return technician && { technician };
    },
  }),
]);
