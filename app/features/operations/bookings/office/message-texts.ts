import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import type { BookingDetail } from "./views";

type TextSource = Pick<BookingDetail, "customerName" | "reference" | "state" | "visits">;

/** Texts with which the office writes to the customer. The first suits any state. */
export function messageTexts({
  customerName,
  reference,
  state,
  visits,
}: TextSource): BookingDetail["messageTexts"] {
  const visit = visits.find((candidate) => ["held", "scheduled", "en_route"].includes(candidate.state));
  const inputs = { name: bidiIsolate(customerName), reference };
  const inputsWithTime = visit && { ...inputs, time: formatTime(visit.startsAt, "dateTime") };
  const texts: (BookingDetail["messageTexts"][number] | false | undefined)[] = [
    { id: "about", text: m.office_bookings_whatsapp_text(inputs) },
    inputsWithTime &&
      state !== "requested" && {
        id: "on-the-way",
        text: m.office_bookings_message_template_on_the_way_text(inputsWithTime),
      },
    inputsWithTime &&
      state !== "requested" && {
        id: "late",
        text: m.office_bookings_message_template_late_text(inputsWithTime),
      },
    inputsWithTime && {
      id: "please-confirm",
      text: m.office_bookings_message_template_please_confirm_text(inputsWithTime),
    },
    !["cancelled", "declined"].includes(state) && {
      id: "cannot-reach",
      text: m.office_bookings_message_template_cannot_reach_text(inputs),
    },
  ];
  return texts.filter((text) => typeof text === "object");
}
