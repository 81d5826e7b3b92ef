import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { type Call, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { isRefusal, refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { captchaTokenSchema } from "../../../core/forms/schema";
import { dayRange } from "../../scheduling/schema";
import { offeredDays } from "../../scheduling/views";
import { confirmContact } from "../commands/confirm-contact.server";
import { confirmVisit } from "../commands/confirm-visit.server";
import { renewLink } from "../commands/renew-link.server";
import { rescheduleBooking } from "../commands/reschedule-booking.server";
import { transitionBooking } from "../commands/transition-booking.server";
import { canConfirmContact } from "../policy";
import {
  bookableDaySchema,
  linkKeySchema,
  reasonSchema,
  referenceSchema,
  slotTimeSchema,
  versionSchema,
} from "../schema";
import { bookingView } from "../views";
import { listRescheduleTimes } from "../visits/reschedule-times.server";
import { asCustomer } from "./as-customer.server";

const params = { reference: referenceSchema };

const bookingResponse = z.object({ booking: bookingView });

export const bookingLinkApi = endpoints("booking", [
  get("/bookings/{reference}", {
    may: "website.open-link",
    summary: "View a booking, with the key of the emailed link or signed in as its customer",
    params,
    query: z.object({ key: linkKeySchema }),
    answer: bookingResponse,
    private: true,
    run: showBooking,
  }),

  post("/bookings/renew-link", {
    may: "website.open-link",
    summary: "Email a new link of a booking, with the key of an expired one",
    description: "The answer does not reveal whether the booking exists.",
    body: z.object({ reference: referenceSchema, key: linkKeySchema }),
    answer: okResponse,
    perMinute: 10,
    run: (ctx, input, call) => renewLink(ctx, call.get("config"), input),
    reply: respondOk,
  }),

  post("/bookings/{reference}/confirm-contact", {
    may: "website.open-link",
    summary: "Confirm the email address of a booking, which extends the hold of its time",
    description: "Requires the key of the emailed link. The answer's `heldUntil` is the new end of the hold.",
    params,
    body: z.object({ key: linkKeySchema }),
    answer: bookingResponse,
    run: (ctx, path, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) => confirmContact(ctx, id, call.get("config"))),
    refuses: ["not-found"],
    reply: (ctx, path, _, call) => showBooking(ctx, path, call),
  }),

  post("/bookings/{reference}/confirm-visit", {
    may: "website.open-link",
    summary: "Confirm that someone will be there for the visit, from the day before on",
    description: "`startsAt` as last seen: 409 (stale) if the visit has another time now.",
    params,
    body: z.object({ key: linkKeySchema, startsAt: z.iso.datetime() }),
    answer: bookingResponse,
    run: (ctx, { startsAt, ...path }, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) =>
        confirmVisit(ctx, { bookingId: id, startsAt: new Date(startsAt) }),
      ),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, path, _, call) => showBooking(ctx, path, call),
  }),

  post("/bookings/{reference}/cancel", {
    may: "website.open-link",
    summary: "Cancel a booking, until the cut-off before its visit",
    description: "`version` as last seen.",
    params,
    body: z.object({ key: linkKeySchema, version: versionSchema, reason: reasonSchema }),
    answer: bookingResponse,
    run: (ctx, { version, reason, ...path }, call) =>
      asCustomer(ctx, call, path, (ctx, { id }) =>
        transitionBooking(ctx, { bookingId: id, transition: "cancel", version, reason }),
      ),
    refuses: ["not-found", "stale", "wrong-state", "reason-required", "too-late", "not-today"],
    reply: (ctx, path, _, call) => showBooking(ctx, path, call),
  }),

  get("/bookings/{reference}/availability", {
    may: "website.open-link",
    summary: "Free times to which a booking can be moved, by day; its own time counts as free",
    description: "As /availability, for the work, crew and length of this booking.",
    params,
    query: z.extend(dayRange, { key: linkKeySchema }),
    answer: offeredDays,
    private: true,
    run: (ctx, { from, to, ...path }, call) =>
      asCustomer(ctx, call, path, async (ctx, { id }) => {
        const days = await listRescheduleTimes(ctx, id, { from, to });
        return days ? { days } : refuse("not-found");
      }),
    refuses: ["not-found"],
  }),

  post("/bookings/{reference}/reschedule", {
    may: "website.open-link",
    summary: "Reschedule the visit of a booking, until the cut-off",
    description:
      "`version` as last seen. If the slot is taken, the answer has the three nearest free slots. A guest's request cannot be moved to a time " +
      "that is not held (409, time-not-held).",
    params,
    body: (now: Date) =>
      z.object({
        key: linkKeySchema,
        version: versionSchema,
        date: bookableDaySchema(dubaiDate(now)),
        time: slotTimeSchema,
        captchaToken: captchaTokenSchema,
      }),
    answer: bookingResponse,
    run: (ctx, { version, date: day, time, captchaToken, ...path }, call) =>
      asCustomer(ctx, call, path, async (ctx, { id }) => {
        // A form sent with the emailed key proves the address as well as the button does.
        if (canConfirmContact(ctx.actor, { id })) await confirmContact(ctx, id, call.get("config"));
        return rescheduleBooking(
          ctx,
          { bookingId: id, version, day, time },
          { ...call.get("config"), captchaToken },
        );
      }),
    refuses: [
      "multi-day-locked",
      "not-found",
      "stale",
      "wrong-state",
      "reason-required",
      "too-late",
      "slot-taken",
      "captcha-required",
      "time-not-held",
    ],
    reply: (ctx, path, _, call) => showBooking(ctx, path, call),
  }),
]);

async function showBooking(ctx: Ctx, path: { reference: string; key: string }, call: Call) {
  const shown = await asCustomer(ctx, call, path, (_, booking) => ({ booking }));
  return isRefusal(shown) ? null : shown;
}
