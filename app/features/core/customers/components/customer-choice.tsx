import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import type { CustomerCandidate } from "../same-phone";

interface CustomerChoiceProps {
  question: string;
  candidates: readonly CustomerCandidate[];
  pending: boolean;
  submit: string;
  onChoose: (customerId: string) => void;
}

/** Candidates of a refusal because several customers have the phone; null after any other answer. */
export function candidatesFrom(error: Error | null): readonly CustomerCandidate[] | null {
  if (!(error instanceof HttpError) || error.reason !== "customer-ambiguous") return null;
  return error.body.candidates as CustomerCandidate[];
}

/** Asks which of the customers with one phone is meant. */
export function CustomerChoice({ question, candidates, pending, submit, onChoose }: CustomerChoiceProps) {
  const [chosenId, setChosenId] = useState("");
  const choice = useRef<HTMLFieldSetElement>(null);
  // The question appears after a click elsewhere and must be reached next by keyboard and screen reader.
  useEffect(() => choice.current?.querySelector("input")?.focus(), []);
  return (
    <div className="flex flex-col gap-3 rounded border border-line bg-paper p-3 text-sm">
      <fieldset ref={choice} className="flex flex-col">
        <legend className="mb-1 font-medium">{question}</legend>
        {candidates.map(({ id, name, email, lastBookedOn }) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2.5 py-1">
            <input
              type="radio"
              name="customer"
              className="size-4 shrink-0 accent-action"
              checked={id === chosenId}
              onChange={() => setChosenId(id)}
            />
            <span className="min-w-0">
              <span className="block font-medium">
                <bdi>{name}</bdi>
              </span>
              <span className="block text-xs text-muted">
                {email && (
                  <>
                    <bdi>{email}</bdi>
                    {lastBookedOn !== undefined && <span>{" · "}</span>}
                  </>
                )}
                {lastBookedOn !== undefined && (
                  <span>
                    {lastBookedOn
                      ? m.customers_choice_last_booked({ day: formatDay(lastBookedOn) })
                      : m.customers_choice_never_booked()}
                  </span>
                )}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        size="small"
        className="self-start"
        disabled={pending || chosenId === ""}
        onClick={() => onChoose(chosenId)}
      >
        {submit}
      </Button>
    </div>
  );
}
