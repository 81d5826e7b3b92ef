import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormAction } from "react-router";
import { m } from "~/paraglide/messages";
import { useSession } from "~/platform/auth/session";
import { publishFormOutcome } from "~/platform/browser/form-outcome";
import { HttpError, logLimit } from "~/platform/browser/http-client";
import { restoreServerFields } from "~/ui/form/server-fields";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { fieldErrorsOf, type SecurityAnswer } from "../client";
import type { PostedForm } from "../posted-form";
import { createSubmitLimit } from "../submit-limit";
import type { FieldErrors, FormRead } from "./read-form";
import type { SecurityCheckHandle } from "./security-check";
import { createSubmissionKeys } from "./submission-key";

/** Successful response (docs/domain.md, "Forms"). */
interface Success {
  success: true;
}

export interface Submission<Body extends { email: string }, Receipt extends Success> {
  /** Values of a post before hydration, and its errors. */
  posted: PostedForm | null;
  action: string;
  read: (form: HTMLFormElement) => FormRead<Body>;
  /** `keyFor`: idempotency key, constant until a final response. */
  send: (body: Body, answer: SecurityAnswer, keyFor: (payload: unknown) => string) => Promise<Receipt>;
  onSent: (receipt: Receipt) => void;
  /** Returns true if the form handles the refusal itself. */
  onRefused?: (error: HttpError) => boolean;
  /** Called before the first wrong field gets the focus, to show its part of the form. */
  onInvalid?: (errors: FieldErrors) => void;
  /** Message without a response. */
  failed: string;
}

// Lives as long as the page, so that a reopened form continues its rate limit and unanswered attempts.
const submitLimit = createSubmitLimit();
const keysOf = new Map<string, ReturnType<typeof createSubmissionKeys>>();

/**
 * Submits a public form with security check, rate limit and idempotent retries. Values stay until the form is
 * accepted. Does not use `useForm` (docs/decisions/0006-native-forms.md).
 */
export function useSecuredSubmission<Body extends { email: string }, Receipt extends Success>({
  posted,
  action,
  read,
  send,
  onSent,
  onRefused,
  onInvalid,
  failed,
}: Submission<Body, Receipt>) {
  const form = useRef<HTMLFormElement>(null);
  const securityCheck = useRef<SecurityCheckHandle>(null);
  const session = useSession();
  const hydrated = useHydrated();
  const ownPage = useFormAction(".");
  const [errors, setErrors] = useState<FieldErrors>(posted?.errors ?? {});
  const [message, setMessage] = useState(posted?.message ?? null);
  const [answer, setAnswer] = useState<SecurityAnswer | null>(null);
  const [sending, setSending] = useState(false);
  const invalidNotice = useRef<number | null>(null);
  const submissionKeys = keysOf.get(action) ?? createSubmissionKeys();
  keysOf.set(action, submissionKeys);

  // Before anything can be typed into the new fields.
  useLayoutEffect(() => restoreServerFields(form.current), []);

  // Moves the focus to the button, because the focused field is disabled after the right answer.
  useEffect(() => {
    if (answer) focusSubmit(form.current);
  }, [answer]);

  function showErrors(found: FieldErrors) {
    flushSync(() => {
      setErrors(found);
      onInvalid?.(found);
    });
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function refuse(found: FieldErrors) {
    showErrors(found);
    publishFormOutcome({ form: action, sent: false, reason: "invalid" });
    invalidNotice.current = notices.show({
      title: m.booking_invalid_title(),
      description: m.common_error_invalid(),
      tone: "error",
    });
  }

  function refuseForNow(seconds: number) {
    publishFormOutcome({ form: action, sent: false, reason: "rate-limited" });
    const description = m.booking_error_too_many({ seconds });
    notices.show({ title: m.booking_too_many_title(), description, tone: "error" });
  }

  function reportFailure() {
    publishFormOutcome({ form: action, sent: false, reason: "failed" });
    notices.show({ title: m.booking_failed_title(), description: failed, tone: "error" });
  }

  function readErrors(): FieldErrors {
    if (!form.current) return {};
    const checked = read(form.current);
    return checked.ok ? {} : checked.errors;
  }

  /** Validates again while the visitor corrects the errors. */
  function recheck() {
    if (Object.keys(errors).length === 0) return;
    const left = Object.entries(readErrors()).filter(([field]) => field in errors);
    setErrors(Object.fromEntries(left));
    if (left.length > 0) return;
    setMessage(null);
    if (invalidNotice.current !== null) notices.dismiss(invalidNotice.current);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || !answer) return;
    const checked = read(event.currentTarget);
    setMessage(null);
    if (!checked.ok) return refuse(checked.errors);
    setErrors({});
    const submitter = session.state === "signed-in" ? session.user.id : checked.body.email;
    const attempt = submitLimit.take(`${action} ${submitter}`, Date.now());
    if (!attempt.ok) {
      logLimit(action);
      return refuseForNow(attempt.retryAfterSeconds);
    }

    // Removes old messages, which would cover the new one.
    for (const { id } of notices.list()) notices.dismiss(id);
    setSending(true);
    try {
      const receipt = await send(checked.body, answer, submissionKeys.keyFor);
      if (!receipt.success) throw new Error("The response does not report success");
      submissionKeys.settled();
      setAnswer(null);
      onSent(receipt);
    } catch (error) {
      flushSync(() => setSending(false));
      focusSubmit(form.current);
      fail(error);
    } finally {
      setSending(false);
    }
  }

  function fail(error: unknown) {
    if (!(error instanceof HttpError)) return reportFailure();
    // Repeats the key in the next attempt, because the request may have arrived.
    if (error.status >= 400 && error.status < 500) submissionKeys.settled();
    if (error.status === 429) return refuseForNow(Number(error.body.retryAfterSeconds) || 60);
    if (onRefused?.(error)) return;
    const found = fieldErrorsOf(error);
    if (Object.keys(found).length === 0) return reportFailure();
    refuse(found);
    if (found.securityCheck) securityCheck.current?.renew();
  }

  return {
    form,
    errors,
    /** Errors of all fields as they are now, whether shown or not. */
    readErrors,
    /** Shows errors beside their fields and focuses the first. */
    showErrors,
    /** Message of the post before hydration. */
    message,
    sending,
    /** Enabled before hydration, because the question comes after the post. */
    blocked: hydrated && (sending || answer === null),
    formProps: {
      ref: form,
      method: "post",
      action: ownPage,
      "data-form": action,
      // Replaced by messages beside each field.
      noValidate: true,
      onSubmit: submit,
      onInput: recheck,
    } as const,
    checkProps: {
      ref: securityCheck,
      asked: posted?.question ?? null,
      verified: answer !== null,
      error: errors.securityCheck,
      onAnswer: setAnswer,
    },
  };
}

/** The submit button in view: the form may have one for phones and one for larger screens. */
export function focusSubmit(form: HTMLFormElement | null): void {
  const buttons = form?.querySelectorAll<HTMLElement>('[type="submit"]') ?? [];
  [...buttons].find((button) => button.getClientRects().length > 0)?.focus();
}
