import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { endSession } from "~/platform/auth/ended-session";
import { HttpError } from "~/platform/browser/http-client";
import { createRepeatedCalls } from "~/platform/browser/repeated-calls";
import { parseWholeNumber } from "~/platform/text/numerals";
import { type Draft, followDraft, takeDraft } from "./drafts";
import { isErrorScreenShown } from "./error-screen-shown";

export type FieldErrors = Record<string, string>;

export type Checked<Input> = { ok: true; input: Input } | { ok: false; errors: FieldErrors };

/** Structural type of a Zod schema, so that the form does not add Zod to its bundle. */
interface Schema<Input> {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Input }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

interface FormOptions<Values, Input, Answer> {
  /** Absent: the fields are uncontrolled and read on submit. */
  initialValues?: Values;
  /** Rules shared with the server. */
  schema?: Schema<Input>;
  /** Parser for forms whose values differ from the request. */
  check?: (values: NoInfer<Values>) => Checked<Input>;
  initialErrors?: FieldErrors;
  /** Name of a form with `initialValues` that survive a reload of the page, such as a change of the language. */
  draft?: string;
  /** `key`: idempotency key, constant until a final answer to the same input. */
  send: (input: Input, form: HTMLFormElement, key: string) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  /** Not called if the form was closed before the response arrived. */
  next?: (answer: Answer) => void;
  /** Receives errors without a field. Absent: `refusal` holds them. */
  onFailure?: (words: string, error: HttpError) => void;
  /** `onFailure` also receives field errors. */
  reportFieldErrors?: true;
}

type NameOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

