import { dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { clockOf } from "../../../board/board-time";
import type { VisitChanged } from "../../../views";
import { type BoardItem, type BoardPlacement, itemPlacement } from "../board-item";

/** What a dispatcher does with one visit, from where it was before. */
export type Change = {
  item: BoardItem;
  /** False: the customer is told of it only when somebody says so. */
  notifyCustomer?: boolean;
} & (
  | { kind: "arrange"; to: BoardPlacement; override?: string; asHeld?: boolean }
  | { kind: "unassign"; back?: { date: string; time: string; durationMin: number } }
  | { kind: "cancel" }
);

/** The thing as it is once the change was agreed to; its version is what the answer tells. */
export function itemAfter(change: Change): BoardItem {
  const { item } = change;
  switch (change.kind) {
    case "arrange":
      return {
        ...withPlacement(item, change.to),
        state: change.asHeld ? "held" : isUnderWay(item) ? item.state : "scheduled",
        // Whoever places a request agrees to it.
        bookingState: item.bookingState === "requested" && !change.asHeld ? "scheduled" : item.bookingState,
      };
    case "unassign":
      return { ...item, technicianId: null, state: "held" };
    case "cancel":
      return { ...item, visitId: null, technicianId: null, state: null };
  }
}

function isUnderWay({ state }: BoardItem): boolean {
  return state === "en_route" || state === "on_site";
}

/** The same at another place. */
export function withPlacement(
  item: BoardItem,
  { technicianId, day, startMin, durationMin }: BoardPlacement,
): BoardItem {
  const startsAt = dubaiInstant(day, clockOf(startMin)).toISOString();
  return { ...item, technicianId, startsAt, durationMin };
}

/** What brings the board back to where it was; null where nothing can. */
export function inverseChange(
  change: Change,
  { version, visitId }: VisitChanged,
  reason: string,
): Change | null {
  const item = { ...change.item, version, visitId };
  const { notifyCustomer } = change;
  const before = itemPlacement(change.item);
  if (change.kind === "arrange" && !change.item.visitId) return { kind: "cancel", item, notifyCustomer };
  if (change.kind === "arrange" && !before)
    return { kind: "unassign", item, notifyCustomer, back: agreedTime(change.item) };
  if (!before) return null;
  const placedItem = change.kind === "cancel" ? { ...item, visitId: null } : item;
  // Where it lay before, over whatever warning there may be.
  const asHeld = change.kind !== "arrange" && change.item.bookingState === "requested";
  return { kind: "arrange", item: placedItem, notifyCustomer, to: before, override: reason, asHeld };
}

/** When it was agreed for while it waited for somebody. */
function agreedTime({ startsAt, durationMin }: BoardItem) {
  if (!startsAt) return undefined;
  const at = new Date(startsAt);
  return { date: dubaiDate(at), time: dubaiTime(at), durationMin };
}
