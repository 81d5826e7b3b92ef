import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { DayInput } from "~/ui/form/day-input";
import { Chips } from "~/ui/list/filters/chips";
import { selectClass } from "~/ui/list/list-tools";
import { comparisonRange, type Preset, presets, type Range } from "../range";
import type { ChosenRange } from "./use-range";

const words: Record<Preset, () => string> = {
  today: m.reports_preset_today,
  "7-days": m.reports_preset_7_days,
  "30-days": m.reports_preset_30_days,
  month: m.reports_preset_month,
  "last-month": m.reports_preset_last_month,
  year: m.reports_preset_year,
  own: m.reports_preset_custom,
};

/** Such as "Sun, 1 Nov – Sun, 22 Nov 2026", or a single day. */
export function labelForRange({ from, to }: Range): string {
  if (from === to) return formatDay(from);
  const year = from.slice(0, 4) === to.slice(0, 4);
  return m.reports_days({
    from: formatDay(from, year ? "weekdayDate" : "date"),
    to: formatDay(to),
  });
}

/** Choice of the range. */
export function RangeChips({ preset, range, choose }: ChosenRange) {
  return (
    <Chips
      label={m.reports_range()}
      chips={presets.map((value) => ({ value, label: words[value]() }))}
      chosen={preset}
      onChange={(preset) => choose({ preset, range })}
    />
  );
}

/** The range, its days if they are chosen freely, and its comparison period. */
export function RangeBar({ preset, range, against, choose }: ChosenRange) {
  const dayInput = (name: keyof Range, label: string) => (
    <DayInput
      label={label}
      day={range[name]}
      isInline
      onChange={(day) => {
        const next = { ...range, [name]: day };
        choose({ preset: "own", range: next.from <= next.to ? next : { from: day, to: day } });
      }}
    />
  );
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 pb-2">
      {preset === "own" ? (
        <>
          {dayInput("from", m.reports_from())}
          {dayInput("to", m.reports_to())}
        </>
      ) : (
        <p className="figures text-sm">{labelForRange(range)}</p>
      )}
      <label className="flex items-center gap-2 text-xs text-muted">
        {m.reports_compare()}
        <select
          value={against}
          onChange={({ target: { value } }) => choose({ against: value === "year" ? "year" : "before" })}
          className={classNames(selectClass, "w-auto")}
        >
          <option value="before">{m.reports_compare_before()}</option>
          <option value="year">{m.reports_compare_year()}</option>
        </select>
      </label>
      <p className="figures text-sm text-muted">{labelForRange(comparisonRange(range, against))}</p>
    </div>
  );
}
