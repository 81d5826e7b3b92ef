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
import { errorsByField } from "./field-names";
import type { PostedForm } from "./posted-form";
import { makeSecurityCheck } from "./security-check.server";

export type Fields = Record<string, string>;

export type Posting = Ctx &
  Pick<Config, "secret"> & { asError: (refusal: Refusal, subject: string) => ApiError };

/** Refusal as the API call responds with it. */
export interface Refused {
  status: number;
  reason?: string;
  message: string;
  headers?: Record<string, string>;
  errors?: Fields;
  [more: string]: unknown;
}

interface Form {
  name: string;
  /** `false`: the form has no security check. */
  question?: false;
  /** Runs the same submission as the API call. */
  submit: (sent: RawSubmission) => Promise<Answer | Refusal>;
  /** Next page after acceptance. */
  done: (answer: Answer["body"]) => string;
  /** Converts posted fields to form values. */
  fields?: (posted: Fields) => Fields;
  /** Builds the form-specific part of the body. Default: the fields. */
  body?: (fields: Fields) => object;
  /** Adds data for showing the form again. */
  again?: (posted: PostedForm, refused: Refused) => Promise<PostedForm>;
}

/**
 * Handles a form posted to its page without JavaScript. Success redirects; a refusal shows the page with
 * values and errors. The security question comes with this response, because the page itself is cached.
 */
export async function answerPostedForm(ctx: Posting, request: Request, form: Form) {
  let fields: Fields = {};
  try {
    const posted = await readPostedFields(request);
    fields = form.fields ? form.fields(posted) : posted;
    // The question's id is the idempotency key, so that a second press gets the first response.
    const { data: key } = z.safeParse(z.uuid(), fields.securityCheckId);
    const asError = (refusal: Refusal) => ctx.asError(refusal, form.name);
    const answer = await form.submit({ body: bodyOf(form, fields), key, secret: ctx.secret, asError });
    if (isRefusal(answer)) throw asError(answer);
    const { status, body } = answer;
    if (status === 200) return redirect(form.done(body), 303);
    return await refetchMoney(ctx, form, fields, { ...(body as { message: string }), status });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason, message, headers, extra } = error;
    return refetchMoney(ctx, form, fields, { ...extra, status, reason, message, headers });
  }
}

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"];

function bodyOf(form: Form, { securityCheckId, securityAnswer, ...fields }: Fields): object {
  const parts = Object.entries(fields).filter(([name]) => addressParts.includes(name));
  const otherFields = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !addressParts.includes(name)),
  );
  return {
    ...(form.body ? form.body(otherFields) : otherFields),
    ...(parts.length > 0 ? { addressParts: Object.fromEntries(parts) } : {}),
    securityCheck: { id: securityCheckId, answer: securityAnswer },
  };
}

async function refetchMoney(ctx: Ctx, { name, question, again }: Form, fields: Fields, refused: Refused) {
  const { securityCheckId, securityAnswer: _, ...values } = fields;
  const { securityCheck, ...errors } = errorsByField(refused.errors ?? {});
  // The first post has no answer, because the page had no question.
  const wrongAnswer = securityCheckId ? securityCheck : undefined;
  const isOnlyQuestionMissing =
    securityCheck !== undefined && !wrongAnswer && Object.keys(errors).length === 0;
  const next = Object.keys(values).find((field) => field in errors);
  const posted: PostedForm = {
    form: name,
    message: isOnlyQuestionMissing
      ? m.booking_plain_question()
      : refused.reason === "captcha-required"
        ? // Proof of work needs JavaScript.
          refused.about === "emergency"
          ? m.booking_plain_captcha_emergency()
          : m.booking_plain_captcha()
        : refused.message,
    values,
    errors: wrongAnswer ? { ...errors, securityCheck: wrongAnswer } : errors,
    focus: next ?? (isOnlyQuestionMissing || wrongAnswer ? "securityAnswer" : null),
    question: question === false ? null : await makeSecurityCheck(ctx),
  };
  return data(again ? await again(posted, refused) : posted, {
    status: isOnlyQuestionMissing ? 200 : refused.status,
    headers: refused.headers,
  });
}
