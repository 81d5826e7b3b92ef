import { useState } from "react";
import type { BookingRow } from "../views";

/** The most that are confirmed at once. */
const MOST_CHOSEN = 100;

export interface Selection {
  /** The chosen requests, as they are now. */
  chosen: readonly BookingRow[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
}

/** Which lines of the list are chosen. */
export function useSelection(bookings: readonly BookingRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const set = (ids: readonly string[]) => setIds(new Set(ids.slice(0, MOST_CHOSEN)));
  return {
    chosen: bookings.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    set,
  };
}

/** Only a request can be confirmed, so only a request can be chosen. */
export function canBeChosen({ state }: BookingRow): boolean {
  return state === "requested";
}
