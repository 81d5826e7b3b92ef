import type { KeyboardEvent, ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { ActionBar, type ContactLines } from "~/ui/action-bar";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { pressedKey } from "~/ui/hooks/latin-key";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import type { FormRef } from "../../../../core/forms/components/form-fields";
import type { BookingPrice } from "../../../../core/pricing/booking-price";
import type { BookingStep } from "./steps";
import { type BookingSteps, useIsInView } from "./use-booking-steps";

interface StepProps extends BookingSteps {
  name: BookingStep;
  title: string;
  /** Answers in one line, while another step is open. */
  label: string;
  children: ReactNode;
}

/**
 * Later parts of the form on phones before hydration: hidden until a field has the focus, so that the page is as
 * short as afterwards and the form stays complete if its code fails to load.
 */
export const HIDDEN_BEFORE_USE = "max-md:not-noscript:group-not-focus-within/booking:hidden";

/** Step of the form on phones. On larger screens and without JavaScript, all steps are open. */
export function Step({ name, title, label, steps, step, open, children }: StepProps) {
  const hydrated = useHydrated();
  const index = steps.indexOf(name);
  const isOpen = !hydrated || name === step;
  const isFolded = !isOpen && index < steps.indexOf(step);
  return (
    <div
      data-step={name}
      className={classNames(
        !isOpen && !isFolded && "max-md:hidden",
        !hydrated && name !== step && HIDDEN_BEFORE_USE,
      )}
    >
      {isFolded && <FoldedStep title={title} label={label} onChange={() => open(name)} />}
      {/* The first step has it before hydration too, because its line would push the fields down. */}
      {name === step && (
        <p data-step-start="" tabIndex={-1} className="pt-5 text-sm text-muted md:hidden noscript:hidden">
          {m.booking_step_of({ number: index + 1, total: steps.length })}
        </p>
      )}
      <div className={classNames("flex flex-col divide-y divide-line", !isOpen && "max-md:hidden")}>
        {children}
      </div>
    </div>
  );
}

interface FoldedStepProps {
  title: string;
  label: string;
  onChange: () => void;
}

/** Known answers in one line. */
export function FoldedStep({ title, label, onChange }: FoldedStepProps) {
  return (
    <div className="flex items-center justify-between gap-3 py-2 text-sm md:hidden">
      <span className="min-w-0 truncate font-medium">{label}</span>
      <Button
        tone="plain"
        size="small"
        aria-label={m.booking_step_change_of({ step: bidiIsolate(title) })}
        onClick={onChange}
        className="shrink-0"
      >
        {m.booking_step_change()}
      </Button>
    </div>
  );
}

interface StepBarProps {
  form: FormRef;
  price: BookingPrice | null;
  /** The service costs nothing in any case. */
  isFree: boolean;
  lines: ContactLines;
  /** Also before hydration, for a form at the top of its page. */
  startsInView: boolean;
  /** Null in the last step, whose action submits the form. */
  onContinue: (() => void) | null;
  /** Button that submits the form. */
  children: ReactNode;
}

/** Bottom bar of phones while the form is in view. */
export function StepBar({ form, price, isFree, lines, startsInView, onContinue, children }: StepBarProps) {
  const isInView = useIsInView(form, startsInView);
  const text = isFree ? m.price_free() : barPriceText(price);
  if (!isInView) return null;
  return (
    <ActionBar {...lines}>
      {onContinue ? (
        <Button data-continue="" onClick={onContinue} className="figures grow px-2! noscript:hidden">
          {m.booking_continue({ price: text })}
        </Button>
      ) : (
        children
      )}
    </ActionBar>
  );
}

function barPriceText(price: BookingPrice | null): string {
  if (!price || price.lines.length === 0 || price.totalFils === null) return m.price_open();
  return price.totalFils === 0 ? m.price_free() : formatMoney(price.totalFils);
}

/** Enter continues where the keyboard of a phone would otherwise submit the form. */
export function continueOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.defaultPrevented || pressedKey(event) !== "Enter") return;
  const button = event.currentTarget.querySelector<HTMLElement>("[data-continue]");
  if (!(event.target instanceof HTMLInputElement) || !button?.getClientRects().length) return;
  event.preventDefault();
  button.click();
}
