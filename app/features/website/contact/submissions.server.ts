import type { Ctx } from "~/platform/context";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import { answerPostedForm, type Posting } from "../../core/forms/posted-form.server";
import { submitOnce } from "../../core/forms/submit-once.server";
import { sendMessage } from "./commands.server";
import { contactRequestSchema } from "./schema";

export function submitMessage(ctx: Ctx, sent: RawSubmission) {
  return submitOnce(ctx, sent, {
    name: "contact",
    isLimitedByNetwork: true,
    schema: contactRequestSchema,
    operation: (ctx, { securityCheck, ...form }) => sendMessage(ctx, form, securityCheck),
    reply: (_, { reference }) => ({ success: true, reference }),
  });
}

/** Handles the contact form posted to its page without JavaScript. */
export function postMessage(ctx: Posting, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "contact",
    submit: (sent) => submitMessage(ctx, sent),
    done: ({ reference }) => `/contact/sent?reference=${reference}`,
  });
}
