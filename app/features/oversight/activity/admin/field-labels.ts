import { m } from "~/paraglide/messages";
import type { TrackedField } from "~/platform/events/tracked-fields";
import { settings } from "../../../core/business/settings";
import type { TrailEntry } from "../views";

/** Label of a field; an unknown field of an older version shows its stored name. */
export function labelForField(entry: TrailEntry, field: string): string {
  if (entry.record.kind === "settings") {
    const group = (settings as Record<string, Record<string, { label: () => string } | undefined>>)[
      String(entry.data.group)
    ];
    const label = group?.[field]?.label();
    if (label) return label;
  }
  return labelForPart(field);
}

/** Label of a part of a field's value. */
export function labelForPart(field: string): string {
  return (fields as Record<string, (() => string) | undefined>)[field]?.() ?? splitCamelCase(field);
}

/** Labels of all tracked fields; the compiler reports a missing one. */
const fields: Record<TrackedField | "technician", () => string> = {
  accessNotes: m.trail_field_access_notes,
  accountingCode: m.trail_field_accounting_code,
  address: m.trail_field_address,
  answer: m.trail_field_answer,
  billingAddress: m.trail_field_billing_address,
  bufferMin: m.trail_field_buffer,
  category: m.trail_field_category,
  city: m.trail_field_city,
  company: m.trail_field_company,
  depositFils: m.trail_field_deposit,
  description: m.trail_field_description,
  duration: m.trail_field_item_duration,
  durationMin: m.trail_field_duration,
  eAddress: m.trail_field_e_address,
  email: m.trail_field_email,
  emergencySurcharge: m.trail_field_emergency_surcharge,
  emirate: m.trail_field_emirate,
  endsAt: m.trail_field_ends,
  estimateFils: m.trail_field_estimate,
  events: m.trail_field_events,
  fils: m.trail_field_price,
  headline: m.trail_field_headline,
  icon: m.trail_field_icon,
  included: m.trail_field_included,
  introduction: m.trail_field_introduction,
  licence: m.trail_field_licence,
  lines: m.trail_field_lines,
  linkNo: m.trail_field_link,
  makani: m.trail_field_makani,
  message: m.trail_field_message,
  mode: m.trail_field_mode,
  name: m.trail_field_name,
  nextFils: m.trail_field_next,
  notIncluded: m.trail_field_not_included,
  order: m.trail_field_order,
  pin: m.trail_field_pin,
  outdoor: m.trail_field_outdoor,
  outOfHoursSurcharge: m.trail_field_out_of_hours_surcharge,
  parking: m.trail_field_parking,
  permit: m.trail_field_permit,
  permitFile: m.trail_field_permit_file,
  permitUntil: m.trail_field_permit_until,
  phone: m.trail_field_phone,
  published: m.trail_field_published,
  reminders: m.trail_field_reminders,
  role: m.trail_col_role,
  secondFactorRequired: m.trail_field_second_factor,
  service: m.trail_kind_service,
  shifts: m.trail_field_shifts,
  siteContact: m.trail_field_site_contact,
  skills: m.trail_field_skills,
  startsAt: m.trail_field_starts,
  state: m.trail_field_state,
  steps: m.trail_field_steps,
  street: m.trail_field_street,
  summary: m.trail_field_summary,
  technician: m.trail_kind_technician,
  technicianId: m.trail_kind_technician,
  totalFils: m.trail_field_total,
  trade: m.trail_field_trade,
  trn: m.trail_field_trn,
  unit: m.trail_field_unit,
  url: m.trail_field_url,
  warranty: m.trail_field_warranty,
  zones: m.trail_field_zones,
};

/** Splits camelCase: "visitsWithin" becomes "Visits within". */
function splitCamelCase(field: string): string {
  const text = field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
