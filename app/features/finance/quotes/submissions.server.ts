import { data, redirect } from "react-router";
import type * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { isRefusal, refuse } from "~/platform/http/refusal";
import type { Posting } from "../../core/forms/posted-form.server";
import { approveQuote, declineQuote, requestChanges, requestQuoteLink } from "./commands/answer.server";
import { openQuote } from "./link/quote-link.server";
import { optionPosition, type PostedAnswer } from "./posted-answer";
import { approvalSchema, changesSchema, declineSchema } from "./schema";

type Fields = Record<string, string>;

interface Address {
  reference: string;
  /** Empty for signed-in customers. */
  key: string;
}

/**
 * Handles the answer form posted without JavaScript. Success redirects to the quote page; errors render the
 * form with the typed values.
 */
export async function postQuoteAnswer(ctx: Posting, address: Address, request: Request) {
  let fields: Fields = {};
  try {
    fields = await readPostedFields(request);
    if (fields.answer === "link") {
      await requestQuoteLink(ctx, address.reference);
      return respondWithForm("link", fields, { done: true, message: m.link_sent() });
    }
    const opened = await openQuote(ctx, ctx, address);
    const result = opened?.ctx ? await answer(opened.ctx, opened.id, fields) : refuse("not-found");
    if (isRefusal(result)) {
      const { message, status } = ctx.asError(result, "quote");
      return respondWithForm(answerKind(fields), fields, { message, status });
    }
    const { reference, key } = address;
    return redirect(`/quotes/${reference}${key && `?${new URLSearchParams({ key })}`}`, 303);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { message, errors, status } = error;
    return respondWithForm(answerKind(fields), fields, { message, errors, status });
  }
}

function answer(ctx: Ctx, quoteId: string, fields: Fields) {
  const revision = Number(fields.revision);
  switch (answerKind(fields)) {
    case "changes":
      return requestChanges(ctx, quoteId, parse(changesSchema, { revision, comment: fields.comment }));
    case "decline":
      return declineQuote(ctx, quoteId, parse(declineSchema, { revision, comment: fields.comment }));
    default: {
      const chosenPositions = Object.keys(fields).flatMap((field) => optionPosition(field) ?? []);
      return approveQuote(
        ctx,
        quoteId,
        parse(approvalSchema, { revision, name: fields.name, chosenPositions }),
      );
    }
  }
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, body: object): z.output<Schema> {
  return readInput(body, schema) as z.output<Schema>;
}

function answerKind({ answer }: Fields): "approve" | "changes" | "decline" {
  return answer === "changes" || answer === "decline" ? answer : "approve";
}

function respondWithForm(
  answer: PostedAnswer["answer"],
  values: Fields,
  { status = 200, ...rest }: Partial<PostedAnswer> & { message: string; status?: number },
) {
  const posted: PostedAnswer = { answer, values, done: false, errors: {}, ...rest };
  return data(posted, { status });
}
