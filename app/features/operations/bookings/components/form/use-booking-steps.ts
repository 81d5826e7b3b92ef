import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import type { FormRef } from "../../../../core/forms/components/form-fields";
import type { FieldErrors } from "../../../../core/forms/components/read-form";
import { type BookingStep, bookingSteps, firstStepWithError, nextStep, stepOfField, stepsFor } from "./steps";

interface BookingStepsInput {
  form: FormRef;
  isEmergency: boolean;
  /** Step of a form posted without JavaScript. */
  postedStep: BookingStep | null;
  /** Starts at the first unanswered step, because the answers of an earlier booking are filled in. */
  isRepeated: boolean;
  readErrors: () => FieldErrors;
  showErrors: (errors: FieldErrors) => void;
  focusSecurityCheck: () => void;
}

export interface BookingSteps {
  steps: readonly BookingStep[];
  step: BookingStep;
  /** True if name, email and phone were known when the last step opened. */
  isPersonKnown: boolean;
  /** Shows a step and leaves the focus to the caller. */
  reveal: (step: BookingStep) => void;
  /** Opens a step as an entry of the browser's history, so that Back returns to the step before. */
  open: (step: BookingStep) => void;
  continueFrom: (step: BookingStep) => void;
}

/** Call it after the hooks that fill in the form, because they decide which answers are known. */
export function useBookingSteps({
  form,
  isEmergency,
  postedStep,
  isRepeated,
  readErrors,
  showErrors,
  focusSecurityCheck,
}: BookingStepsInput): BookingSteps {
  const navigate = useNavigate();
  const location = useLocation();
  const navigationType = useNavigationType();
  const steps = stepsFor(isEmergency);
  const [current, setCurrent] = useState<BookingStep>(postedStep ?? "work");
  const [isPersonKnown, setPersonKnown] = useState(false);
  const visited = useRef(new Set<BookingStep>());
  const first = useRef(current);
  const step = steps.includes(current) ? current : "work";

  function isAnswered(step: BookingStep): boolean {
    if (Object.keys(readErrors()).some((field) => stepOfField(field) === step)) return false;
    return step !== "time" || visited.current.has("time") || isTimeChosen(form.current);
  }

  function reveal(next: BookingStep) {
    visited.current.add(step);
    setCurrent(next);
    if (next === "person") setPersonKnown(isAnswered("person"));
  }

  function open(next: BookingStep) {
    flushSync(() => reveal(next));
    focusStep(form.current, next, focusSecurityCheck);
    // Without the hash, because the router would scroll to its target.
    navigate(
      { pathname: location.pathname, search: location.search },
      { state: { bookingStep: next }, preventScrollReset: true },
    );
  }

  function continueFrom(step: BookingStep) {
    const wrong = Object.entries(readErrors()).filter(([field]) => stepOfField(field) === step);
    if (wrong.length > 0) return showErrors(Object.fromEntries(wrong));
    showErrors({});
    open(nextStep(steps, step, isAnswered));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: finds the step to start with, once.
  useEffect(() => {
    const start = findStart();
    first.current = start;
    if (start !== current) reveal(start);
  }, []);

  function findStart(): BookingStep {
    // Typing before hydration continues where it is.
    const focused = stepOfElement(form.current, document.activeElement);
    if (focused) return focused;
    const stored = storedStep(location.state);
    if (postedStep) return postedStep;
    if (isRepeated) return isAnswered("work") ? nextStep(steps, "work", isAnswered) : "work";
    if (!stored) return "work";
    // After a reload without its draft, earlier answers may be missing.
    const wrong = firstStepWithError(readErrors());
    return wrong && bookingSteps.indexOf(wrong) < bookingSteps.indexOf(stored) ? wrong : stored;
  }

  const shownEntry = useRef(location.key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the browser's Back and Forward alone.
  useEffect(() => {
    if (shownEntry.current === location.key) return;
    shownEntry.current = location.key;
    if (navigationType !== "POP") return;
    const next = storedStep(location.state) ?? first.current;
    if (next !== step) reveal(next);
  }, [location.key]);

  return { steps, step, isPersonKnown, reveal, open, continueFrom };
}

/** From the state of a history entry; null for entries of other pages. */
function storedStep(state: unknown): BookingStep | null {
  const stored = (state as { bookingStep?: unknown } | null)?.bookingStep;
  return bookingSteps.find((step) => step === stored) ?? null;
}

function isTimeChosen(form: HTMLFormElement | null): boolean {
  const fields = form ? new FormData(form) : new FormData();
  return Boolean(fields.get("preferredDate") || fields.get("preferredTime"));
}

function stepOfElement(form: HTMLFormElement | null, element: Element | null): BookingStep | null {
  const found = form?.contains(element) && element?.closest<HTMLElement>("[data-step]")?.dataset.step;
  return bookingSteps.find((step) => step === found) ?? null;
}

/** Focuses the first field to type in; a step of choices gets the focus on its title, so that no keyboard opens. */
function focusStep(form: HTMLFormElement | null, step: BookingStep, focusSecurityCheck: () => void): void {
  const part = form?.querySelector<HTMLElement>(`[data-step="${step}"]`);
  if (!part) return;
  part.scrollIntoView({ block: "start", behavior: "instant" });
  const missing = [...part.querySelectorAll<HTMLInputElement>("input[required]")].filter(
    (field) => field.value === "" && field.getClientRects().length > 0,
  );
  const hasChoices = part.querySelector("[data-saved-addresses]") !== null;
  if (missing[0] && !hasChoices) missing[0].focus({ preventScroll: true });
  else if (step === "person") focusSecurityCheck();
  else part.querySelector<HTMLElement>("[data-step-start]")?.focus({ preventScroll: true });
}

/** True while the form covers the middle of the screen; at first `initially`. */
export function useIsInView(element: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [isInView, setInView] = useState(initially);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)!.isIntersecting),
      // In percent of the screen's height.
      { rootMargin: "-20% 0px -40%" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
