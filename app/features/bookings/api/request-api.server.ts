import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/actor";
import { type ApiEnv, answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput } from "~/platform/errors";
import {
  type Answer,
  answerOnce,
  findAnswer,
  hashBody,
  idempotencyKeyOf,
} from "~/platform/idempotency.server";
import { takeAttempt } from "~/platform/rate-limit.server";
import { recordSecurityEvent } from "~/platform/security-events.server";
import { dubaiDate } from "~/platform/time";
import { findNearestSlots } from "../../scheduling/queries.server";
import { requestBooking } from "../commands/request-booking.server";
import { asKeyHolder, followUrl } from "../follow-link.server";
import { findBooking } from "../queries.server";
import { type BookingForm, bookingRequestSchema } from "../schema";
import { countWrongAnswer, makeSecurityCheck, type SecurityRefusal } from "../security-check.server";
import { bookingView, refusedAnswer, slotChoice } from "../views";
import { wordForSlotTaken } from "../words";

/** 3 attempts per 60 seconds, per user or email (specification, section 9). */
const SUBMIT_LIMIT = { most: 3, seconds: 60 };

const booked = z.object({
  success: z.literal(true),
  bookingId: z.uuid(),
  reference: z.string(),
  /** Follow, change or cancel: the link that is mailed too. */
  followUrl: z.string(),
  booking: bookingView,
});
const invalid = z.extend(refusedAnswer, { errors: z.record(z.string(), z.string()) });
const slotTaken = z.extend(refusedAnswer, { alternatives: z.array(slotChoice) });
const tooMany = z.extend(refusedAnswer, { retryAfterSeconds: z.int() });

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

requestApi.openapi(
  createRoute({
    method: "post",
    path: "/handle-booking",
    summary: "Book a service",
    description:
      "With preferredDate and preferredTime the slot is held. Send an Idempotency-Key: the same request is then " +
      "answered the same for 24 hours and books once. Who books is read from the session, never from the body.",
    request: { body: bodyOf(latest.schema, "The form 'Book Your Service'") },
    responses: {
      200: answerOf(booked, "Booked"),
      400: answerOf(invalid, "A rule is broken: a message by field"),
      409: answerOf(slotTaken, "The slot has gone: the three nearest free ones"),
      429: answerOf(tooMany, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const { status, body } = await handleBooking(c);
    return c.json(body as never, status as 200);
  },
);

type Refused = SecurityRefusal | RateLimited | { ok: false; reason: "unknown-service" };

/**
 * The replayed answer comes first; then one transaction that counts the attempt and books. A booking that is refused
 * leaves nothing but the count. Under the key's lock: the same call, sent again before it was answered, is no attempt.
 */
async function handleBooking(c: Context<ApiEnv>): Promise<Answer> {
  const ctx = c.get("ctx");
  const sent: unknown = await readJson(c, z.unknown());
  const once = {
    key: idempotencyKeyOf(c),
    scope: `handle-booking ${userIdOf(ctx.actor) ?? ""}`,
    bodyHash: hashBody(sent),
  };
  const known = await findAnswer(ctx, once);
  if (!known.ok) throw keyReused();
  if (known.answer) return known.answer;

  const { securityCheck, ...form } = readInput(sent, schemaOf(dubaiDate(ctx.now)));
  const answer = await answerOnce<Refused>(ctx, once, async (ctx) => {
    const attempt = await countAttempt(ctx, form);
    if (!attempt.ok) return attempt;
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
  });
  if ("status" in answer) return answer;
  switch (answer.reason) {
    case "key-reused":
      throw keyReused();
    case "rate-limited":
      throw tooManyAttempts(answer.retryAfterSeconds);
    case "unknown-service":
      throw new InvalidInput({ service: m.booking_error_service_unknown() }, m.common_error_invalid());
    case "security-wrong":
      await countWrongAnswer(ctx, securityCheck.id);
      throw new InvalidInput({ securityCheck: m.booking_error_security_wrong() }, m.common_error_invalid());
    case "security-expired":
      throw new InvalidInput({ securityCheck: m.booking_error_security_expired() }, m.common_error_invalid());
  }
}

type RateLimited = { ok: false; reason: "rate-limited"; retryAfterSeconds: number };

async function countAttempt(ctx: Ctx, form: BookingForm): Promise<{ ok: true } | RateLimited> {
  const key = `booking ${userIdOf(ctx.actor) ?? form.email}`;
  const attempt = await takeAttempt(ctx, { key, ...SUBMIT_LIMIT });
  if (attempt.ok) return attempt;
  await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many booking attempts" });
  return { ok: false, reason: "rate-limited", retryAfterSeconds: attempt.retryAfterSeconds };
}

function tooManyAttempts(seconds: number): ApiError {
  return new ApiError(
    429,
    "rate-limited",
    m.booking_error_too_many({ seconds }),
    { retryAfterSeconds: seconds },
    { "Retry-After": String(seconds) },
  );
}

async function slotTakenAnswer(ctx: Ctx, form: BookingForm): Promise<Answer> {
  const alternatives = await findNearestSlots(ctx, form.service, form.preferredDate!, form.preferredTime!);
  const message = wordForSlotTaken(alternatives);
  return { status: 409, body: { success: false, reason: "slot-taken", message, alternatives } };
}

function keyReused(): ApiError {
  return new ApiError(422, "key-reused", m.booking_error_idempotency_reused());
}
