import * as z from "zod/mini";
import { endpoints, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { bookForCustomer } from "../../commands/book-for-customer.server";
import { officeRequestSchema } from "../../request/office-request-form";
import { versionSchema } from "../../schema";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

/** Booking for somebody who called: the visitors' form without their sum and their limit. */
export const officeRequestApi = endpoints("booking", [
  post("/admin/bookings", {
    may: "bookings.manage",
    summary: "Book on a caller's behalf, or a visit under the warranty of a completed booking",
    description:
      "As /handle-booking, without the security check; the email may be left out. `customerId`: whom the office looked up. " +
      "`warrantyOf`: the completed booking whose work is put right. `sameTechnicianAs`: a finished booking of that customer, whose technician they ask for. Where the slot has gone: the three nearest free ones.",
    body: (now: Date) =>
      z.extend(officeRequestSchema(dubaiDate(now)), {
        customerId: z.optional(z.uuid()),
        warrantyOf: z.optional(z.object({ id: z.uuid(), version: versionSchema })),
      }),
    answer: bookingResponse,
    idempotent: true,
    run: (ctx, { customerId, warrantyOf, ...form }) => bookForCustomer(ctx, form, { customerId, warrantyOf }),
    refuses: [
      "unknown-service",
      "unknown-trade",
      "unknown-item",
      "unknown-photo",
      "never-visited",
      "slot-taken",
      "not-found",
      "stale",
      "not-completed",
    ],
    reply: (ctx, _, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),
]);
