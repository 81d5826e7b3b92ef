import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import type { OnCallPage } from "../views";

/** "rang 3 times", "texted 3:01 AM", "ringing now": the steps of a page in a few words. */
export function stepsOfPage({
  rings,
  rangAt,
  unansweredAt,
  isRinging,
  offeredAt,
  texts,
}: OnCallPage): string[] {
  const text = texts.at(-1);
  const isTextLost = text?.state === "failed";
  const steps = [
    ...(rangAt ? [m.office_bookings_page_rang({ count: rings })] : []),
    ...(!rangAt && unansweredAt ? [m.office_bookings_page_no_device()] : []),
    ...(text && !isTextLost && text.state !== "withdrawn"
      ? [m.office_bookings_page_texted({ time: formatTime(text.at, "time") })]
      : []),
    ...(isTextLost ? [m.office_bookings_page_text_failed()] : []),
    ...(offeredAt ? [m.office_bookings_emergency_offered()] : []),
    ...(isRinging ? [m.office_bookings_page_ringing()] : []),
  ];
  return steps.length > 0 ? steps : [m.office_bookings_page_waiting()];
}
