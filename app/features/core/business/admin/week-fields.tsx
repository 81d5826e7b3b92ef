import { m } from "~/paraglide/messages";
import { addDays, formatDay } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { FieldError } from "~/ui/form/field";
import type { OpeningHours } from "../settings";

/** Any Monday, for the names of weekdays. */
const MONDAY = "2026-01-05";
const DEFAULTS = { opensAt: "08:00", closesAt: "18:00" };

interface WeekFieldsProps {
  label: string;
  hint?: string;
  week: readonly OpeningHours[];
  /** Error of the hours at this index. */
  errorOf: (index: number) => string | undefined;
  onChange: (week: OpeningHours[]) => void;
}

/** Opening hours per weekday; a day without hours is closed. */
export function WeekFields({ label, hint, week, errorOf, onChange }: WeekFieldsProps) {
  const setDay = (day: OpeningHours) =>
    onChange([...without(day.weekday), day].toSorted((a, b) => a.weekday - b.weekday));
  const without = (weekday: number) => week.filter((day) => day.weekday !== weekday);
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="sr-only">{label}</legend>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      {[1, 2, 3, 4, 5, 6, 7].map((weekday) => {
        const name = formatDay(addDays(MONDAY, weekday - 1), "weekday");
        const index = week.findIndex((day) => day.weekday === weekday);
        const day = week[index];
        const error = day && errorOf(index);
        return (
          <div key={weekday} className="flex flex-col gap-1">
            <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
              <CheckLine
                label={m.settings_hours_open({ day: name })}
                checked={day !== undefined}
                onChange={(open) => (open ? setDay({ weekday, ...DEFAULTS }) : onChange(without(weekday)))}
                className="w-36"
              >
                {name}
              </CheckLine>
              {day ? (
                <span className="flex flex-wrap items-center gap-2">
                  <TimeInput
                    label={m.settings_hours_from({ day: name })}
                    value={day.opensAt}
                    invalid={error !== undefined}
                    onChange={(opensAt) => setDay({ ...day, opensAt })}
                  />
                  <span aria-hidden>–</span>
                  <TimeInput
                    label={m.settings_hours_to({ day: name })}
                    value={day.closesAt}
                    invalid={error !== undefined}
                    onChange={(closesAt) => setDay({ ...day, closesAt })}
                  />
                </span>
              ) : (
                <span className="text-sm text-muted">{m.settings_hours_closed()}</span>
              )}
            </div>
            <FieldError id={`hours-${weekday}-error`} error={error} />
          </div>
        );
      })}
    </fieldset>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  invalid: boolean;
  onChange: (time: string) => void;
}

function TimeInput({ label, value, invalid, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={invalid || undefined}
      required
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="figures min-h-11 rounded border border-control bg-surface px-3 aria-invalid:border-error"
    />
  );
}
