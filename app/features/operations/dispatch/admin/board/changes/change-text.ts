import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { type BoardItem, canMove, itemPlacement, minuteText } from "../board-item";
import { type Change, confirmsRequest } from "./change";

export function doneText(change: Change, nameOf: (technicianId: string) => string): string {
  const { reference } = change.item;
  switch (change.kind) {
    case "arrange": {
      const { technicianId, day, startMin } = change.to;
      const inputs = { reference, name: bidiIsolate(nameOf(technicianId)), time: minuteText(startMin) };
      const from = itemPlacement(change.item);
      return from?.day === day
        ? m.board_done_placed(inputs)
        : m.board_done_placed_on({ ...inputs, day: formatDay(day, "weekdayDate") });
    }
    case "unassign":
      return m.board_done_unassigned({ reference });
    case "cancel":
      return m.board_done_cancelled({ reference });
    case "undoConfirm":
      return m.board_undone_request({ reference });
  }
}

/** `isRequestAgain`: the customer had not been notified of the confirmation yet. */
export function undoneText(change: Change, isRequestAgain: boolean): string {
  const { reference } = change.item;
  if (isRequestAgain) return m.board_undone_request({ reference });
  if (!confirmsRequest(change)) return m.board_undone({ reference });
  const before = itemPlacement(change.item);
  if (!before) return m.board_undone_confirmed_unassigned({ reference });
  const time = minuteText(before.startMin);
  return change.notifyCustomer === false
    ? m.board_undone_confirmed_manual({ reference, time })
    : m.board_undone_confirmed({ reference, time });
}

export function submitLabel(item: BoardItem): string {
  const { bookingState, technicianId, state } = item;
  if (bookingState === "requested") return m.board_confirm_and_place();
  if (!canMove(item)) return m.board_resize();
  return technicianId && state !== "held" ? m.board_move() : m.board_place();
}
