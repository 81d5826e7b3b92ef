import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { labelForConflicts } from "../../scheduling/labels";
import type { UnchangedBooking } from "../views";

/** References of bookings that were not changed, grouped by reason. */
export function unchangedBookingsText(unchanged: readonly UnchangedBooking[]): string {
  const groups = Map.groupBy(unchanged, ({ reason, conflicts = [] }) => reasonText(reason, conflicts));
  const sentences = [...groups].map(([reason, group]) =>
    m.recurring_bookings_unchanged_reason({
      references: formatList(group.map(({ reference }) => reference)),
      why: reason,
    }),
  );
  return [...sentences, m.recurring_bookings_unchanged()].join(" ");
}

function reasonText(
  reason: UnchangedBooking["reason"],
  conflicts: NonNullable<UnchangedBooking["conflicts"]>,
): string {
  switch (reason) {
    case "no-technician-free":
      return m.recurring_bookings_unchanged_none_free();
    case "several-days":
      return m.recurring_bookings_unchanged_days();
    case "not-offered":
      return m.recurring_bookings_unchanged_not_offered();
    case "technician-busy":
      return m.recurring_bookings_unchanged_busy();
    case "technician-warning":
      return m.recurring_bookings_unchanged_conflict({ what: labelForConflicts(conflicts) });
    case "changed":
      return m.recurring_bookings_unchanged_changed();
  }
}
