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

export const crewApi = endpoints("booking", [
  post("/admin/bookings/{bookingId}/visits/{visitId}/crew-size", {
    operationId: "setVisitCrewSize",
    may: "bookings.manage",
    summary: "Set the crew size of a visit",
    description: "Reducing the size releases the helpers who were added last.",
    body: z.object({ version: versionSchema, crewSize }),
    answer: bookingResponse,
    run: setCrewSize,
    refuses: refusals,
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/crew-size", {
    operationId: "setBookingCrewSize",
    may: "bookings.manage",
    summary: "Set the crew size of a booking without a planned visit; the next visit takes it",
    body: z.object({ version: versionSchema, crewSize }),
    answer: bookingResponse,
    run: setBookingCrewSize,
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/helpers/add", {
    operationId: "addVisitHelper",
    may: "bookings.manage",
    summary: "Add a helper to a visit",
    description:
      "`override`: reason that overrides warnings (off shift, time off …); another visit cannot be overridden.",
    body: z.object({ version: versionSchema, technicianId, override: reasonSchema }),
    answer: bookingResponse,
    run: (ctx, { override, ...input }) => addVisitHelper(ctx, { ...input, overrideReason: override }),
    refuses: [...refusals, "technician-unknown", "technician-busy", "technician-warning"],
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/helpers/remove", {
    operationId: "removeVisitHelper",
    may: "bookings.manage",
    summary: "Remove a helper from a visit; the crew size stays",
    body: z.object({ version: versionSchema, technicianId }),
    answer: bookingResponse,
    run: removeVisitHelper,
    refuses: refusals,
    reply: (ctx, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),
]);
