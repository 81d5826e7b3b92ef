import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { multiLine } from "~/platform/text/sanitize-text";
import { looksInjected, sanitizeText } from "../../core/forms/injection";
import { ANSWER_LENGTH, REVIEW_LENGTH, WARRANTY_REQUEST_LENGTH } from "./review";

const cleanWords = (max: number) =>
  z.pipe(
    z.string({ error: () => m.account_text_required() }).check(
      multiLine(),
      z.maxLength(max, { error: () => m.booking_error_too_long({ max }), abort: true }),
      z.refine((text) => !looksInjected(text), { error: () => m.booking_error_message_injected() }),
    ),
    z.transform(sanitizeText),
  );

export const reviewSchema = z.object({
  rating: z
    .int({ error: () => m.account_rating_required() })
    .check(
      z.minimum(1, { error: () => m.account_rating_required() }),
      z.maximum(5, { error: () => m.account_rating_required() }),
    ),
  comment: z._default(cleanWords(REVIEW_LENGTH), ""),
});

export const publishSchema = z.object({ published: z.boolean() });

/** `seenAt`: time of the answer that the editor saw; null if there was none. */
const answerSeen = z.nullable(z.iso.datetime());

export const answerSchema = z.object({
  answer: z.pipe(
    cleanWords(ANSWER_LENGTH),
    z.string().check(z.minLength(1, { error: () => m.account_text_required() })),
  ),
  seenAt: answerSeen,
});

export const removeAnswerSchema = z.object({ seenAt: answerSeen });

export const warrantyRequestSchema = z.object({
  message: z.pipe(
    cleanWords(WARRANTY_REQUEST_LENGTH),
    z.string().check(z.minLength(1, { error: () => m.account_text_required() })),
  ),
});
