import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readInput, readJson } from "~/platform/api.server";
import { clientNetwork } from "~/platform/client-address.server";
import type { Answer } from "~/platform/idempotency.server";
import { takeAttempt } from "~/platform/rate-limit.server";
import { recordSecurityEvent } from "~/platform/security-events.server";
import { askForLink } from "../commands/ask-for-link.server";
import { plainForm } from "../plain-form.server";
import { linkRequestSchema } from "../schema";
import { tooManyAttempts } from "../submission.server";
import { invalidAnswer, tooManyAnswer } from "../views";

/** Nobody tries references out, and nobody's mailbox is filled by others. */
const CLIENT_LIMIT = { most: 5, seconds: 600 };
const BOOKING_LIMIT = { most: 3, seconds: 3600 };

const PATH = "/bookings/send-link";

export const linkApi = newApi();

linkApi.use(
  PATH,
  plainForm({
    page: "/bookings",
    done: "/bookings/link-sent",
    title: m.booking_follow_title,
    labels: { reference: m.booking_follow_reference, contact: m.booking_follow_contact },
    submit: m.booking_follow_submit,
    question: false,
    handle: handleLinkRequest,
  }),
);

linkApi.openapi(
  createRoute({
    method: "post",
    path: PATH,
    summary: "Mail the link of a booking again, to the address that it was made with",
    description:
      "Answered the same whether there is such a booking or not. A plain HTML form is answered with a page.",
    request: {
      body: bodyOf(linkRequestSchema, "The reference, and the email or phone number of the booking"),
    },
    responses: {
      200: answerOf(
        z.object({ success: z.literal(true) }),
        "If there is such a booking, its link is on its way",
      ),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "Asked for too often"),
    },
  }),
  async (c) => {
    const { status, body } = await handleLinkRequest(c, await readJson(c, z.unknown()));
    return c.json(body as never, status as 200);
  },
);

async function handleLinkRequest(c: Context<ApiEnv>, sent: unknown): Promise<Answer> {
  const ctx = c.get("ctx");
  const asked = readInput(sent, linkRequestSchema);
  for (const limit of [
    { key: `booking-link client ${clientNetwork(ctx.clientIp)}`, ...CLIENT_LIMIT },
    { key: `booking-link ${asked.reference}`, ...BOOKING_LIMIT },
  ]) {
    const attempt = await takeAttempt(ctx, limit);
    if (attempt.ok) continue;
    await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many requests for a booking's link" });
    throw tooManyAttempts(attempt.retryAfterSeconds);
  }
  await askForLink(ctx, asked);
  return { status: 200, body: { success: true } };
}
