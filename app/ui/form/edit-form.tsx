import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { ChangeRefused } from "../overlay/change-refused";
import type { Form } from "./use-form";

interface EditFormProps {
  label: string;
  submit: string;
  form: Pick<Form<never>, "formProps" | "pending" | "refusal" | "dirty">;
  /** What the form is judged by is there; absent: nothing is waited for. */
  ready?: boolean;
  /** The form cancels a record: "Cancel" would be ambiguous as the label of the button that closes it. */
  cancels?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in the place of what it changes. Escape gives it up; what was typed it gives up only when Escape is pressed again.
 * A refusal keeps it. Once it is gone the focus is where it was before.
 */
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
  const place = useRef<HTMLFormElement>(null);
  useFocusBack(place);
  return (
    <form
      ref={place}
      {...form.formProps}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return setWarned(false);
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
 * Whoever goes on by the keyboard goes on from the button that opened the form, drawn anew in its place; where it is no longer
 * offered, from what is around it.
 */
function useFocusBack(place: RefObject<HTMLElement | null>): void {
  // While the form is drawn for the first time, the button is still there.
  const [opener] = useState(() =>
    import.meta.env.SSR ? null : (document.activeElement as HTMLElement | null),
  );
  useLayoutEffect(() => {
    const form = place.current;
    return () => {
      const around: HTMLElement[] = [];
      for (let one = form?.parentElement; one; one = one.parentElement) around.push(one);
      // Once what has changed is drawn: the button may be gone with it.
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
  }, [opener, place]);
}

/** The same button, drawn anew. */
function isAs(opener: HTMLElement | null) {
  return (button: HTMLElement) =>
    button.textContent === opener?.textContent && button.ariaLabel === opener.ariaLabel;
}
