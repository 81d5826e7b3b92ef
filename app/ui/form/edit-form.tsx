import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { pressedKey } from "../hooks/latin-key";
import { ChangeRefused } from "../overlay/change-refused";
import type { Form } from "./use-form";

interface EditFormProps {
  label: string;
  submit: string;
  form: Pick<Form<never>, "formProps" | "pending" | "refusal" | "dirty">;
  /** False while the data for its validation is loading. */
  ready?: boolean;
  /** The form cancels a record, so its close button must not be labelled "Cancel". */
  cancels?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Inline form. With unsaved input, Escape closes it only when pressed twice. */
export function EditForm({
  label,
  submit,
  form,
  ready = true,
  cancels = false,
  onClose,
  children,
}: EditFormProps) {
  const [warned, setWarned] = useState(false);
  const { dirty, pending, refusal } = form;
  const region = useRef<HTMLFormElement>(null);
  useFocus(region);
  return (
    <form
      ref={region}
      {...form.formProps}
      aria-label={label}
      onKeyDown={(event) => {
        if (pressedKey(event) !== "Escape") return setWarned(false);
        event.preventDefault();
        if (dirty && !warned) setWarned(true);
        else onClose();
      }}
      className="flex flex-col gap-3 rounded border border-line bg-paper p-3"
    >
      {children}
      <ChangeRefused error={refusal} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" disabled={pending || !ready}>
          {pending ? m.admin_working() : submit}
        </Button>
        <Button size="small" tone="plain" onClick={onClose}>
          {cancels ? m.form_go_back() : m.admin_keep()}
        </Button>
        <p role="status" className="text-xs text-muted">
          {warned && m.form_escape_again()}
        </p>
      </div>
    </form>
  );
}

/**
 * Focuses the first field of a form that a button opened, where no field has `autoFocus`. Closing the form moves the focus
 * back to the button, or to the region of the form if the button no longer exists.
 */
function useFocus(region: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() =>
    import.meta.env.SSR ? null : (document.activeElement as HTMLElement | null),
  );
  useLayoutEffect(() => {
    const form = region.current;
    const isOpenedByUser = opener !== null && opener !== document.body;
    if (isOpenedByUser && !form?.contains(document.activeElement)) firstControl(form)?.focus();
    return () => {
      const around: HTMLElement[] = [];
      for (let candidate = form?.parentElement; candidate; candidate = candidate.parentElement)
        around.push(candidate);
      // After the render that restores the button.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const left = around.find(({ isConnected }) => isConnected);
        const button = opener?.isConnected
          ? opener
          : [...(left?.querySelectorAll("button") ?? [])].find(isAs(opener));
        button?.focus({ preventScroll: true });
        if (document.activeElement === document.body)
          left?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
      });
    };
  }, [opener, region]);
}

/** First field; without one the last button, which does not submit. */
function firstControl(form: HTMLElement | null): HTMLElement | undefined {
  const field = form?.querySelector<HTMLElement>(
    ":is(input:not([type=hidden]), select, textarea):not(:disabled)",
  );
  return field ?? [...(form?.querySelectorAll("button") ?? [])].at(-1);
}

function isAs(opener: HTMLElement | null) {
  return (button: HTMLElement) =>
    button.textContent === opener?.textContent && button.ariaLabel === opener.ariaLabel;
}
