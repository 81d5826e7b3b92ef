import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { idempotencyKeyOf } from "~/platform/idempotency.server";
import { bookingRequestSchema } from "../schema";
import { makeSecurityCheck } from "../security-check.server";
import { submitBooking } from "../submissions.server";
import { bookingView, invalidAnswer, refusedAnswer, slotChoice, tooManyAnswer } from "../views";

const booked = z.object({
  success: z.literal(true),
  bookingId: z.uuid(),
  reference: z.string(),
  /** Follow, change or cancel: the link that is mailed too. */
  followUrl: z.string(),
  booking: bookingView,
});
const slotTaken = z.extend(refusedAnswer, { alternatives: z.array(slotChoice) });

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

requestApi.openapi(
  createRoute({
    method: "post",
    path: "/handle-booking",
    summary: "Book a service",
    description:
      "With preferredDate and preferredTime the slot is held. Send an Idempotency-Key: the same request is then " +
      "answered the same for 24 hours and books once. Who books is read from the session, never from the body.",
    request: { body: bodyOf(bookingRequestSchema(""), "The form 'Book Your Service'") },
    responses: {
      200: answerOf(booked, "Booked"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      409: answerOf(slotTaken, "The slot has gone: the three nearest free ones"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const sent = { body: await readJson(c, z.unknown()), key: idempotencyKeyOf(c) };
    const { status, body } = await submitBooking(c.get("ctx"), c.get("config"), sent);
    return c.json(body as never, status as 200);
  },
);
