import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { openBooking } from "../bookings/api/follow-api.server";
import { bookingNotFound } from "../bookings/refusals.server";
import { type BookingView, refusedAnswer } from "../bookings/views";
import { aftercareOf } from "./aftercare";
import { type AftercareRefusal, askForRevisit, publishReview, writeReview } from "./commands.server";
import { findCustomerWords, findWords } from "./queries.server";
import { publishSchema, reviewSchema, revisitSchema } from "./schema";
import { type AftercareView, aftercareView, customerWords } from "./views";

/** What the signed-in customer does about finished work. */
export const aftercareApi = newApi();

const referenceParam = [
  { name: "reference", in: "path" as const, required: true, schema: { type: "string" as const } },
];
const bookingIdParam = [
  {
    name: "id",
    in: "path" as const,
    required: true,
    schema: { type: "string" as const, format: "uuid" },
  },
];

aftercareApi.openapi(
  createRoute({
    method: "get",
    path: "/account/bookings/{reference}/aftercare",
    summary: "What the customer has said about a booking, and may still say",
    parameters: referenceParam,
    responses: {
      200: answerOf(aftercareView, "Review and revisit"),
      404: answerOf(refusedAnswer, "Not found, or not yours"),
    },
  }),
  async (c) => {
    const { booking } = await openBooking(c);
    return c.json(await viewOf(c, booking), 200, { "Cache-Control": "no-store" });
  },
);

aftercareApi.openapi(
  createRoute({
    method: "post",
    path: "/account/bookings/{reference}/review",
    summary: "Say what the finished work was like, 1 to 5 and in words; once",
    parameters: referenceParam,
    request: { body: bodyOf(reviewSchema, "The review") },
    responses: {
      200: answerOf(aftercareView, "Kept"),
      404: answerOf(refusedAnswer, "Not found, or not yours"),
      409: answerOf(refusedAnswer, "The work is not completed, or was reviewed before"),
    },
  }),
  async (c) => {
    const review = await readJson(c, reviewSchema);
    const { ctx, booking } = await openBooking(c);
    const result = await writeReview(ctx, booking.id, review);
    if (!result.ok) throw refusalAsError(result);
    return c.json(await viewOf(c, booking), 200);
  },
);

aftercareApi.openapi(
  createRoute({
    method: "post",
    path: "/account/bookings/{reference}/revisit",
    summary: "Ask for a visit under the warranty; once",
    parameters: referenceParam,
    request: { body: bodyOf(revisitSchema, "What is wrong") },
    responses: {
      200: answerOf(aftercareView, "Asked"),
      404: answerOf(refusedAnswer, "Not found, or not yours"),
      409: answerOf(refusedAnswer, "The work is not completed, or this was asked for before"),
    },
  }),
  async (c) => {
    const { words } = await readJson(c, revisitSchema);
    const { ctx, booking } = await openBooking(c);
    const result = await askForRevisit(ctx, booking.id, words);
    if (!result.ok) throw refusalAsError(result);
    return c.json(await viewOf(c, booking), 200);
  },
);

aftercareApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}/customer-words",
    summary: "What the customer has said since the work was done, for the office",
    parameters: bookingIdParam,
    responses: { 200: answerOf(customerWords, "Review and request for a warranty visit") },
  }),
  async (c) => {
    const { id } = readInput({ id: c.req.param("id") }, z.object({ id: z.uuid() }));
    const words = await findCustomerWords(c.get("ctx"), id);
    if (!words) throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
    return c.json(words, 200);
  },
);

aftercareApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/review",
    summary: "Show a review on the website, or no longer",
    parameters: bookingIdParam,
    request: { body: bodyOf(publishSchema, "Whether everybody may read it") },
    responses: {
      200: answerOf(customerWords, "So it is"),
      404: answerOf(refusedAnswer, "There is no review"),
    },
  }),
  async (c) => {
    const { published } = await readJson(c, publishSchema);
    const { id } = readInput({ id: c.req.param("id") }, z.object({ id: z.uuid() }));
    const result = await publishReview(c.get("ctx"), id, published);
    const words = result.ok && (await findCustomerWords(c.get("ctx"), id));
    if (!words) throw bookingNotFound();
    return c.json(words, 200);
  },
);

async function viewOf(c: Context<ApiEnv>, booking: BookingView): Promise<AftercareView> {
  const { form, ...words } = await findWords(c.get("ctx"), booking.id);
  const { review, revisitAskedAt } = words;
  return {
    ...words,
    bookAgain: form,
    ...aftercareOf(booking.state, { reviewed: review !== null, revisitAsked: revisitAskedAt !== null }),
  };
}

function refusalAsError({ reason }: AftercareRefusal): ApiError {
  return reason === "not-found"
    ? bookingNotFound()
    : new ApiError(409, reason, m.account_aftercare_wrong_state());
}
