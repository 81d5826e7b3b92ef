import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/actor";
import { answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput } from "~/platform/errors";
import { type Answer, answerOnce, hashBody, idempotencyKeyOf } from "~/platform/idempotency.server";
import { dubaiDate } from "~/platform/time";
import { findNearestSlots } from "../../scheduling/queries.server";
import { type CallerForm, callerFormSchema } from "../caller-form";
import { type RequestRefusal, requestBooking } from "../commands/request-booking.server";
import { isOffice } from "../policy";
import { refusalAsError } from "../refusals.server";
import { invalidAnswer, refusedAnswer, slotChoice } from "../views";
import { getDetail, notAllowed, oneBooking, version } from "./office-api.server";

/** Booking for somebody who called: the visitors' form without their sum and their limit. */
export const officeRequestApi = newApi();

const officeForm = (today: string) =>
  z.extend(callerFormSchema(today), {
    customerId: z.optional(z.uuid()),
    revisitOf: z.optional(z.object({ id: z.uuid(), version })),
  });

officeRequestApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings",
    summary: "Book on a caller's behalf, or a visit under the warranty of a completed booking",
    description:
      "As /handle-booking, without the security check; the email may be left out. `customerId`: whom the office looked up. `revisitOf`: the " +
      "completed booking whose work is put right. Send an Idempotency-Key.",
    request: { body: bodyOf(officeForm(""), "The form") },
    responses: {
      200: answerOf(oneBooking, "Booked"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      409: answerOf(
        z.extend(refusedAnswer, { alternatives: z.optional(z.array(slotChoice)) }),
        "The slot has gone: the three nearest free ones; or the completed booking changed meanwhile",
      ),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    if (!isOffice(ctx.actor)) throw notAllowed();
    const sent = await readJson(c, z.unknown());
    const { customerId, revisitOf, ...form } = readInput(sent, officeForm(dubaiDate(ctx.now)));
    const once = {
      key: idempotencyKeyOf(c),
      scope: `office-booking ${userIdOf(ctx.actor)}`,
      bodyHash: hashBody(sent),
    };
    const answer = await answerOnce<RequestRefusal>(
      ctx,
      once,
      async (ctx): Promise<Answer | RequestRefusal> => {
        const result = await requestBooking(ctx, form, null, { customerId, revisitOf });
        return result.ok
          ? { status: 200, body: { booking: await getDetail(ctx, result.bookingId) } }
          : result;
      },
    );
    if ("status" in answer) return c.json(answer.body as never, 200);
    throw await requestRefused(ctx, answer, form);
  },
);

async function requestRefused(
  ctx: Ctx,
  refusal: RequestRefusal | { ok: false; reason: "key-reused" },
  form: CallerForm,
): Promise<ApiError> {
  switch (refusal.reason) {
    case "key-reused":
      return new ApiError(422, refusal.reason, m.booking_error_idempotency_reused());
    case "slot-taken": {
      const { service, preferredDate, preferredTime } = form;
      return refusalAsError(refusal, await findNearestSlots(ctx, service, preferredDate!, preferredTime!));
    }
    case "unknown-service":
      return new InvalidInput({ service: m.booking_error_service_unknown() }, m.common_error_invalid());
    case "unknown-photo":
      return new InvalidInput({ photoIds: m.booking_error_photo_gone() }, m.common_error_invalid());
    case "not-found":
    case "stale":
    case "not-completed":
      return refusalAsError(refusal);
    default:
      throw new Error(`The office was asked for a security check: ${refusal.reason}`);
  }
}
