/** What is counted: the kinds that the client named (docs/domain.md, "Figures"), and the view of a page that they are held against. */
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

/** A few words about an event: which form, which button, how far. Never about a person. */
export type EventDetails = Record<string, string | number | boolean>;

export interface CountedEvent {
  name: EventName;
  /** As `countedPath` tells it. */
  path: string;
  details: EventDetails;
}

/** What one call may bring. */
export const eventLimits = { batch: 50, details: 6, text: 60 };

/** Something that looks like a phone number, an email or a reference: it is not counted, whoever sends it. */
export function looksPersonal(text: string): boolean {
  return /@|\d[\d\s().-]{4,}\d/.test(text);
}
