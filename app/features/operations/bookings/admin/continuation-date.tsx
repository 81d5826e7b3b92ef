import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay } from "~/platform/time";

/** Day on which work on hold is expected to continue, highlighted once it has come. */
export function ContinuationDate({ continueOn, now }: { continueOn: string; now: Date }) {
  const day = formatDay(continueOn, "weekdayDate");
  const today = dubaiDate(now);
  if (continueOn > today) return <span>{m.office_bookings_continue_expected({ day })}</span>;
  return (
    <span className="font-medium text-error">
      {continueOn === today
        ? m.office_bookings_continue_today()
        : m.office_bookings_continue_overdue({ day })}
    </span>
  );
}
