/** Events of docs/domain.md, "Analytics", and page views as their base. */
export const eventNames = [
  "page_view",
  "scroll_depth",
  "section_view",
  "cta_click",
  "phone_call",
  "whatsapp_click",
  "form_submit_success",
  "form_submit_error",
  "quote_request",
  "service_booking",
  "free_assessment_request",
  "emergency_request",
  "journey_milestone",
] as const;

export type EventName = (typeof eventNames)[number];

/** Never personal data. */
export type EventDetails = Record<string, string | number | boolean>;

export interface CountedEvent {
  name: EventName;
  path: string;
  details: EventDetails;
}

export const eventLimits = { batch: 50, details: 6, text: 60 };

export function looksPersonal(text: string): boolean {
  return /@|\d[\d\s().-]{4,}\d/.test(text);
}
