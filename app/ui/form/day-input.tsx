import { isDay } from "~/platform/time";

interface DayInputProps {
  label: string;
  day: string;
  onChange: (day: string) => void;
}

/** Date field that ignores incomplete dates, because each change refreshes the page. */
export function DayInput({ label, day, onChange }: DayInputProps) {
  return (
    <label className="flex flex-col gap-1 text-xs text-muted">
      <span>{label}</span>
      <input
        type="date"
        value={day}
        onChange={({ target }) => isDay(target.value) && onChange(target.value)}
        className="figures min-h-9 rounded border border-control bg-surface px-2.5 text-sm text-ink"
      />
    </label>
  );
}