export interface TextInput {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

interface NumberInput extends TextInput {
  inputMode: "numeric";
}

export interface FlagInput {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export interface Form<Values> {
  values: Values;
  set(part: Partial<Values>): void;
  field(name: NameOf<Values, string>): TextInput;
  /** Whole number; an empty field is NaN. */
  number(name: NameOf<Values, number>): NumberInput;
  flag(name: NameOf<Values, boolean>): FlagInput;
  errors: FieldErrors;
  /** Error without a rendered field. */
  refusal: HttpError | null;
  clearRefusal(): void;
  pending: boolean;
  /** Always false for uncontrolled fields. */
  dirty: boolean;
  formProps: { noValidate: true; method: "post"; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
}

/** Values of forms that the error screen replaced, by page and initial values, until they open again. */
const valuesBeforeError = new Map<string, object>();

/**
 * Validates locally and on the server, focuses the first invalid field, keeps the input after an error and
 * prevents duplicate submissions.
 */
export function useForm<Values extends object = Record<string, unknown>, Input = Values, Answer = unknown>(
  options: FormOptions<Values, Input, Answer>,
): Form<Values> {
  const { initialValues, draft, send, onDone, next, onFailure } = options;
  const [first] = useState(initialValues ?? ({} as Values));
  const [key] = useState(() => (import.meta.env.SSR ? "" : location.pathname + JSON.stringify(first)));
  const [values, setValues] = useState(() => (valuesBeforeError.get(key) ?? first) as Values);
  const latest = useRef(values);
  const [typedNumbers, setTypedNumbers] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<FieldErrors>(options.initialErrors ?? {});
  const [refusal, setRefusal] = useState<HttpError | null>(null);
  const [pending, setPending] = useState(false);
  const [call] = useState(() => createRepeatedCalls());
  const sending = useRef(false);
  const mounted = useRef(false);
  const saved = useRef(first);
  useEffect(() => {
    latest.current = values;
  });
  useEffect(() => {
    if (!draft) return;
    const typed = takeDraft(draft);
    if (typed.length > 0) setValues((values) => ({ ...values, ...Object.fromEntries(typed) }));
    return followDraft(draft, () => listChanges(saved.current, latest.current));
  }, [draft]);
  useEffect(() => {
    mounted.current = true;
    valuesBeforeError.delete(key);
    return () => {
      mounted.current = false;
      if (latest.current !== first && isErrorScreenShown()) valuesBeforeError.set(key, latest.current);
    };
  }, [key, first]);

  function set(part: Partial<Values>) {
    setValues((values) => ({ ...values, ...part }));
    setErrors((errors) => omitErrors(errors, Object.keys(part)));
  }

  function showErrors(form: HTMLFormElement, found: FieldErrors): boolean {
    flushSync(() => setErrors(found));
    const invalidField = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalidField?.focus();
    return invalidField !== null;
  }

  function reportFailure(error: unknown) {
    // Any other error is a bug, so it is reported.
    if (!(error instanceof HttpError)) reportError(error);
    const failure =
      error instanceof HttpError ? error : new HttpError(0, m.common_unexpected_answer(), "error");
    if (failure.reason === "not-signed-in") endSession();
    if (onFailure) onFailure(failure.message, failure);
    else setRefusal(failure);
  }

  async function submit(form: HTMLFormElement) {
    if (sending.current) return;
    setRefusal(null);
    const submitted = initialValues ? values : (Object.fromEntries(new FormData(form)) as Values);
    const checked = validate(options, submitted);
    if (!checked.ok) {
      if (!showErrors(form, checked.errors))
        reportFailure(new HttpError(400, Object.values(checked.errors)[0]!, "invalid"));
      return;
    }
    setErrors({});
    setPending(true);
    sending.current = true;
    try {
      const { input } = checked;
      const answer = await call(input as object, (_, key) => send(input, form, key));
      saved.current = submitted;
      onDone?.(answer);
      if (mounted.current) next?.(answer);
    } catch (error) {
      const found = errorsIn(error);
      if (!found || !showErrors(form, found) || options.reportFieldErrors) reportFailure(error);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  const partOf = (name: string, value: unknown) => ({ [name]: value }) as Partial<Values>;
  const readValue = <Type>(name: string) => (values as Record<string, unknown>)[name] as Type;
  return {
    values,
    set,
    field: (name) => ({
      name,
      value: readValue<string>(name),
      error: errors[name],
      onChange: ({ target }) => set(partOf(name, target.value)),
    }),
    number: (name) => ({
      name,
      inputMode: "numeric",
      value: textOfNumber(readValue<number>(name), typedNumbers[name]),
      error: errors[name],
      onChange: ({ target }) => {
        setTypedNumbers((typed) => ({ ...typed, [name]: target.value }));
        set(partOf(name, parseNumber(target.value)));
      },
    }),
    flag: (name) => ({
      name,
      checked: readValue<boolean>(name),
      onChange: (checked) => set(partOf(name, checked)),
    }),
    errors,
    refusal,
    clearRefusal: () => setRefusal(null),
    pending,
    dirty: JSON.stringify(values) !== JSON.stringify(first),
    formProps: {
      noValidate: true,
      method: "post",
      onSubmit(event) {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}

function listChanges(saved: object, values: object): Draft {
  const before = new Map(Object.entries(saved));
  return Object.entries(values).filter(([name, value]) => value !== before.get(name));
}

function parseNumber(typed: string): number {
  return parseWholeNumber(typed) ?? Number.NaN;
}

/** Keeps what was typed while it means the value, such as "1.5" for NaN. */
function textOfNumber(value: number, typed = ""): string {
  if (Object.is(parseNumber(typed), value)) return typed;
  return String(value);
}

function validate<Values, Input>(
  { schema, check }: Pick<FormOptions<Values, Input, unknown>, "schema" | "check">,
  submitted: Values,
): Checked<Input> {
  if (check) return check(submitted);
  if (!schema) return { ok: true, input: submitted as unknown as Input };
  const parsed = schema.safeParse(submitted);
  if (parsed.success) return { ok: true, input: parsed.data };
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
  return { ok: false, errors };
}

function errorsIn(error: unknown): FieldErrors | null {
  const errors = error instanceof HttpError ? error.body.errors : undefined;
  return typeof errors === "object" && errors !== null ? (errors as FieldErrors) : null;
}

function omitErrors(errors: FieldErrors, names: readonly string[]): FieldErrors {
  const isOf = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
  return Object.keys(errors).some(isOf)
    ? Object.fromEntries(Object.entries(errors).filter(([field]) => !isOf(field)))
    : errors;
}
