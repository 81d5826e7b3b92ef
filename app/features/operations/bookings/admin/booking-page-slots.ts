import { createPageSlots } from "~/ui/page-slots";
import type { BookingDetail } from "../office/views";

/** Parts of the booking's page in other features. */
export const [BookingPageSlots, useBookingPageSlots] = createPageSlots<{
  Access: { bookingId: string };
  Conversation: { customerId: string; bookingId: string };
  CustomerReview: { bookingId: string; name: string };
  Documents: { booking: BookingDetail };
  Emergency: { booking: BookingDetail };
  Reports: { bookingId: string };
}>();
