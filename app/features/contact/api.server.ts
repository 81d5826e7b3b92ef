import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import type { Answer } from "~/platform/idempotency.server";
import { plainForm } from "../bookings/plain-form.server";
import { submitOnce } from "../bookings/submission.server";
import { invalidAnswer, tooManyAnswer } from "../bookings/views";
import { sendMessage } from "./commands.server";
import { contactRequestSchema } from "./schema";

const sent = z.object({ success: z.literal(true) });

export const contactApi = newApi();

contactApi.use(
  "/contact/messages",
  plainForm({
    page: "/contact",
    done: "/contact/sent",
    title: m.contact_form_title,
    labels: {
      name: m.booking_name,
      email: m.booking_email,
      phone: m.booking_phone,
      message: m.contact_message,
    },
    submit: m.contact_submit,
    handle: handleMessage,
  }),
);

contactApi.openapi(
  createRoute({
    method: "post",
    path: "/contact/messages",
    summary: "Write to the office",
    description:
      "Send an Idempotency-Key: the same message is then answered the same for 24 hours and arrives once. A plain " +
      "HTML form is answered with a page.",
    request: { body: bodyOf(contactRequestSchema, "The contact form") },
    responses: {
      200: answerOf(sent, "Stored, and on its way to the office"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const { status, body } = await handleMessage(c, await readJson(c, z.unknown()));
    return c.json(body as never, status as 200);
  },
);

function handleMessage(c: Context<ApiEnv>, sent: unknown): Promise<Answer> {
  return submitOnce<z.output<typeof contactRequestSchema>, never>(c, sent, {
    name: "contact",
    schema: contactRequestSchema,
    async work(ctx, { securityCheck, ...form }) {
      const result = await sendMessage(ctx, form, securityCheck);
      return result.ok ? { status: 200, body: { success: true } } : result;
    },
  });
}
