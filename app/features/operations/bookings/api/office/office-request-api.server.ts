import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { textChannels } from "~/platform/messaging/channel";
import { configuredTextChannels } from "~/platform/messaging/providers/channel-providers.server";
import { dubaiDate } from "~/platform/time";
import { bookForCustomer } from "../../commands/book-for-customer.server";
import { officeRequestSchema } from "../../request/office-request-form";
import { versionSchema } from "../../schema";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

export const officeRequestApi = endpoints("booking", [
  get("/admin/text-channels", {
    may: "bookings.manage",
    summary: "Configured channels of text messages to customers",
    answer: z.object({ channels: z.array(z.enum(textChannels)) }),
    run: (_ctx, _input, call) => ({ channels: configuredTextChannels(call.get("config")) }),
  }),
  post("/admin/bookings", {
    may: "bookings.manage",
    summary: "Create a phone booking, or a warranty visit for a completed booking",
    description:
      "As /handle-booking, without the security check; the email is optional. `customerId`: customer chosen by the office; required if several customers have the phone and the name decides nothing. " +
      "`warrantyOf`: completed booking that a warranty visit corrects. `sameTechnicianAs`: finished booking of that customer whose technician is preferred. If the slot is taken, the answer has the three nearest free slots.",
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
      "unknown-former-technician",
      "customer-ambiguous",
      "slot-taken",
      "not-found",
      "stale",
      "not-completed",
    ],
    reply: (ctx, _, { bookingId }) => loadDetailResponse(ctx, bookingId),
  }),
]);
