import { m } from "~/paraglide/messages";
import { passingNotices } from "~/ui/toast-store";
import type { Move } from "../booking";
import type { BookingDetail } from "../views";
import { wordForMove } from "../words";

export function tellMoved({ reference }: BookingDetail, move: Move): void {
  passingNotices.show({ title: m.admin_moved({ reference, what: wordForMove(move) }), tone: "success" });
}
