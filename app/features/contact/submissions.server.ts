import type * as z from "zod/mini";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Sent } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { answerPostedForm } from "../forms/posted-form.server";
import { submitOnce } from "../forms/submit-once.server";
import { sendMessage } from "./commands.server";
import { contactRequestSchema } from "./schema";

/** The contact form, from a call. Throws what refuses it (`ApiError`). */
export function submitMessage(ctx: Ctx, sent: Sent): Promise<Answer> {
  return submitOnce<z.output<typeof contactRequestSchema>, never>(ctx, sent, {
    name: "contact",
    schema: contactRequestSchema,
    async work(ctx, { securityCheck, ...form }) {
      const result = await sendMessage(ctx, form, securityCheck);
      if (!result.ok) return result;
      return { status: 200, body: { success: true, reference: result.reference } };
    },
  });
}

/** The contact form, posted to its page. */
export function postMessage(ctx: Ctx & Pick<Config, "secret">, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "contact",
    submit: (sent) => submitMessage(ctx, sent),
    done: ({ reference }) => `/contact/sent?reference=${reference}`,
  });
}
