import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { findNearestSlots } from "../../scheduling/queries.server";
import { moveBooking } from "../commands/move-booking.server";
import { rescheduleBooking } from "../commands/reschedule-booking.server";
import { openAsCustomer } from "../follow-link.server";
import { findBooking } from "../queries.server";
import { bookingNotFound, refusalAsError } from "../refusals.server";
import { bookableDaySchema, slotTimeSchema } from "../schema";
import { type BookingView, bookingView, refusedAnswer } from "../views";

/** What the customer does with a booking: with the key of the mailed link, or signed in. */

const key = z._default(z.string(), "");
const version = z.int({ error: () => m.booking_error_stale() });
const oneBooking = z.object({ booking: bookingView });
const referenceParam = [
  { name: "reference", in: "path" as const, required: true, schema: { type: "string" as const } },
];

export const followApi = newApi();

followApi.openapi(
  createRoute({
    method: "get",
    path: "/bookings/{reference}",
    summary: "Follow a booking, with the key of the mailed link or signed in as its customer",
    parameters: referenceParam,
    responses: {
      200: answerOf(oneBooking, "The booking"),
      404: answerOf(refusedAnswer, "Not found, or not yours"),
    },
  }),
  async (c) => {
    const { booking } = await openBooking(c, c.req.query("key") ?? "");
    return c.json({ booking }, 200, { "Cache-Control": "no-store" });
  },
);

const cancelBody = z.object({ key, version, reason: z.optional(z.string().check(z.maxLength(500))) });

followApi.openapi(
  createRoute({
    method: "post",
    path: "/bookings/{reference}/cancel",
    summary: "Cancel a booking, until 12 hours before the visit",
    parameters: referenceParam,
    request: { body: bodyOf(cancelBody, "`version` as last seen") },
    responses: {
      200: answerOf(oneBooking, "Cancelled"),
      409: answerOf(refusedAnswer, "Changed meanwhile, or too late"),
    },
  }),
  async (c) => {
    const body = await readJson(c, cancelBody);
    const { ctx, booking } = await openBooking(c, body.key);
    const result = await moveBooking(ctx, {
      bookingId: booking.id,
      move: "cancel",
      version: body.version,
      reason: body.reason,
    });
    if (!result.ok) throw refusalAsError(result);
    return c.json({ booking: await getBooking(ctx, booking.reference) }, 200);
  },
);

const rescheduleBody = (today: string) =>
  z.object({
    key,
    version,
    date: bookableDaySchema(today),
    time: slotTimeSchema,
  });

followApi.openapi(
  createRoute({
    method: "post",
    path: "/bookings/{reference}/reschedule",
    summary: "Move a booking's visit to another slot, until 12 hours before it",
    parameters: referenceParam,
    request: { body: bodyOf(rescheduleBody(""), "The new slot, and `version` as last seen") },
    responses: {
      200: answerOf(oneBooking, "Rescheduled"),
      409: answerOf(refusedAnswer, "Changed meanwhile, too late, or the slot has gone (with alternatives)"),
    },
  }),
  async (c) => {
    const body = await readJson(c, rescheduleBody(dubaiDate(c.get("ctx").now)));
    const { ctx, booking } = await openBooking(c, body.key);
    const result = await rescheduleBooking(ctx, {
      bookingId: booking.id,
      version: body.version,
      day: body.date,
      time: body.time,
    });
    if (!result.ok) {
      const alternatives =
        result.reason === "slot-taken"
          ? await findNearestSlots(ctx, booking.serviceId, body.date, body.time)
          : undefined;
      throw refusalAsError(result, alternatives);
    }
    return c.json({ booking: await getBooking(ctx, booking.reference) }, 200);
  },
);

/** The booking that the path names, as its customer; 404 for anybody else. */
export async function openBooking(c: Context<ApiEnv>, key = ""): Promise<{ ctx: Ctx; booking: BookingView }> {
  const reference = c.req.param("reference") ?? "";
  if (!/^BK-\d{4}-\d{6}$/.test(reference)) throw bookingNotFound();
  const ctx = await openAsCustomer(c.get("ctx"), c.get("config"), reference, key);
  return { ctx, booking: await getBooking(ctx, reference) };
}

async function getBooking(ctx: Ctx, reference: string): Promise<BookingView> {
  const booking = await findBooking(ctx, { reference });
  if (!booking) throw bookingNotFound();
  return booking;
}
