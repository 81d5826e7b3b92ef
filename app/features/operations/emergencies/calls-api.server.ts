import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { reasonSchema } from "../bookings/schema";
import { acceptEmergency, passOnEmergency } from "./commands/answer.server";
import { listEmergencyCalls } from "./queries.server";
import { emergencyCalls } from "./views";

export const emergencyCallApi = endpoints("emergency", [
  get("/technician/emergencies", {
    may: "emergencies.answer",
    summary: "Emergencies that the technician is paged for and can still accept",
    description: "Oldest first.",
    answer: emergencyCalls,
    private: true,
    run: async (ctx) => ({ emergencies: await listEmergencyCalls(ctx) }),
  }),

  post("/technician/emergencies/{bookingId}/accept", {
    operationId: "acceptEmergency",
    may: "emergencies.answer",
    summary: "Accept an emergency",
    description:
      "Confirms it and places its visit from now on. `visitId` null: the technician has another visit, so this is an offer that the office decides on. If another technician accepted first, the message names that technician.",
    answer: z.object({ success: z.literal(true), visitId: z.nullable(z.uuid()) }),
    run: (ctx, { bookingId }) => acceptEmergency(ctx, bookingId),
    refuses: [
      ...(["not-found", "stale", "wrong-state", "reason-required", "too-late", "not-today"] as const),
      ...(["technician-unknown", "technician-warning", "emergency-assigned"] as const),
    ],
    reply: (_ctx, _input, { visitId }) => ({ success: true as const, visitId }),
  }),

  post("/technician/emergencies/{bookingId}/decline", {
    operationId: "declineEmergency",
    may: "emergencies.answer",
    summary: "Pass an emergency on: notifies the office and the other technicians on call",
    body: z.object({ reason: reasonSchema }),
    answer: okResponse,
    run: passOnEmergency,
    refuses: ["not-found", "emergency-assigned", "stale"],
    reply: respondOk,
  }),
]);
