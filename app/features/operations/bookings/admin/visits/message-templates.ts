import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import type { BookingDetail } from "../../office/views";

export interface MessageTemplate {
  id: "about" | "on-the-way" | "late" | "please-confirm" | "cannot-reach";
  label: string;
  text: string;
}

type TemplateSource = Pick<BookingDetail, "customerName" | "reference" | "state" | "visits">;

/** The first template suits any state. */
export function messageTemplates({
  customerName,
  reference,
  state,
  visits,
}: TemplateSource): MessageTemplate[] {
  const visit = visits.find((candidate) => ["held", "scheduled", "en_route"].includes(candidate.state));
  const inputs = { name: bidiIsolate(customerName), reference };
  const inputsWithTime = visit && { ...inputs, time: formatTime(visit.startsAt, "dateTime") };
  const templates: (MessageTemplate | false | undefined)[] = [
    {
      id: "about",
      label: m.office_bookings_message_template_about(),
      text: m.office_bookings_whatsapp_text(inputs),
    },
    inputsWithTime &&
      state !== "requested" && {
        id: "on-the-way",
        label: m.office_bookings_message_template_on_the_way(),
        text: m.office_bookings_message_template_on_the_way_text(inputsWithTime),
      },
    inputsWithTime &&
      state !== "requested" && {
        id: "late",
        label: m.office_bookings_message_template_late(),
        text: m.office_bookings_message_template_late_text(inputsWithTime),
      },
    inputsWithTime && {
      id: "please-confirm",
      label: m.office_bookings_message_template_please_confirm(),
      text: m.office_bookings_message_template_please_confirm_text(inputsWithTime),
    },
    !["cancelled", "declined"].includes(state) && {
      id: "cannot-reach",
      label: m.office_bookings_message_template_cannot_reach(),
      text: m.office_bookings_message_template_cannot_reach_text(inputs),
    },
  ];
  return templates.filter((template) => typeof template === "object");
}
