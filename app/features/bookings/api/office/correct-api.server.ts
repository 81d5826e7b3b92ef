import * as z from "zod/mini";
import { endpoints, post } from "~/platform/http/endpoint.server";
import { correctBooking } from "../../commands/correct-booking.server";
import { correctionSchema } from "../../corrections/correction";
import { reasonSchema, versionSchema } from "../../schema";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

/** Putting right what was written down wrongly. */
export const correctApi = endpoints("booking", [
  post("/admin/bookings/{id}/correct", {
    may: "bookings.manage",
    summary: "Correct a booking's service, address, duration, contact or message",
    description:
      "What is left out stays. A service brings its own price and duration. Where a visit suffers (`visits-affected`, with " +
      "those visits): again with a reason in `override`, or with `unassign`, which takes its technician off. Of what is over " +
      "only contact and message are corrected. `alsoCustomer`: the contact in the customer's record, too.",
    body: z.extend(correctionSchema, {
      version: versionSchema,
      override: reasonSchema,
      unassign: z.optional(z.boolean()),
      alsoCustomer: z.optional(z.boolean()),
    }),
    answer: bookingResponse,
    run: (ctx, { id, ...asked }) => correctBooking(ctx, { bookingId: id, ...asked }),
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
      "emergency-stays",
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
