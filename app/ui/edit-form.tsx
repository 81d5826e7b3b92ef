import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { Button } from "./button";
import { ChangeRefused } from "./change-refused";

interface EditFormProps {
  label: string;
  submit: string;
  pending: boolean;
  /** Why the last try was refused. */
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in the place of what it changes. Escape gives it up; a refusal keeps what was typed. */
export function EditForm({ label, submit, pending, error, onSubmit, onClose, children }: EditFormProps) {
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      className="flex flex-col gap-3 rounded border border-line bg-paper p-3"
    >
      {children}
      <ChangeRefused error={error} />
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={pending}>
          {pending ? m.admin_working() : submit}
        </Button>
        <Button size="small" tone="plain" onClick={onClose}>
          {m.admin_keep()}
        </Button>
      </div>
    </form>
  );
}

/** The messages beside fields that a refusal carries. */
export function fieldErrors(error: Error | null): Record<string, string> {
  const errors = error instanceof HttpError ? error.body.errors : undefined;
  return typeof errors === "object" && errors !== null ? (errors as Record<string, string>) : {};
}
