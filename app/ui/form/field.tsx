import CircleAlert from "lucide-react/icons/circle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../class-names";
import { NumericInput } from "./numeric-input";
import { usePostedField } from "./posted-fields";

interface Described {
  label: ReactNode;
  optional?: ReactNode;
  hint?: ReactNode;
  error?: string;
}

interface ControlWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends Described {
  id?: string;
  className?: string;
  children: (wiring: ControlWiring) => ReactNode;
}

export function Field({ id, label, optional, hint, error, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const describedBy = [hint ? `${controlId}-hint` : "", error ? `${controlId}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className="flex items-baseline justify-between gap-3 text-sm font-medium">
        <span>{label}</span>
        {optional && (
          <span className="shrink-0 text-xs font-normal whitespace-nowrap text-muted">{optional}</span>
        )}
      </label>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${controlId}-error`} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-error">
      <CircleAlert aria-hidden className="mt-[0.2em] size-[1.1em] shrink-0" />
      <span>{error}</span>
    </p>
  );
}

export const controlClass = classNames(
  "w-full min-h-11 rounded border border-control bg-surface px-3.5 py-2 text-base text-ink",
  "placeholder:text-muted/80 transition-colors hover:border-accent",
  "focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent",
  "aria-invalid:border-error aria-invalid:border-[1.5px]",
  "disabled:border-line disabled:bg-sunken disabled:text-muted",
);

type Control<Props> = Omit<Props, "id" | "className"> & Described & { id?: string; className?: string };

export function TextField({
  id,
  label,
  optional,
  hint,
  error,
  className,
  ...input
}: Control<ComponentProps<"input">>) {
  const posted = usePostedField(input.name);
  const Input = isNumeric(input) ? NumericInput : "input";
  return (
    <Field {...{ id, label, optional, hint, error, className }}>
      {(wiring) => <Input className={controlClass} {...input} {...posted} {...wiring} />}
    </Field>
  );
}

function isNumeric({ type, inputMode = "text" }: ComponentProps<"input">): boolean {
  return type === "tel" || ["numeric", "decimal", "tel"].includes(inputMode);
}

export function TextArea({
  id,
  label,
  optional,
  hint,
  error,
  className,
  ...area
}: Control<ComponentProps<"textarea">>) {
  const posted = usePostedField(area.name);
  return (
    <Field {...{ id, label, optional, hint, error, className }}>
      {(wiring) => (
        <textarea
          className={classNames(controlClass, "min-h-28 resize-y")}
          {...area}
          {...posted}
          {...wiring}
        />
      )}
    </Field>
  );
}

export function Select({
  id,
  label,
  optional,
  hint,
  error,
  className,
  ...select
}: Control<ComponentProps<"select">>) {
  const posted = usePostedField(select.name);
  return (
    <Field {...{ id, label, optional, hint, error, className }}>
      {(wiring) => (
        <select
          className={classNames(controlClass, "select-arrow truncate pe-10")}
          {...select}
          {...posted}
          {...wiring}
        />
      )}
    </Field>
  );
}
