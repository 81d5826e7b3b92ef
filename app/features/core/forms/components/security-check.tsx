import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { parseWholeNumber } from "~/platform/text/numerals";
import { Button, buttonClass } from "~/ui/button";
import { controlClass, FieldError } from "~/ui/form/field";
import { NumericInput } from "~/ui/form/numeric-input";
import { usePostedField } from "~/ui/form/posted-fields";
import { pressedKey } from "~/ui/hooks/latin-key";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { notices } from "~/ui/overlay/toast-store";
import { type SecurityAnswer, securityQuestionQuery } from "../client";
import type { SecurityQuestion } from "../views";

/** The numbers change at the third wrong answer (docs/domain.md, "Forms"). */
const MAX_WRONG_ANSWERS = 3;
/** A question is renewed before its ten minutes on the server end. */
const RENEW_AFTER_MS = 9 * 60_000;

export interface SecurityCheckHandle {
  /** Asks a new question and clears the verification. */
  renew(): void;
  focus(): void;
}

interface SecurityCheckProps {
  ref: Ref<SecurityCheckHandle>;
  /** Question after a post before hydration. */
  asked: SecurityQuestion | null;
  verified: boolean;
  error?: string;
  /** Null when the question is renewed. */
  onAnswer: (answer: SecurityAnswer | null) => void;
}

/** Arithmetic question against simple bots, checked here for quick feedback and again by the server. */
export function SecurityCheck({ ref, asked, verified, error, onAnswer }: SecurityCheckProps) {
  const {
    data: current,
    isError,
    isFetching,
    dataUpdatedAt,
    refetch,
  } = useQuery({ ...securityQuestionQuery, enabled: asked === null }, queryClient);
  const [wrong, setWrong] = useState(0);
  const [arrivedAt] = useState(Date.now);
  // A question being replaced is hidden, because its answer would be wrong.
  const question = isFetching ? null : (current ?? asked);
  const posted = usePostedField("securityAnswer");
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const hydrated = useHydrated();

  function renew() {
    setWrong(0);
    onAnswer(null);
    if (input.current) input.current.value = "";
    refetch();
  }

  useImperativeHandle(ref, () => ({ renew, focus: () => input.current?.focus() }));

  function verify() {
    const answer = parseWholeNumber(input.current?.value ?? "");
    if (!question || verified) return;
    if (answer === question.a + question.b) {
      onAnswer({ id: question.id, answer });
      notices.show({
        title: m.booking_security_passed_title(),
        description: m.booking_security_passed(),
        tone: "success",
      });
      return;
    }
    const left = MAX_WRONG_ANSWERS - wrong - 1;
    if (left > 0) setWrong(wrong + 1);
    else renew();
    notices.show({
      title: left > 0 ? m.booking_security_wrong_title() : m.booking_too_many_title(),
      description: left > 0 ? m.booking_security_wrong({ attempts: left }) : m.booking_security_renewed(),
      tone: "error",
    });
    input.current?.focus();
    input.current?.select();
  }

  if (!hydrated && !asked)
    return <p className="flex min-h-11 items-center">{m.booking_security_on_sending()}</p>;
  return (
    <div className="flex flex-col gap-2">
      {!hydrated && <input type="hidden" name="securityCheckId" value={asked?.id} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label htmlFor={inputId} className="figures min-w-28 text-lg font-medium">
          <span aria-live="polite">
            {question
              ? m.booking_security_question({ a: question.a, b: question.b })
              : m.booking_security_loading()}
          </span>
        </label>
        <div className="flex items-center gap-2">
          <NumericInput
            ref={input}
            id={inputId}
            // Unnamed after hydration, because the script sends the answer separately.
            name={hydrated ? undefined : "securityAnswer"}
            {...posted}
            maxLength={3}
            autoComplete="off"
            disabled={verified}
            aria-describedby={error ? `${inputId}-error` : undefined}
            aria-invalid={error ? true : undefined}
            className={`${controlClass} figures max-w-24 text-center`}
            onFocus={() => {
              if (!verified && question && Date.now() - (dataUpdatedAt || arrivedAt) > RENEW_AFTER_MS)
                renew();
            }}
            onKeyDown={(event) => {
              // Enter checks the answer instead of submitting the form.
              if (pressedKey(event) !== "Enter") return;
              event.preventDefault();
              verify();
            }}
          />
          {hydrated && (
            <>
              <Button
                tone="quiet"
                className={
                  verified ? "disabled:border-calm! disabled:bg-calm-soft! disabled:text-calm-text!" : ""
                }
                disabled={verified || !question}
                onClick={verify}
              >
                {verified && <CircleCheck aria-hidden />}
                <span>{verified ? m.booking_security_verified() : m.booking_security_verify()}</span>
              </Button>
              <button
                type="button"
                onClick={() => {
                  flushSync(renew);
                  input.current?.focus();
                }}
                disabled={isFetching}
                aria-label={m.booking_security_refresh()}
                title={m.booking_security_refresh()}
                className={buttonClass({ tone: "plain" }, "aspect-square px-0!")}
              >
                <RefreshCw aria-hidden />
              </button>
            </>
          )}
        </div>
      </div>
      {isError && <FieldError id={`${inputId}-offline`} error={m.booking_security_offline()} />}
      <FieldError id={`${inputId}-error`} error={error} />
    </div>
  );
}
