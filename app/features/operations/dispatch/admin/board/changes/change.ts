import { dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { clockOf } from "../../../board/board-time";
import type { VisitChanged } from "../../../views";
import { type BoardItem, type BoardPlacement, isItemUnderWay, itemPlacement } from "../board-item";

/** `item`: state before the change. */
export type Change = {
  item: BoardItem;
  /** False if notifications wait until the dispatcher sends them. */
  notifyCustomer?: boolean;
} & (
  | { kind: "arrange"; to: BoardPlacement; override?: string; asHold?: boolean }
  | { kind: "unassign"; back?: { date: string; time: string; durationMin: number } }
  | { kind: "cancel" }
  /** `otherwise`: sent if the customer was notified of the confirmation already; null if nothing else changed. */
  | { kind: "undoConfirm"; otherwise: Change | null }
);

/** Without the version, which the answer returns. */
export function itemAfter(change: Change): BoardItem {
  const { item } = change;
  switch (change.kind) {
    case "arrange":
      return {
        ...withPlacement(item, change.to),
        state: change.asHold ? "held" : isItemUnderWay(item) ? item.state : "scheduled",
        // Placing a request confirms it.
        bookingState: item.bookingState === "requested" && !change.asHold ? "scheduled" : item.bookingState,
      };
    case "unassign":
      return { ...item, technicianId: null, state: "held" };
    case "cancel":
      return { ...item, visitId: null, technicianId: null, state: null };
    case "undoConfirm":
      return item;
  }
}

export function withPlacement(
  item: BoardItem,
  { technicianId, day, startMin, durationMin }: BoardPlacement,
): BoardItem {
  const startsAt = dubaiInstant(day, clockOf(startMin)).toISOString();
  return { ...item, technicianId, startsAt, durationMin };
}

/** Placing a request confirms it. */
export function confirmsRequest(change: Change): boolean {
  return change.kind === "arrange" && change.item.bookingState === "requested" && !change.asHold;
}

export function isUnchangedPlacement(change: Change): boolean {
  if (change.kind !== "arrange") return false;
  const earlier = itemPlacement(change.item);
  const { technicianId, day, startMin, durationMin } = change.to;
  return (
    earlier?.technicianId === technicianId &&
    earlier.day === day &&
    earlier.startMin === startMin &&
    earlier.durationMin === durationMin
  );
}

/** Null if the change cannot be undone. */
export function inverseChange(change: Change, answer: VisitChanged, reason: string): Change | null {
  if (!confirmsRequest(change)) return inversePlacement(change, answer, reason);
  const { version, visitId } = answer;
  return {
    kind: "undoConfirm",
    item: { ...change.item, version, visitId },
    otherwise: isUnchangedPlacement(change) ? null : inversePlacement(change, answer, reason),
  };
}

function inversePlacement(change: Change, { version, visitId }: VisitChanged, reason: string): Change | null {
  const item = { ...change.item, version, visitId };
  const { notifyCustomer } = change;
  const before = itemPlacement(change.item);
  if (change.kind === "arrange" && !change.item.visitId) return { kind: "cancel", item, notifyCustomer };
  if (change.kind === "arrange" && !before)
    return { kind: "unassign", item, notifyCustomer, back: agreedTime(change.item) };
  if (!before) return null;
  const placedItem = change.kind === "cancel" ? { ...item, visitId: null } : item;
  // Returns to the former place over any warning.
  const asHold = change.kind !== "arrange" && change.item.bookingState === "requested";
  return { kind: "arrange", item: placedItem, notifyCustomer, to: before, override: reason, asHold };
}

function agreedTime({ startsAt, durationMin }: BoardItem) {
  if (!startsAt) return undefined;
  const at = new Date(startsAt);
  return { date: dubaiDate(at), time: dubaiTime(at), durationMin };
}
