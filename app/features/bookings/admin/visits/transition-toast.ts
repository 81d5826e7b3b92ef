import { m } from "~/paraglide/messages";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { Transition } from "../../booking";
import { labelForMove } from "../../labels";
import type { BookingDetail } from "../../views";

export function showTransitionToast({ reference }: BookingDetail, move: Transition): void {
  passingNotices.show({ title: m.admin_moved({ reference, what: labelForMove(move) }), tone: "success" });
}
