import * as z from "zod/mini";
import { endpoints, post } from "~/platform/http/endpoint.server";
import { correctBooking } from "../../commands/correct-booking.server";
import { correctionSchema } from "../../corrections/correction";
import { reasonSchema, versionSchema } from "../../schema";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

export const correctApi = endpoints("booking", [
  post("/admin/bookings/{id}/correct", {
    may: "bookings.manage",
    summary: "Correct a booking's service, address, duration, contact or message",
    description:
      "Absent fields stay. Another service brings its own price and duration. If visits get new conflicts (`visits-affected`, with " +
      "those visits), send again with a reason in `override`, or with `unassign` to unassign them. In terminal states " +
      "only contact and message can be corrected. `updateCustomer`: corrects the customer record, too.",
    body: z.extend(correctionSchema, {
      version: versionSchema,
      override: reasonSchema,
      unassign: z.optional(z.boolean()),
      updateCustomer: z.optional(z.boolean()),
    }),
    answer: bookingResponse,
    run: (ctx, { id, ...input }) => correctBooking(ctx, { bookingId: id, ...input }),
    refuses: [
      "not-found",
      "merged",
      "stale",
      "wrong-state",
      "reason-required",
      "too-late",
      "unknown-service",
      "unknown-trade",
      "unknown-item",
      "invoiced",
      "emergency-not-correctable",
      "visits-affected",
      "technician-busy",
      "visit-unknown",
      "changed-since",
      "duplicates",
      "account-email",
    ],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),
]);
