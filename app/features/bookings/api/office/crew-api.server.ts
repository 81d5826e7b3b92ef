import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, post } from "~/platform/http/endpoint.server";
import {
  addVisitHelper,
  removeVisitHelper,
  setBookingCrewSize,
  setCrewSize,
} from "../../commands/crew.server";
import { reasonSchema, versionSchema } from "../../schema";
import { MAX_CREW_SIZE } from "../../visits/crew";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

const technicianId = z.uuid({ error: () => m.booking_error_technician_unknown() });
const crewSize = z.int().check(z.minimum(1), z.maximum(MAX_CREW_SIZE));
const refusals = ["not-found", "stale", "visit-unknown", "wrong-state"] as const;

/** How many people a visit takes, and who helps its lead. */
export const crewApi = endpoints("booking", [
  post("/admin/bookings/{bookingId}/visits/{visitId}/hands", {
    may: "bookings.manage",
    summary: "Say how many people a visit takes",
    description: "Where fewer are enough than come, whoever joined last is released.",
    body: z.object({ version: versionSchema, crewSize }),
    answer: bookingResponse,
    run: setCrewSize,
    refuses: refusals,
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/hands", {
    may: "bookings.manage",
    summary: "Say how many people the work takes before a visit is placed, which then takes as many",
    body: z.object({ version: versionSchema, crewSize }),
    answer: bookingResponse,
    run: setBookingCrewSize,
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/join", {
    may: "bookings.manage",
    summary: "Send a helper to a visit",
    description:
      "At the time of the visit. Over a warning (off shift, time off …) only with a reason in `override`; never over another visit.",
    body: z.object({ version: versionSchema, technicianId, override: reasonSchema }),
    answer: bookingResponse,
    run: (ctx, { override, ...asked }) => addVisitHelper(ctx, { ...asked, overrideReason: override }),
    refuses: [...refusals, "technician-unknown", "technician-busy", "technician-warning"],
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/leave", {
    may: "bookings.manage",
    summary: "Release a helper of a visit; it takes as many as before",
    body: z.object({ version: versionSchema, technicianId }),
    answer: bookingResponse,
    run: removeVisitHelper,
    refuses: refusals,
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),
]);
