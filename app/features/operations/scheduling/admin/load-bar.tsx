import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { formatHours } from "~/ui/hooks/duration";
import type { TechnicianRow } from "../views";

type Load = Pick<TechnicianRow["today"], "visits" | "bookedMin" | "shiftMin">;

/** Booked share of the shift, 1 = full. Days off sort before free days. */
export function shareBooked({ bookedMin, shiftMin }: Pick<Load, "bookedMin" | "shiftMin">): number {
  if (shiftMin > 0) return bookedMin / shiftMin;
  return bookedMin > 0 ? Number.POSITIVE_INFINITY : -1;
}

export function LoadBar({ load: { visits, bookedMin, shiftMin } }: { load: Load }) {
  const share = shareBooked({ bookedMin, shiftMin });
  if (share < 0) return <span className="text-muted">{m.scheduling_people_off()}</span>;
  const over = share > 1;
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className="h-1.5 w-14 min-w-3 shrink-[99] overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
      >
        <span
          className={classNames("block h-full rounded-full", over ? "bg-accent" : "bg-calm")}
          style={{ inlineSize: `${Math.min(1, share) * 100}%` }}
        />
      </span>
      <span className={classNames("figures min-w-0", over && "font-medium text-brass-text")}>
        {visits === 0 && bookedMin === 0
          ? m.scheduling_people_load_free({ shift: formatHours(shiftMin) })
          : shiftMin === 0
            ? m.scheduling_people_load_off({ booked: formatHours(bookedMin) })
            : m.scheduling_people_load({ booked: formatHours(bookedMin), shift: formatHours(shiftMin) })}
      </span>
    </span>
  );
}
