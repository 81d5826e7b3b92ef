import { data, redirect } from "react-router";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { isRefusal, type Refusal } from "~/platform/http/refusal";
import { byOwnNames } from "./field-names";
import type { PostedForm } from "./posted-form";
import { makeSecurityCheck } from "./security-check.server";

export type Fields = Record<string, string>;

/** What a page hands to the form that was posted to it. */
export type Posting = Ctx &
  Pick<Config, "secret"> & { asError: (refusal: Refusal, subject: string) => ApiError };

/** Why it is not accepted, as the call for the same form tells it. */
export interface Refused {
  status: number;
  /** For the program. */
  reason?: string;
  message: string;
  headers?: Record<string, string>;
  errors?: Fields;
  [more: string]: unknown;
}

interface Form {
  name: string;
  /** `false`: it is sent without the security check. */
  question?: false;
  /** Does what the call for the same form does. */
  submit: (sent: RawSubmission) => Promise<Answer | Refusal>;
  /** The page to see once it was accepted. */
  done: (answer: Answer["body"]) => string;
  /** The fields as the form's own code would have them. Absent: as they are posted. */
  fields?: (posted: Fields) => Fields;
  /** What that code would have sent of the fields that are this form's own. Absent: as they are. */
  body?: (fields: Fields) => object;
  /** Adds what its page needs to ask again. */
  again?: (posted: PostedForm, refused: Refused) => Promise<PostedForm>;
}

/**
 * Forms work without JavaScript: they are posted to their own page, whose action this is. An accepted one leads on; a
 * refused one is shown again where it stands, with what was typed and what is wrong. The page is the same for everyone
 * until then, so the security question, which works once, comes with the answer.
 */
export async function answerPostedForm(ctx: Posting, request: Request, form: Form) {
  let fields: Fields = {};
  try {
    const posted = await readPostedFields(request);
    fields = form.fields ? form.fields(posted) : posted;
    // The question works once, and so does what is sent with it: a button pressed twice gets its first answer again.
    const { data: key } = z.safeParse(z.uuid(), fields.securityCheckId);
    const asError = (refusal: Refusal) => ctx.asError(refusal, form.name);
    const answer = await form.submit({ body: bodyOf(form, fields), key, secret: ctx.secret, asError });
    if (isRefusal(answer)) throw asError(answer);
    const { status, body } = answer;
    if (status === 200) return redirect(form.done(body), 303);
    return await askAgain(ctx, form, fields, { ...(body as { message: string }), status });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason, message, headers, extra } = error;
    return askAgain(ctx, form, fields, { ...extra, status, reason, message, headers });
  }
}

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"];

/** The body that the form's own code would have sent. */
function bodyOf(form: Form, { securityCheckId, securityAnswer, ...fields }: Fields): object {
  const parts = Object.entries(fields).filter(([name]) => addressParts.includes(name));
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !addressParts.includes(name)));
  return {
    ...(form.body ? form.body(others) : others),
    ...(parts.length > 0 ? { addressParts: Object.fromEntries(parts) } : {}),
    securityCheck: { id: securityCheckId, answer: securityAnswer },
  };
}

async function askAgain(ctx: Ctx, { name, question, again }: Form, fields: Fields, refused: Refused) {
  const { securityCheckId, securityAnswer: _, ...values } = fields;
  const { securityCheck, ...errors } = byOwnNames(refused.errors ?? {});
  // Nobody can have answered a question that was not on the page.
  const wrongAnswer = securityCheckId ? securityCheck : undefined;
  const onlyTheQuestion = securityCheck !== undefined && !wrongAnswer && Object.keys(errors).length === 0;
  const next = Object.keys(values).find((field) => field in errors);
  const posted: PostedForm = {
    form: name,
    message: onlyTheQuestion
      ? m.booking_plain_question()
      : refused.reason === "captcha-required"
        ? // Without our code nothing works it out.
          m.booking_plain_captcha()
        : refused.message,
    values,
    errors: wrongAnswer ? { ...errors, securityCheck: wrongAnswer } : errors,
    focus: next ?? (onlyTheQuestion || wrongAnswer ? "securityAnswer" : null),
    question: question === false ? null : await makeSecurityCheck(ctx),
  };
  return data(again ? await again(posted, refused) : posted, {
    status: onlyTheQuestion ? 200 : refused.status,
    headers: refused.headers,
  });
}
