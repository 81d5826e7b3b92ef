import * as z from "zod/mini";
import { endpoints, submission } from "~/platform/http/endpoint.server";
import { contactRequestSchema } from "./schema";
import { submitMessage } from "./submissions.server";

export const contactApi = endpoints("message", [
  submission("/contact/messages", {
    operationId: "sendContactMessage",
    may: "messages.send",
    summary: "Send a message to the office",
    description:
      "Returns the reference of the message. Send an Idempotency-Key: a repeated request gets the same response for 24 hours and is stored once. More than 3 " +
      "attempts in 60 seconds are refused (429).",
    body: contactRequestSchema,
    answer: z.object({ success: z.literal(true), reference: z.string() }),
    refuses: ["security-wrong", "security-expired", "email-undeliverable", "key-reused", "rate-limited"],
    submit: submitMessage,
  }),
]);
