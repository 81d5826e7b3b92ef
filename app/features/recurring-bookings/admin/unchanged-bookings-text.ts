import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { labelForConflicts } from "../../bookings/labels";
import type { UnchangedBooking } from "../views";

/** References of bookings that were not changed, grouped by reason. */
export function unchangedBookingsText(unchanged: readonly UnchangedBooking[]): string {
  const groups = Map.groupBy(unchanged, ({ reason, conflicts = [] }) => reasonText(reason, conflicts));
  const sentences = [...groups].map(([reason, group]) =>
    m.series_stayed_why({ references: formatList(group.map(({ reference }) => reference)), why: reason }),
  );
  return [...sentences, m.series_stayed()].join(" ");
}

function reasonText(
  reason: UnchangedBooking["reason"],
  conflicts: NonNullable<UnchangedBooking["conflicts"]>,
): string {
  switch (reason) {
    case "nobody-free":
      return m.series_why_nobody();
    case "several-days":
      return m.series_why_days();
    case "not-offered":
      return m.series_why_not_offered();
    case "technician-busy":
      return m.series_why_busy();
    case "technician-warning":
      return m.series_why_against({ what: labelForConflicts(conflicts) });
    case "changed":
      return m.series_why_changed();
  }
}
