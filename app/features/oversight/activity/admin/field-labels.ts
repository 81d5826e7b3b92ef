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
  const labels: Record<string, (() => string) | undefined> = fields;
  const label = labels[field]?.();
  if (label) return label;
  // "nameAr": Arabic text of "name".
  const english = field.endsWith("Ar") ? labels[field.slice(0, -2)]?.() : undefined;
  return english ? m.form_in_arabic({ label: english }) : splitCamelCase(field);
}

/** Labels of all tracked fields; the compiler reports a missing one. */
const fields: Record<TrackedField | "technician", () => string> = {
  accessNotes: m.activity_field_access_notes,
  accountingCode: m.activity_field_accounting_code,
  address: m.activity_field_address,
  answer: m.activity_field_answer,
  billingAddress: m.activity_field_billing_address,
  bufferMin: m.activity_field_buffer,
  category: m.activity_field_category,
  city: m.activity_field_city,
  company: m.activity_field_company,
  depositFils: m.activity_field_deposit,
  description: m.activity_field_description,
  duration: m.activity_field_item_duration,
  durationMin: m.activity_field_duration,
  eAddress: m.activity_field_e_address,
  email: m.activity_field_email,
  emergencySurcharge: m.activity_field_emergency_surcharge,
  emirate: m.activity_field_emirate,
  country: m.activity_field_country,
  region: m.activity_field_region,
  taxNumber: m.activity_field_tax_number,
  endsAt: m.activity_field_ends,
  estimateFils: m.activity_field_estimate,
  events: m.activity_field_events,
  fils: m.activity_field_price,
  granted: m.team_permissions,
  headline: m.activity_field_headline,
  icon: m.activity_field_icon,
  included: m.activity_field_included,
  introduction: m.activity_field_introduction,
  language: m.activity_field_language,
  licence: m.activity_field_licence,
  licenceAuthority: m.activity_field_licence_authority,
  lines: m.activity_field_lines,
  linkNo: m.activity_field_link,
  makani: m.activity_field_makani,
  message: m.activity_field_message,
  mode: m.activity_field_mode,
  name: m.activity_field_name,
  nextFils: m.activity_field_next,
  notIncluded: m.activity_field_not_included,
  order: m.activity_field_order,
  pin: m.activity_field_pin,
  outdoor: m.activity_field_outdoor,
  outOfHoursSurcharge: m.activity_field_out_of_hours_surcharge,
  parking: m.activity_field_parking,
  permit: m.activity_field_permit,
  permitFile: m.activity_field_permit_file,
  permitUntil: m.activity_field_permit_until,
  phone: m.activity_field_phone,
  published: m.activity_field_published,
  reminders: m.activity_field_reminders,
  role: m.activity_col_role,
  secondFactorRequired: m.activity_field_second_factor,
  service: m.activity_kind_service,
  shifts: m.activity_field_shifts,
  siteContact: m.activity_field_site_contact,
  skills: m.activity_field_skills,
  startsAt: m.activity_field_starts,
  state: m.activity_field_state,
  steps: m.activity_field_steps,
  street: m.activity_field_street,
  summary: m.activity_field_summary,
  technician: m.activity_kind_technician,
  technicianId: m.activity_kind_technician,
  totalFils: m.activity_field_total,
  trade: m.activity_field_trade,
  trn: m.activity_field_trn,
  unit: m.activity_field_unit,
  url: m.activity_field_url,
  warranty: m.activity_field_warranty,
  zones: m.activity_field_zones,
};

/** Splits camelCase: "visitsWithin" becomes "Visits within". */
function splitCamelCase(field: string): string {
  const text = field
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
