import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";

/** What is wrong, by the name of the field that it is about; `terms.fils` for a part of a part. */
export type FieldErrors = Record<string, string>;

export type Checked<Input> = { ok: true; input: Input } | { ok: false; errors: FieldErrors };

/** A Zod schema, as far as it is needed: with it, the form loads no more of Zod than its schema does. */
interface Schema<Input> {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Input }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

interface FormOptions<Values, Input, Answer> {
  /** What stands in the fields at first. Absent: the fields keep what is typed themselves, and are read when it is sent. */
  start?: Values;
  /** The rules that the form shares with the server; absent, as is `check`: the server's alone. */
  schema?: Schema<Input>;
  /** Rules of the form's own, where what is typed is not yet what is sent. */
  check?: (values: NoInfer<Values>) => Checked<Input>;
  /** What was found wrong before this code was there. */
  found?: FieldErrors;
  /** Throws what the server answers. */
  send: (input: Input, form: HTMLFormElement) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
  /**
   * Closes the form, or leads on from it, once it is done. Not called when it was given up while its answer was on its
   * way: what has taken its place stays.
   */
  next?: (answer: Answer) => void;
  /** Told what is about no field of the form. Absent: it is in `refusal`, to be said in the form. */
  onFailure?: (words: string, error: HttpError) => void;
  /** `onFailure` is told, too, of what the server found wrong in a field. */
  tellAll?: true;
}

/** The names of the values that are of a type. */
type NameOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never;
}[keyof Values] &
  string;

export interface TextInput {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
}

interface NumberInput extends Omit<TextInput, "onChange"> {
  type: "number";
  inputMode: "numeric";
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface FlagInput {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export interface Form<Values> {
  values: Values;
  set(part: Partial<Values>): void;
  /** For a text field, an area or a select. */
  field(name: NameOf<Values, string>): TextInput;
  /** For whole numbers; an empty field is NaN. */
  number(name: NameOf<Values, number>): NumberInput;
  /** For a checkbox. */
  flag(name: NameOf<Values, boolean>): FlagInput;
  errors: FieldErrors;
  /** Why the last try was refused, where no field shows it. */
  refusal: HttpError | null;
  /** Takes the refusal away: what it was about has changed. */
  forgive(): void;
  pending: boolean;
  /** Something stands in the fields that was not there at first; never known of fields that keep their text themselves. */
  dirty: boolean;
  formProps: { noValidate: true; method: "post"; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
}

/**
 * The one way of a form: checked by the rules that the server applies, too, and by the server. What is wrong is said beside
 * its field, and the first such field gets the focus; a refusal keeps what was typed; what is on its way is not sent twice.
 */
export function useForm<Values extends object = Record<string, unknown>, Input = Values, Answer = unknown>(
  options: FormOptions<Values, Input, Answer>,
): Form<Values> {
  const { start, send, onDone, next, onFailure } = options;
  const [first] = useState(start ?? ({} as Values));
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<FieldErrors>(options.found ?? {});
  const [refusal, setRefusal] = useState<HttpError | null>(null);
  const [pending, setPending] = useState(false);
  const sending = useRef(false);
  const there = useRef(false);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);

  function set(part: Partial<Values>) {
    setValues((values) => ({ ...values, ...part }));
    setErrors((errors) => without(errors, Object.keys(part)));
  }

  /** Whether some field shows what is wrong. */
  function show(form: HTMLFormElement, found: FieldErrors): boolean {
    flushSync(() => setErrors(found));
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    return wrong !== null;
  }

  function refuse(error: unknown) {
    // What is no answer of the server is a mistake of ours: it is reported as any other.
    if (!(error instanceof HttpError)) reportError(error);
    const told = error instanceof HttpError ? error : new HttpError(0, m.common_unexpected_answer(), "error");
    if (onFailure) onFailure(told.message, told);
    else setRefusal(told);
  }

  async function submit(form: HTMLFormElement) {
    if (sending.current) return;
    setRefusal(null);
    const typed = start ? values : (Object.fromEntries(new FormData(form)) as Values);
    const checked = checkedBy(options, typed);
    if (!checked.ok) {
      if (!show(form, checked.errors))
        refuse(new HttpError(400, Object.values(checked.errors)[0]!, "invalid"));
      return;
    }
    setErrors({});
    setPending(true);
    sending.current = true;
    try {
      const answer = await send(checked.input, form);
      onDone?.(answer);
      if (there.current) next?.(answer);
    } catch (error) {
      const found = errorsIn(error);
      if (!found || !show(form, found) || options.tellAll) refuse(error);
    } finally {
      sending.current = false;
      setPending(false);
    }
  }

  const partOf = (name: string, value: unknown) => ({ [name]: value }) as Partial<Values>;
  const typedIn = <Type>(name: string) => (values as Record<string, unknown>)[name] as Type;
  return {
    values,
    set,
    field: (name) => ({
      name,
      value: typedIn<string>(name),
      error: errors[name],
      onChange: ({ target }) => set(partOf(name, target.value)),
    }),
    number: (name) => ({
      name,
      type: "number",
      inputMode: "numeric",
      value: Number.isNaN(typedIn<number>(name)) ? "" : String(typedIn<number>(name)),
      error: errors[name],
      onChange: ({ target }) => set(partOf(name, target.valueAsNumber)),
    }),
    flag: (name) => ({
      name,
      checked: typedIn<boolean>(name),
      onChange: (checked) => set(partOf(name, checked)),
    }),
    errors,
    refusal,
    forgive: () => setRefusal(null),
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

function checkedBy<Values, Input>(
  { schema, check }: Pick<FormOptions<Values, Input, unknown>, "schema" | "check">,
  typed: Values,
): Checked<Input> {
  if (check) return check(typed);
  if (!schema) return { ok: true, input: typed as unknown as Input };
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { ok: true, input: parsed.data };
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
  return { ok: false, errors };
}

/** The messages beside fields that an answer carries. */
function errorsIn(error: unknown): FieldErrors | null {
  const errors = error instanceof HttpError ? error.body.errors : undefined;
  return typeof errors === "object" && errors !== null ? (errors as FieldErrors) : null;
}

function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  const isOf = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`));
  return Object.keys(errors).some(isOf)
    ? Object.fromEntries(Object.entries(errors).filter(([field]) => !isOf(field)))
    : errors;
}
