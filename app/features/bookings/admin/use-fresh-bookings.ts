import { useEffect, useRef, useState } from "react";
import type { BookingRow } from "../views";

/**
 * The ids of bookings that came in while the list was being looked at. `list` names what is looked at: with other
 * filters, everything on screen is there to begin with.
 */
export function useFreshBookings(
  list: string,
  bookings: readonly BookingRow[] | undefined,
): ReadonlySet<string> {
  const seen = useRef({ list: "", newest: "" });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!bookings) return;
    const newest = bookings.reduce(
      (newest, { requestedAt }) => (requestedAt > newest ? requestedAt : newest),
      "",
    );
    const before = seen.current;
    if (before.list !== list) {
      seen.current = { list, newest };
      setFresh(new Set());
    } else if (newest > before.newest) {
      const added = bookings.filter(({ requestedAt }) => requestedAt > before.newest);
      seen.current = { list, newest };
      setFresh(new Set(added.map(({ id }) => id)));
    }
  }, [list, bookings]);
  return fresh;
}
