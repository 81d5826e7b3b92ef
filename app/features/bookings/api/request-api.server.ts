import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import type { Answer } from "~/platform/idempotency.server";
import { dubaiDate, formatDay } from "~/platform/time";
import { listServices } from "../../catalogue/queries.server";
import { findNearestSlots } from "../../scheduling/queries.server";
import { slotTimes } from "../../scheduling/slots";
import { requestBooking } from "../commands/request-booking.server";
import { asKeyHolder, followUrl } from "../follow-link.server";
import { plainForm } from "../plain-form.server";
import { findBooking } from "../queries.server";
import { type BookingForm, bookingRequestSchema } from "../schema";
import { makeSecurityCheck } from "../security-check.server";
import { submitOnce } from "../submission.server";
import {
  bookingView,
  invalidAnswer,
  refusedAnswer,
  type SlotChoice,
  slotChoice,
  tooManyAnswer,
} from "../views";
import { timeText, wordForSlotTaken } from "../words";

const booked = z.object({
  success: z.literal(true),
  bookingId: z.uuid(),
  reference: z.string(),
  /** Follow, change or cancel: the link that is mailed too. */
  followUrl: z.string(),
  booking: bookingView,
});
const slotTaken = z.extend(refusedAnswer, { alternatives: z.array(slotChoice) });

/** Building a schema costs far more than using it, and it stays the same all day. */
let latest = { today: "", schema: bookingRequestSchema("") };

function schemaOf(today: string) {
  if (latest.today !== today) latest = { today, schema: bookingRequestSchema(today) };
  return latest.schema;
}

export const requestApi = newApi();

requestApi.openapi(
  createRoute({
    method: "get",
    path: "/security-check",
    summary: "A sum to solve before a booking is sent; works once, for ten minutes",
    responses: {
      200: answerOf(z.object({ id: z.uuid(), a: z.int(), b: z.int() }), "The two numbers to add"),
    },
  }),
  async (c) => c.json(await makeSecurityCheck(c.get("ctx")), 200, { "Cache-Control": "no-store" }),
);

requestApi.openapi(
  createRoute({
    method: "get",
    path: "/get-google-maps-key",
    summary: "The key of the address search; null: addresses are typed",
    responses: {
      200: answerOf(
        z.object({ apiKey: z.nullable(z.string()), scriptBase: z.string() }),
        "Key and script address",
      ),
    },
  }),
  (c) => {
    const { googleMapsApiKey, googleMapsScriptBase } = c.get("config");
    return c.json({ apiKey: googleMapsApiKey ?? null, scriptBase: googleMapsScriptBase }, 200);
  },
);

requestApi.use(
  "/handle-booking",
  plainForm({
    page: "/bookings",
    done: ({ followUrl }) => `${followUrl}&booked`,
    title: m.booking_title,
    labels: {
      customerName: m.booking_name,
      email: m.booking_email,
      phone: m.booking_phone,
      service: m.booking_service,
      street: m.booking_street,
      buildingName: m.booking_building,
      unitNumber: m.booking_unit,
      area: m.booking_area,
      landmark: m.booking_landmark,
      preferredDate: m.booking_date,
      preferredTime: m.booking_time,
      message: m.booking_message,
    },
    async choices(ctx) {
      const services = await listServices(ctx);
      return {
        service: [
          { value: "", label: m.booking_service_choose() },
          ...services.map(({ id, name }) => ({ value: id, label: name })),
        ],
        preferredTime: [
          { value: "", label: m.booking_any_time() },
          ...slotTimes.map((time) => ({ value: time, label: timeText(time) })),
        ],
      };
    },
    submit: m.booking_submit,
    handle: handlePlainBooking,
  }),
);

requestApi.openapi(
  createRoute({
    method: "post",
    path: "/handle-booking",
    summary: "Book a service",
    description:
      "With preferredDate and preferredTime the slot is held. Send an Idempotency-Key: the same request is then " +
      "answered the same for 24 hours and books once. Who books is read from the session, never from the body. A plain " +
      "HTML form is answered with a page.",
    request: { body: bodyOf(latest.schema, "The form 'Book Your Service'") },
    responses: {
      200: answerOf(booked, "Booked"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      409: answerOf(slotTaken, "The slot has gone: the three nearest free ones"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const { status, body } = await handleBooking(c, await readJson(c, z.unknown()));
    return c.json(body as never, status as 200);
  },
);

/** A slot that has gone is said beside its two fields, with what is free instead. */
async function handlePlainBooking(c: Context<ApiEnv>, sent: unknown): Promise<Answer> {
  const answer = await handleBooking(c, sent);
  if (answer.status !== 409) return answer;
  const { message, alternatives } = answer.body as { message: string; alternatives: SlotChoice[] };
  const free = alternatives.map(({ date, time }) =>
    m.booking_date_at_time({ date: formatDay(date), time: timeText(time) }),
  );
  throw new InvalidInput({ preferredDate: message, preferredTime: free.join(" · ") }, message);
}

async function handleBooking(c: Context<ApiEnv>, sent: unknown): Promise<Answer> {
  const answer = await submitOnce(c, sent, {
    name: "booking",
    schema: schemaOf(dubaiDate(c.get("ctx").now)),
    async work(ctx, { securityCheck, ...form }) {
      const result = await requestBooking(ctx, form, securityCheck);
      if (!result.ok) return result.reason === "slot-taken" ? slotTakenAnswer(ctx, form) : result;
      const booking = await findBooking(asKeyHolder(ctx, result.bookingId), { id: result.bookingId });
      if (!booking) throw new Error("A booking just made cannot be found");
      return {
        status: 200,
        body: {
          success: true,
          bookingId: result.bookingId,
          reference: result.reference,
          followUrl: followUrl(c.get("config"), { id: result.bookingId, reference: result.reference }),
          booking,
        },
      };
    },
  });
  if ("status" in answer) return answer;
  const [field, message] =
    answer.reason === "unknown-photo"
      ? ["photoIds", m.booking_error_photo_gone()]
      : ["service", m.booking_error_service_unknown()];
  throw new InvalidInput({ [field]: message }, m.common_error_invalid());
}

async function slotTakenAnswer(ctx: Ctx, form: BookingForm): Promise<Answer> {
  const alternatives = await findNearestSlots(ctx, form.service, form.preferredDate!, form.preferredTime!);
  const message = wordForSlotTaken(alternatives);
  return { status: 409, body: { success: false, reason: "slot-taken", message, alternatives } };
}
