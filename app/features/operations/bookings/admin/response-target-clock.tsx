import Siren from "lucide-react/icons/siren";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { formatMinutes } from "~/ui/hooks/duration";
import type { BookingRow } from "../list/views";
import { type ActiveResponseTarget, activeResponseTarget } from "../response-targets/response-target";

const SOON_MIN = 30;

type BookingWithTarget = Pick<
  BookingRow,
  "state" | "emergency" | "requestedAt" | "respondedAt" | "contactDueAt"
>;

export function ResponseTargetClock({ booking, now }: { booking: BookingWithTarget; now: Date }) {
  const target = activeResponseTarget(booking, now);
  if (!target) return null;
  const { minutesLeft } = target;
  const overdue = minutesLeft < 0;
  const time = formatMinutes(Math.abs(minutesLeft));
  return (
    <span className={classNames("figures font-medium whitespace-nowrap", toneOf(target))}>
      {overdue ? m.office_bookings_target_overdue({ time }) : m.office_bookings_target_left({ time })}
    </span>
  );
}

export function ResponseTargetBanner({ booking, now }: { booking: BookingWithTarget; now: Date }) {
  const target = activeResponseTarget(booking, now);
  if (!target) return null;
  const time = formatMinutes(Math.abs(target.minutesLeft));
  const overdue = target.minutesLeft < 0;
  const message = {
    contact: overdue ? m.office_bookings_target_contact_overdue : m.office_bookings_target_contact_left,
    arrival: overdue ? m.office_bookings_target_arrival_overdue : m.office_bookings_target_arrival_left,
  }[target.kind];
  const Icon = target.kind === "arrival" ? Siren : TriangleAlert;
  return (
    <p
      className={classNames(
        "figures flex items-start gap-2 rounded px-3 py-2 text-sm font-medium",
        target.kind === "arrival"
          ? "bg-signal-soft text-signal-text"
          : overdue
            ? "border border-error text-error"
            : "bg-brass-soft text-brass-text",
      )}
    >
      {(overdue || target.kind === "arrival") && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span>{message({ time })}</span>
    </p>
  );
}

function toneOf({ kind, minutesLeft }: ActiveResponseTarget): string {
  if (kind === "arrival") return "text-signal-text";
  if (minutesLeft < 0) return "text-error";
  return minutesLeft <= SOON_MIN ? "text-ink" : "text-muted";
}
