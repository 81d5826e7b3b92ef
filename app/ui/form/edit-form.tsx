import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { ChangeRefused } from "../change-refused";
import type { Form } from "./use-form";

interface EditFormProps {
  label: string;
  submit: string;
  form: Pick<Form<never>, "formProps" | "pending" | "refusal" | "dirty">;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in the place of what it changes. Escape gives it up; what was typed it gives up only when Escape is pressed again.
 * A refusal keeps it.
 */
export function EditForm({ label, submit, form, onClose, children }: EditFormProps) {
  const [warned, setWarned] = useState(false);
  const { dirty, pending, refusal } = form;
  return (
    <form
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
        <Button type="submit" size="small" disabled={pending}>
          {pending ? m.admin_working() : submit}
        </Button>
        <Button size="small" tone="plain" onClick={onClose}>
          {m.admin_keep()}
        </Button>
        <p role="status" className="text-xs text-muted">
          {warned && m.form_escape_again()}
        </p>
      </div>
    </form>
  );
}
