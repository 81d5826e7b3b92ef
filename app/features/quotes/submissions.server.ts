import { data, redirect } from "react-router";
import type * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { isRefusal, refuse } from "~/platform/http/refusal";
import type { Posting } from "../forms/posted-form.server";
import { approveQuote, askForChanges, askForQuoteLink, declineQuote } from "./commands/answer.server";
import { type PostedAnswer, positionOfOption } from "./posted-answer";
import { openQuote } from "./queries.server";
import { approvalSchema, changesSchema, declineSchema } from "./schema";

type Fields = Record<string, string>;

interface Address {
  reference: string;
  /** Empty once it is out of the page's address. */
  key: string;
}

/**
 * An answer to a quote, posted to its page without our code: it does what the calls do. One that was taken leads back to the
 * page, which tells it; any other is shown where it stands, with what was typed.
 */
export async function postQuoteAnswer(ctx: Posting, address: Address, request: Request) {
  let fields: Fields = {};
  try {
    fields = await readPostedFields(request);
    if (fields.answer === "link") {
      await askForQuoteLink(ctx, address.reference);
      return told("link", fields, { done: true, message: m.common_link_sent() });
    }
    const opened = await openQuote(ctx, ctx, address);
    const result = opened?.ctx ? await answer(opened.ctx, opened.id, fields) : refuse("not-found");
    if (isRefusal(result)) {
      const { message, status } = ctx.asError(result, "quote");
      return told(answerOf(fields), fields, { message, status });
    }
    const { reference, key } = address;
    return redirect(`/quotes/${reference}${key && `?${new URLSearchParams({ key })}`}`, 303);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { message, errors, status } = error;
    return told(answerOf(fields), fields, { message, errors, status });
  }
}

function answer(ctx: Ctx, quoteId: string, fields: Fields) {
  const revision = Number(fields.revision);
  switch (answerOf(fields)) {
    case "changes":
      return askForChanges(ctx, quoteId, read(changesSchema, { revision, words: fields.words }));
    case "decline":
      return declineQuote(ctx, quoteId, read(declineSchema, { revision, words: fields.words }));
    default: {
      const chosen = Object.keys(fields).flatMap((field) => positionOfOption(field) ?? []);
      return approveQuote(ctx, quoteId, read(approvalSchema, { revision, name: fields.name, chosen }));
    }
  }
}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: object): z.output<Schema> {
  return readInput(body, schema) as z.output<Schema>;
}

function answerOf({ answer }: Fields): "approve" | "changes" | "decline" {
  return answer === "changes" || answer === "decline" ? answer : "approve";
}

function told(
  answer: PostedAnswer["answer"],
  values: Fields,
  { status = 200, ...rest }: Partial<PostedAnswer> & { message: string; status?: number },
) {
  const posted: PostedAnswer = { answer, values, done: false, errors: {}, ...rest };
  return data(posted, { status });
}
