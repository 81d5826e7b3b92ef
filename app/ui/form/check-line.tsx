import { type ReactNode, useId } from "react";
import { classNames } from "../class-names";
import { Checkbox } from "./checkbox";

interface CheckLineProps {
  name?: string;
  checked: boolean;
  disabled?: boolean;
  onChange?: (checked: boolean) => void;
  /** Accessible name, if the visible text alone is ambiguous. */
  label?: string;
  hint?: string;
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function CheckLine({ label, hint, end, className, children, ...box }: CheckLineProps) {
  const hintId = useId();
  const line = (
    <label
      className={classNames(
        "flex min-h-9 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11",
        className,
      )}
    >
      <Checkbox {...box} aria-label={label} aria-describedby={hint && hintId} />
      <span className="min-w-0 grow wrap-anywhere">{children}</span>
      {end && <span className="figures max-w-1/2 shrink-0">{end}</span>}
    </label>
  );
  if (!hint) return line;
  return (
    <div>
      {line}
      <p id={hintId} className="measure ps-7.5 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
