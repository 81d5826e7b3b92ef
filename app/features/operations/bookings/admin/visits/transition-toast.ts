import { m } from "~/paraglide/messages";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { Transition } from "../../booking";
import { labelForTimelineEntry } from "../../labels";
import type { BookingDetail } from "../../office/views";

export function showTransitionToast({ reference }: BookingDetail, transition: Transition): void {
  passingNotices.show({
    title: m.office_bookings_transition_done({ reference, what: labelForTimelineEntry(transition) }),
    tone: "success",
  });
}
