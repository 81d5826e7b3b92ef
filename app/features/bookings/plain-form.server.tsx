import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { renderToStaticMarkup } from "react-dom/server";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput } from "~/platform/errors";
import type { Answer } from "~/platform/idempotency.server";
import { languageOfDocument } from "~/platform/locale/locale";
import { pageOrigins, securePage } from "~/platform/security-headers.server";
import { makeSecurityCheck } from "./security-check.server";

type Choices = Record<string, { value: string; label: string }[]>;

/** A form as a browser sends it without our code. */
export interface PlainForm {
  /** The page that it stands on. */
  page: string;
  /** The page to see once it was accepted; may be told by the answer. */
  done: string | ((answer: Answer["body"]) => string);
  title: () => string;
  /** The words of its fields, by name, in their order. */
  labels: Record<string, () => string>;
  /** What may be chosen in a field, by its name. */
  choices?: (ctx: Ctx) => Promise<Choices>;
  submit: () => string;
  /** `false`: it is sent without the security check. */
  question?: false;
  /** Does what the call of the same path does with a JSON body. Refusals are thrown. */
  handle: (c: Context<ApiEnv>, sent: unknown) => Promise<Answer>;
}

/**
 * Forms work without JavaScript: a POST with form fields is answered with a page. The pages themselves are the same for
 * everyone, so the security question, which works once, is asked on the page that answers, together with whatever
 * was wrong; what was right is carried along. Other calls of the path pass through.
 */
export function plainForm(form: PlainForm) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.req.method !== "POST" || !isForm(c.req.header("content-type"))) return next();
    const fields = await readFields(c);
    // The question works once, and so does what is sent with it: a button pressed twice gets its first answer again.
    if (fields.securityCheckId) c.req.raw.headers.set("Idempotency-Key", fields.securityCheckId);
    try {
      const answer = await form.handle(c, bodyOf(fields));
      if (answer.status === 200) {
        return c.redirect(typeof form.done === "string" ? form.done : form.done(answer.body), 303);
      }
      return await askAgain(c, form, fields, { status: answer.status, message: String(answer.body.message) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = error instanceof InvalidInput ? error.errors : {};
      return askAgain(c, form, fields, { status: error.status, message: error.message, errors });
    }
  });
}

function isForm(contentType: string | undefined): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType ?? "");
}

type Fields = Record<string, string>;

async function readFields(c: Context): Promise<Fields> {
  const sent = await c.req.formData().catch(() => {
    throw new InvalidInput({ body: m.common_error_bad_form() }, m.common_error_bad_form());
  });
  const entries = [...sent];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"];

/** The body that the form's own code would have sent. */
function bodyOf({ securityCheckId, securityAnswer, ...fields }: Fields): object {
  const parts = Object.entries(fields).filter(([name]) => addressParts.includes(name));
  const others = Object.entries(fields).filter(([name]) => !addressParts.includes(name));
  return {
    ...Object.fromEntries(others),
    ...(parts.length > 0 ? { addressParts: Object.fromEntries(parts) } : {}),
    securityCheck: { id: securityCheckId, answer: securityAnswer },
  };
}

interface Refused {
  status: number;
  message: string;
  errors?: Record<string, string>;
}

async function askAgain(c: Context<ApiEnv>, form: PlainForm, fields: Fields, refused: Refused) {
  const ctx = c.get("ctx");
  const question = form.question === false ? null : await makeSecurityCheck(ctx);
  const asked = "securityCheckId" in fields;
  const errors = Object.fromEntries(
    Object.entries(refused.errors ?? {})
      .map(([field, message]) => [field.replace(/^addressParts\./, ""), message])
      // The question was not on the page that was sent.
      .filter(([field]) => asked || field !== "securityCheck"),
  );
  const onlyTheQuestion = refused.errors !== undefined && Object.keys(errors).length === 0;
  const html = renderToStaticMarkup(
    <AnswerPage
      form={form}
      action={c.req.path}
      fields={fields}
      errors={errors}
      message={onlyTheQuestion ? m.booking_plain_question() : refused.message}
      question={question}
      choices={(await form.choices?.(ctx)) ?? {}}
    />,
  );
  const page = new Response(`<!DOCTYPE html>${html}`, {
    status: onlyTheQuestion ? 200 : refused.status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
  return securePage(page, pageOrigins(c.get("config")));
}

interface AnswerPageProps {
  form: PlainForm;
  action: string;
  fields: Fields;
  errors: Record<string, string>;
  message: string;
  question: { id: string; a: number; b: number } | null;
  choices: Choices;
}

function AnswerPage({ form, action, fields, errors, message, question, choices }: AnswerPageProps) {
  const names = Object.keys(form.labels);
  return (
    <html {...languageOfDocument()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{form.title()}</title>
        <link rel="stylesheet" href="/plain-form.css" />
      </head>
      <body>
        <main>
          <h1>{form.title()}</h1>
          <p>{message}</p>
          <form method="post" action={action}>
            {names.map((name) =>
              name in errors ? (
                <PlainField
                  key={name}
                  name={name}
                  label={form.labels[name]?.() ?? name}
                  error={errors[name]}
                  defaultValue={fields[name]}
                  choices={choices[name]}
                />
              ) : (
                <input key={name} type="hidden" name={name} value={fields[name] ?? ""} />
              ),
            )}
            {question && (
              <>
                <input type="hidden" name="securityCheckId" value={question.id} />
                <PlainField
                  name="securityAnswer"
                  label={m.booking_security_question({ a: question.a, b: question.b })}
                  error={errors.securityCheck}
                  inputMode="numeric"
                  autoComplete="off"
                />
              </>
            )}
            <button type="submit">{form.submit()}</button>
          </form>
          <p>
            <a href={form.page}>{m.booking_plain_back()}</a>
          </p>
        </main>
      </body>
    </html>
  );
}

interface PlainFieldProps {
  name: string;
  label: string;
  error?: string;
  defaultValue?: string;
  choices?: { value: string; label: string }[];
  inputMode?: "numeric";
  autoComplete?: "off";
}

function PlainField({ name, label, error, choices, ...rest }: PlainFieldProps) {
  const described = error
    ? { "aria-invalid": true as const, "aria-describedby": `${name}-error` }
    : undefined;
  return (
    <div>
      <label htmlFor={name}>{label}</label>
      {choices ? (
        <select id={name} name={name} defaultValue={rest.defaultValue} {...described}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : name === "message" ? (
        <textarea id={name} name={name} rows={5} defaultValue={rest.defaultValue} {...described} />
      ) : (
        <input
          id={name}
          name={name}
          type={name === "preferredDate" ? "date" : "text"}
          {...rest}
          {...described}
        />
      )}
      {error && <p id={`${name}-error`}>{error}</p>}
    </div>
  );
}
