import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";

export type FieldErrors = Record<string, string>;

interface FormOptions<Schema extends z.ZodMiniType> {
  schema: Schema;
  /** Sends what was typed; throws what the server answers. */
  send: (input: z.output<Schema>, form: HTMLFormElement) => Promise<void>;
  /** Told what is about no field of the form. Absent: it is said under the form, in `failure`. */
  onFailure?: (message: string, error: unknown) => void;
}

/**
 * A form whose fields hold what is typed: checked by the rules that the server applies, too, and by the server. What is
 * wrong is said beside its field, and the first such field gets the focus.
 */
export function useForm<Schema extends z.ZodMiniType>({ schema, send, onFailure }: FormOptions<Schema>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState("");
  const [sending, setSending] = useState(false);

  function show(form: HTMLFormElement, found: FieldErrors) {
    flushSync(() => setErrors(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setFailure("");
    const checked = z.safeParse(schema, Object.fromEntries(new FormData(form)));
    if (!checked.success) return show(form, errorsOf(checked.error));
    setErrors({});
    setSending(true);
    try {
      await send(checked.data, form);
    } catch (error) {
      const told = error instanceof HttpError ? error : null;
      const found = told?.status === 400 ? (told.body.errors as FieldErrors | undefined) : undefined;
      const known = Object.keys(found ?? {}).filter((name) => form.elements.namedItem(name));
      if (found && known.length > 0) return show(form, found);
      const message = told?.message ?? m.common_unexpected_answer();
      if (onFailure) onFailure(message, error);
      else setFailure(message);
    } finally {
      setSending(false);
    }
  }

  return { errors, failure, sending, formProps: { noValidate: true, method: "post", onSubmit } as const };
}

function errorsOf(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) errors[String(issue.path[0])] ??= issue.message;
  return errors;
}
