import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dispatchRefusals } from "../bookings/api/office/office-api.server";
import { acknowledgeEmergency } from "./commands/acknowledge.server";
import { dispatchEmergency } from "./commands/dispatch.server";
import { listOnCallPages } from "./on-call-pages.server";
import { listRunningEmergencies } from "./queries.server";
import { onCallPage, runningEmergencies } from "./views";

/** Every endpoint returns the current open emergencies. */
export const emergencyApi = endpoints("booking", [
  get("/admin/emergencies", {
    may: "bookings.manage",
    summary: "Open emergencies without an arrival, oldest first, with suggested technicians",
    answer: runningEmergencies,
    run: (ctx) => listRunningEmergencies(ctx),
  }),

  get("/admin/bookings/{id}/on-call-pages", {
    may: "bookings.read",
    summary: "Technicians who were paged for an emergency, with rings, texts and answers",
    answer: z.object({ pages: z.array(onCallPage) }),
    run: async (ctx, { id }) => ({ pages: await listOnCallPages(ctx, id) }),
  }),

  post("/admin/bookings/{id}/dispatch", {
    operationId: "dispatchEmergency",
    may: "bookings.manage",
    summary: "Dispatch a technician to an emergency, confirming it if needed",
    description:
      "`technicianId`: a suggestion or any technician who can be assigned. Refused while the technician has other visits: see `dispatchAndReassign`.",
    body: z.object({ technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }) }),
    answer: runningEmergencies,
    run: (ctx, { id, technicianId }) => dispatchEmergency(ctx, { bookingId: id, technicianId }),
    refuses: dispatchRefusals,
    reply: (ctx) => listRunningEmergencies(ctx),
  }),

  post("/admin/bookings/{id}/acknowledge", {
    operationId: "acknowledgeEmergency",
    may: "bookings.manage",
    summary: "Acknowledge an emergency: stops the ringing on all screens",
    answer: runningEmergencies,
    run: (ctx, { id }) => acknowledgeEmergency(ctx, id),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx) => listRunningEmergencies(ctx),
  }),
]);
