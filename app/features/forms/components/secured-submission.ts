import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormAction } from "react-router";
import { m } from "~/paraglide/messages";
import { useSession } from "~/platform/auth/session";
import { tellFormOutcome } from "~/platform/browser/form-outcome";
import { HttpError, logLimit } from "~/platform/browser/http-client";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { fieldErrorsOf, type SecurityAnswer } from "../client";
import type { PostedForm } from "../posted-form";
import type { FieldErrors, FormRead } from "./read-form";
import type { SecurityCheckHandle } from "./security-check";
import { createSubmissionKeys } from "./submission-key";
import { createSubmitLimit } from "./submit-limit";

/** What an answer has to say to be taken for one (docs/domain.md, "Forms"). */
interface Success {
  success: true;
}

export interface Submission<Body extends { email: string }, Receipt extends Success> {
  /** What it was posted with to its page, before this code was there. */
  posted: PostedForm | null;
  /** Where this code sends it as JSON. Without it the browser posts the fields to the page. */
  action: string;
  read: (form: HTMLFormElement) => FormRead<Body>;
  /** Sends it. `keyFor` gives the Idempotency-Key of what is sent: the same until there is a final answer. */
  send: (body: Body, answer: SecurityAnswer, keyFor: (payload: unknown) => string) => Promise<Receipt>;
  onSent: (receipt: Receipt) => void;
  /** Deals with a refusal of its own kind; false: it is none. */
  onRefused?: (error: HttpError) => boolean;
  /** What is said when it did not arrive, as far as one knows. */
  failed: string;
}

// For the page's lifetime: a form that is left and opened again counts on, and so does a try without an answer.
const submitLimit = createSubmitLimit();
const keysOf = new Map<string, ReturnType<typeof createSubmissionKeys>>();

/**
 * Sending a form that anybody may send, behind the security check: the specification's limit, what is wrong said beside
 * its field with the focus on the first, and never the same thing twice. The form keeps what was typed until it was
 * accepted. Not `useForm`: little of it would be left (docs/decisions/0006-browser-form.md).
 */
export function useSecuredSubmission<Body extends { email: string }, Receipt extends Success>({
  posted,
  action,
  read,
  send,
  onSent,
  onRefused,
  failed,
}: Submission<Body, Receipt>) {
  const form = useRef<HTMLFormElement>(null);
  const securityCheck = useRef<SecurityCheckHandle>(null);
  const session = useSession();
  const hydrated = useHydrated();
  const ownPage = useFormAction(".");
  const [errors, setErrors] = useState<FieldErrors>(posted?.errors ?? {});
  const [told, setTold] = useState(posted?.message ?? null);
  const [answer, setAnswer] = useState<SecurityAnswer | null>(null);
  const [sending, setSending] = useState(false);
  const submissionKeys = keysOf.get(action) ?? createSubmissionKeys();
  keysOf.set(action, submissionKeys);

  // What had the focus is disabled once the answer is right.
  useEffect(() => {
    if (answer) focusSubmit(form.current);
  }, [answer]);

  function refuse(found: FieldErrors) {
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

  function reportFailure() {
    tellFormOutcome({ form: action, sent: false, reason: "failed" });
    notices.show({ title: m.booking_failed_title(), description: failed, tone: "error" });
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
    setTold(null);
    if (!checked.ok) return refuse(checked.errors);
    setErrors({});
    const who = session.state === "signed-in" ? session.user.id : checked.body.email;
    const attempt = submitLimit.take(`${action} ${who}`, Date.now());
    if (!attempt.ok) {
      logLimit(action);
      return refuseForNow(attempt.retryAfterSeconds);
    }

    // What was said so far is over, and would cover what comes.
    for (const { id } of notices.list()) notices.dismiss(id);
    setSending(true);
    try {
      const receipt = await send(checked.body, answer, submissionKeys.keyFor);
      if (!receipt.success) throw new Error("An answer without success");
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
    // Without a final answer it may have arrived: the next try carries the same key.
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
    /** What the page says of what it was posted, until this code sends the form. */
    told,
    sending,
    /** Open to a page without our code: it is sent as it is, and the question is asked on the page that answers. */
    blocked: hydrated && (sending || answer === null),
    formProps: {
      ref: form,
      method: "post",
      action: ownPage,
      // What it is counted as.
      "data-form": action,
      // The rules are said in our words, beside each field.
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

function focusSubmit(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}
