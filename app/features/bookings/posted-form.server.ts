import { data, redirect } from "react-router";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import type { Sent } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { itemsIn, withoutItems } from "./lines/item-names";
import { readMenu } from "./lines/menu.server";
import { OFFERED_SLOT, type PostedForm } from "./posted-form";
import { makeSecurityCheck } from "./security-check.server";
import type { SlotChoice } from "./views";

type Fields = Record<string, string>;

interface Form {
  name: PostedForm["form"];
  /** `false`: it is sent without the security check. */
  question?: false;
  /** Does what the call for the same form does. Refusals are thrown, or answered. */
  submit: (sent: Sent) => Promise<Answer>;
  /** The page to see once it was accepted. */
  done: (answer: Answer["body"]) => string;
}

/**
 * Forms work without JavaScript: they are posted to their own page, whose action this is. An accepted one leads on; a
 * refused one is shown again where it stands, with what was typed and what is wrong. The page is the same for everyone
 * until then, so the security question, which works once, comes with the answer.
 */
export async function answerPostedForm(ctx: Ctx & Pick<Config, "secret">, request: Request, form: Form) {
  let fields: Fields = {};
  try {
    fields = withChosenSlot(await readPostedFields(request));
    // The question works once, and so does what is sent with it: a button pressed twice gets its first answer again.
    const { data: key } = z.safeParse(z.uuid(), fields.securityCheckId);
    const { status, body } = await form.submit({ body: bodyOf(fields), key, secret: ctx.secret });
    if (status === 200) return redirect(form.done(body), 303);
    return await askAgain(ctx, form, fields, { ...(body as Omit<Refused, "status">), status });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, headers, extra } = error;
    return askAgain(ctx, form, fields, { ...extra, status, message, headers });
  }
}

/** A slot that was offered is both date and time. */
function withChosenSlot({ [OFFERED_SLOT]: slot, ...fields }: Fields): Fields {
  const [preferredDate, preferredTime] = slot?.split(" ") ?? [];
  return preferredDate && preferredTime ? { ...fields, preferredDate, preferredTime } : fields;
}

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"];

/** The body that the form's own code would have sent. */
function bodyOf({ securityCheckId, securityAnswer, ...fields }: Fields): object {
  const parts = Object.entries(fields).filter(([name]) => addressParts.includes(name));
  const others = Object.entries(fields).filter(([name]) => !addressParts.includes(name));
  const items = itemsIn(fields);
  return {
    ...withoutItems(Object.fromEntries(others)),
    ...(items.length > 0 ? { items } : {}),
    ...(parts.length > 0 ? { addressParts: Object.fromEntries(parts) } : {}),
    securityCheck: { id: securityCheckId, answer: securityAnswer },
  };
}

interface Refused {
  status: number;
  /** For the program. */
  reason?: string;
  message: string;
  headers?: Record<string, string>;
  errors?: Fields;
  alternatives?: SlotChoice[];
  /** Of the booking that is there already. */
  reference?: string;
}

async function askAgain(ctx: Ctx, { name, question }: Form, fields: Fields, refused: Refused) {
  const { securityCheckId, securityAnswer: _, ...values } = fields;
  const { securityCheck, ...errors } = byField(refused.errors ?? {});
  // Nobody can have answered a question that was not on the page.
  const wrongAnswer = securityCheckId ? securityCheck : undefined;
  const onlyTheQuestion = securityCheck !== undefined && !wrongAnswer && Object.keys(errors).length === 0;
  const { alternatives = null } = refused;
  const next = alternatives ? OFFERED_SLOT : Object.keys(values).find((field) => field in errors);
  const posted: PostedForm = {
    form: name,
    message: onlyTheQuestion
      ? m.booking_plain_question()
      : refused.reason === "captcha-required"
        ? // Without our code nothing works it out.
          m.booking_plain_captcha()
        : refused.message,
    values: alternatives ? { ...values, preferredTime: "" } : values,
    errors: wrongAnswer ? { ...errors, securityCheck: wrongAnswer } : errors,
    focus: next ?? (onlyTheQuestion || wrongAnswer ? "securityAnswer" : null),
    menu: name === "booking" ? await readMenu(ctx) : null,
    question: question === false ? null : await makeSecurityCheck(ctx),
    alternatives,
    besides: refused.reference ?? fields.besides ?? null,
  };
  return data(posted, { status: onlyTheQuestion ? 200 : refused.status, headers: refused.headers });
}

/** The address's parts go by their own names, as their fields do. */
function byField(errors: Fields): Fields {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field.replace(/^addressParts\./, "").replace(/^items\..*/, "items"),
      message,
    ]),
  );
}
