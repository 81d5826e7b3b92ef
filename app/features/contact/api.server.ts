import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { idempotencyKeyOf } from "~/platform/idempotency.server";
import { invalidAnswer, tooManyAnswer } from "../bookings/views";
import { contactRequestSchema } from "./schema";
import { submitMessage } from "./submissions.server";

const sent = z.object({ success: z.literal(true) });

export const contactApi = newApi();

contactApi.openapi(
  createRoute({
    method: "post",
    path: "/contact/messages",
    summary: "Write to the office",
    description:
      "Send an Idempotency-Key: the same message is then answered the same for 24 hours and arrives once.",
    request: { body: bodyOf(contactRequestSchema, "The contact form") },
    responses: {
      200: answerOf(sent, "Stored, and on its way to the office"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const sent = { body: await readJson(c, z.unknown()), key: idempotencyKeyOf(c) };
    const { status, body } = await submitMessage(c.get("ctx"), sent);
    return c.json(body as never, status as 200);
  },
);
