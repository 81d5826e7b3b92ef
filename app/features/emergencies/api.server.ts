import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dispatchRefusals } from "../bookings/api/office/office-api.server";
import { acknowledgeEmergency } from "./commands/acknowledge.server";
import { dispatchEmergency } from "./commands/dispatch.server";
import { listRunningEmergencies } from "./queries.server";
import { runningEmergencies } from "./views";

/** The emergencies on the clock. Each call is answered with all of them as they are now. */
export const emergencyApi = endpoints("booking", [
  get("/admin/emergencies", {
    may: "bookings.manage",
    summary: "The emergencies where nobody has arrived yet, the oldest first, and who is on call",
    answer: runningEmergencies,
    run: (ctx) => listRunningEmergencies(ctx),
  }),

  post("/admin/bookings/{id}/dispatch", {
    may: "bookings.manage",
    summary: "Send a technician to an emergency at once, confirming it on the way",
    description: "Whom: one of the suggestions, or anybody who could be assigned.",
    body: z.object({ technicianId: z.uuid({ error: () => m.booking_error_technician_unknown() }) }),
    answer: runningEmergencies,
    run: (ctx, { id, technicianId }) => dispatchEmergency(ctx, { bookingId: id, technicianId }),
    refuses: dispatchRefusals,
    reply: (ctx) => listRunningEmergencies(ctx),
  }),

  post("/admin/bookings/{id}/acknowledge", {
    may: "bookings.manage",
    summary: "An emergency was seen: it stops ringing",
    answer: runningEmergencies,
    run: (ctx, { id }) => acknowledgeEmergency(ctx, id),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx) => listRunningEmergencies(ctx),
  }),
]);
