import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { dispatchRefusals } from "../bookings/api/office/office-api.server";
import { reasonSchema } from "../bookings/schema";
import { acceptEmergency, passOnEmergency } from "./commands/answer.server";
import { listEmergencyCalls } from "./queries.server";
import { emergencyCalls } from "./views";

/** What a technician on call is asked, on his phone. */
export const emergencyCallApi = endpoints("emergency", [
  get("/technician/emergencies", {
    may: "emergencies.answer",
    summary: "The emergencies that the technician was asked to go to, and nobody is sent to yet",
    description: "The oldest first.",
    answer: emergencyCalls,
    private: true,
    run: async (ctx) => ({ emergencies: await listEmergencyCalls(ctx) }),
  }),

  post("/technician/emergencies/{bookingId}/accept", {
    may: "emergencies.answer",
    summary: "Go to an emergency that one was asked to go to",
    description:
      "It is confirmed and its visit placed from now on. Where somebody was quicker, the words say who.",
    answer: z.object({ success: z.literal(true), visitId: z.uuid() }),
    run: (ctx, { bookingId }) => acceptEmergency(ctx, bookingId),
    refuses: [...dispatchRefusals, "emergency-taken"],
    reply: (_ctx, _input, { visitId }) => ({ success: true as const, visitId }),
  }),

  post("/technician/emergencies/{bookingId}/pass-on", {
    may: "emergencies.answer",
    summary: "Pass an emergency on: the office and whoever else is on call are told",
    body: z.object({ reason: reasonSchema }),
    answer: okResponse,
    run: passOnEmergency,
    refuses: ["not-found", "emergency-taken", "stale"],
    reply: respondOk,
  }),
]);
