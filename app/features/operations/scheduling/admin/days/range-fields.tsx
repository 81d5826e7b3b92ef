import { m } from "~/paraglide/messages";
import { isDay } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { TextField } from "~/ui/form/field";
import type { Form } from "~/ui/form/use-form";
import { type RangeInput, toInstants } from "../../technicians/technician";

/** Days with optional clock times; an empty time means the whole day. */
export interface RangeFormValues {
  fromDay: string;
  fromTime: string;
  toDay: string;
  toTime: string;
}

export function wholeDay(day: string): RangeFormValues {
  return { fromDay: day, fromTime: "", toDay: day, toTime: "" };
}

export function toRangeInput({ fromDay, fromTime, toDay, toTime }: RangeFormValues): RangeInput {
  return { fromDay, fromTime: fromTime || undefined, toDay, toTime: toTime || undefined };
}

/** Null while incomplete or empty. */
export function parseRangeForm(typed: RangeFormValues): { start: Date; end: Date } | null {
  if (!isDay(typed.fromDay) || !isDay(typed.toDay)) return null;
  const range = toInstants(toRangeInput(typed));
  return range.start < range.end ? range : null;
}

export function RangeFields({ form }: { form: Form<RangeFormValues> }) {
  return (
    <div className="grid grid-cols-1 gap-3 min-[27rem]:grid-cols-2">
      <DateField
        label={m.scheduling_range_from_day()}
        autoFocus
        required
        {...form.field("fromDay")}
        onChange={({ target: { value: fromDay } }) =>
          // Moves the end along, so that it never precedes the start.
          form.set(form.values.toDay < fromDay ? { fromDay, toDay: fromDay } : { fromDay })
        }
      />
      <TextField
        label={m.scheduling_range_from_time()}
        optional={m.scheduling_range_whole_day()}
        type="time"
        step={900}
        {...form.field("fromTime")}
      />
      <DateField label={m.scheduling_range_to_day()} required {...form.field("toDay")} />
      <TextField
        label={m.scheduling_range_to_time()}
        optional={m.scheduling_range_whole_day()}
        type="time"
        step={900}
        {...form.field("toTime")}
      />
    </div>
  );
}
