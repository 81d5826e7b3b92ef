import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { tellFormOutcome } from "~/platform/form-outcome";
import { HttpError, logLimit, postJson } from "~/platform/http-client";
import { useSession } from "~/platform/session";
import { Button } from "~/ui/button";
import { notices } from "~/ui/toast-store";
import { useHydrated } from "~/ui/use-hydrated";
import { fieldErrorsOf, type SecurityAnswer } from "../client";
import type { FormRef } from "./form-fields";
import { SecurityCheck, type SecurityCheckHandle } from "./security-check";
import { createSubmissionKeys } from "./submission-key";
import { createSubmitLimit } from "./submit-limit";

export type Errors = Record<string, string>;
export type FormRead<Body> = { ok: true; body: Body } | { ok: false; errors: Errors };

interface SecuredFormProps<Body extends { email: string }> {
  /** Where it is sent: as JSON by this code, as form fields without it. */
  action: string;
  id?: string;
  /** The heading that names it. */
  labelledBy: string;
  /** Reads the fields by the rules that the server applies too. Errors by field name, one each. */
  read: (form: HTMLFormElement) => FormRead<Body>;
  onSent: () => void;
  words: { submit: string; submitting: string; failed: string; promise: string };
  children: (errors: Errors, form: FormRef) => ReactNode;
}

// For the page's lifetime: a form that is left and opened again counts on.
const submitLimit = createSubmitLimit();

/**
 * A form that anybody may send: fields with errors beside them, the security check, and a button. Works as a plain
 * form before its code is there. The form keeps what was typed until it was accepted.
 */
export function SecuredForm<Body extends { email: string }>({
  action,
  id,
  labelledBy,
  read,
  onSent,
  words,
  children,
}: SecuredFormProps<Body>) {
  const form = useRef<HTMLFormElement>(null);
  const securityCheck = useRef<SecurityCheckHandle>(null);
  const [submissionKeys] = useState(createSubmissionKeys);
  const session = useSession();
  const hydrated = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [answer, setAnswer] = useState<SecurityAnswer | null>(null);
  const [sending, setSending] = useState(false);

  /** Shows what is wrong and sends the focus to the first of it. */
  function refuse(found: Errors) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    tellFormOutcome({ form: action, sent: false, reason: "invalid" });
    notices.show({ title: m.booking_invalid_title(), description: m.common_error_invalid(), tone: "error" });
  }

  function refuseForNow(seconds: number) {
    tellFormOutcome({ form: action, sent: false, reason: "rate-limited" });
    const description = m.booking_error_too_many({ seconds });
    notices.show({ title: m.booking_too_many_title(), description, tone: "error" });
  }

  /** What was found wrong is looked at again as it is put right. */
  function recheck() {
    if (Object.keys(errors).length === 0 || !form.current) return;
    const checked = read(form.current);
    const still = checked.ok ? {} : checked.errors;
    setErrors(Object.fromEntries(Object.entries(still).filter(([field]) => field in errors)));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || !answer) return;
    const checked = read(event.currentTarget);
    if (!checked.ok) return refuse(checked.errors);
    setErrors({});
    const who = session.state === "signed-in" ? session.user.id : checked.body.email;
    const attempt = submitLimit.take(`${action} ${who}`, Date.now());
    if (!attempt.ok) {
      logLimit(action);
      return refuseForNow(attempt.retryAfterSeconds);
    }

    const body = { ...checked.body, securityCheck: answer };
    setSending(true);
    try {
      await postJson(action, body, submissionKeys.keyFor(body));
      submissionKeys.settled();
      tellFormOutcome({ form: action, sent: true });
      onSent();
    } catch (error) {
      fail(error);
    } finally {
      setSending(false);
    }
  }

  function fail(error: unknown) {
    const http = error instanceof HttpError ? error : null;
    // Without a final answer it may have arrived: the next try carries the same key.
    if (http && http.status >= 400 && http.status < 500) submissionKeys.settled();
    if (http?.status === 429) return refuseForNow(Number(http.body.retryAfterSeconds) || 60);
    const found = http ? fieldErrorsOf(http) : {};
    if (Object.keys(found).length === 0) {
      tellFormOutcome({ form: action, sent: false, reason: "failed" });
      notices.show({ title: m.booking_failed_title(), description: words.failed, tone: "error" });
      return;
    }
    refuse(found);
    if (found.securityCheck) securityCheck.current?.renew();
  }

  return (
    <form
      ref={form}
      id={id}
      method="post"
      action={action}
      // The rules are said in our words, beside each field.
      noValidate
      aria-labelledby={labelledBy}
      onSubmit={submit}
      onInput={recheck}
      className="flex flex-col gap-6"
    >
      {children(errors, form)}
      <fieldset className="flex flex-col gap-3 border-t border-line pt-6">
        <legend className="contents">
          <span className="text-lg font-semibold">{m.booking_section_security()}</span>
        </legend>
        <SecurityCheck
          ref={securityCheck}
          verified={answer !== null}
          error={errors.securityCheck}
          onAnswer={setAnswer}
        />
      </fieldset>
      <div className="flex flex-col gap-3">
        <Button type="submit" size="large" disabled={hydrated && (sending || answer === null)}>
          {sending ? words.submitting : words.submit}
        </Button>
        <p className="text-center text-xs text-muted">{words.promise}</p>
      </div>
    </form>
  );
}

/** One message a field: the first. An address's parts go by their own names, as their fields do. */
export function errorsByField(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {};
  for (const issue of issues) errors[String(issue.path.at(-1))] ??= issue.message;
  return errors;
}
