import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import type { BookingView } from "../views";

export function CutOffNotice({ booking }: { booking: Pick<BookingView, "state" | "cutOff"> }) {
  if (!booking.cutOff) return null;
  const { at, passed } = booking.cutOff;
  const time = formatTime(at, "dateTime");
  const requested = booking.state === "requested";
  return (
    <p className="text-xs text-muted">
      {requested && (passed ? m.booking_cut_off_request_passed() : m.booking_cut_off_request({ time }))}
      {!requested && (passed ? m.booking_cut_off_passed() : m.booking_cut_off({ time }))}
    </p>
  );
}
