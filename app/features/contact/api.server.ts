import * as z from "zod/mini";
import { endpoints, submission } from "~/platform/http/endpoint.server";
import { contactRequestSchema } from "./schema";
import { submitMessage } from "./submissions.server";

export const contactApi = endpoints("message", [
  submission("/contact/messages", {
    may: "messages.send",
    summary: "Write to the office",
    description:
      "Answers the reference of the message. Send an Idempotency-Key: the same message is then answered the same for 24 hours and arrives once. More than 3 " +
      "attempts in 60 seconds are refused (429).",
    body: contactRequestSchema,
    answer: z.object({ success: z.literal(true), reference: z.string() }),
    refuses: ["security-wrong", "security-expired", "key-reused", "rate-limited"],
    submit: submitMessage,
  }),
]);
