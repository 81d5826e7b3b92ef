import { useId } from "react";
import { isDay } from "~/platform/time";
import { classNames } from "../class-names";
import { DateInput } from "./date-field";

interface DayInputProps {
  label: string;
  day: string;
  min?: string;
  max?: string;
  /** Puts the label before the field instead of above it. */
  isInline?: boolean;
  /** True if the field may be empty. */
  isClearable?: boolean;
  className?: string;
  onChange: (day: string) => void;
}

/** Date field that ignores incomplete dates, because each change refreshes the page. */
export function DayInput({
  label,
  day,
  min,
  max,
  isInline = false,
  isClearable = false,
  className,
  onChange,
}: DayInputProps) {
  const id = useId();
  return (
    <div
      className={classNames("flex min-w-0", isInline ? "items-center gap-2" : "flex-col gap-1", className)}
    >
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <DateInput
        id={id}
        value={day}
        min={min}
        max={max}
        onChange={({ target: { value } }) => {
          if (isDay(value) || (isClearable && !value)) onChange(value);
        }}
        className="figures h-9 w-full min-w-44 rounded border border-control bg-surface ps-2.5 text-sm text-ink hover:border-accent"
      />
    </div>
  );
}
