import { m } from "~/paraglide/messages";
import type { TrackedField } from "~/platform/events/tracked-fields";
import { joinFacts } from "~/platform/locale/join-facts";
import { languageLabel } from "~/platform/locale/language-names";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay, formatTime, isDay } from "~/platform/time";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { labelForCheque } from "../../../finance/payments/labels";
import { chequeStates } from "../../../finance/payments/payment";
import { bookingStates } from "../../../operations/bookings/booking";
import { labelForState } from "../../../operations/bookings/labels";
import { kindOf, labelForEvent, labelForRole } from "../labels";
import type { TrailEntry } from "../views";
import { labelForPart } from "./field-labels";

/** Action of an entry, with the new state where the verb alone is ambiguous. */
export function actionOf({ type, data }: TrailEntry): string {
  const label = labelForEvent(type);
  const state = bookingStates.find((state) => state === data.to);
  if (type === "booking.status-changed" && state)
    return m.activity_to_state({ what: label, state: labelForState(state) });
  const cheque = chequeStates.find((state) => state === data.to);
  if (type === "cheque.state-changed" && cheque)
    return m.activity_to_state({ what: label, state: labelForCheque(cheque) });
  return label;
}

/** Actor of an entry, or a note that the person was deleted. */
export function actorOf({ actor: { id, name, role, key } }: TrailEntry): string {
  const actor = name ?? (id === null ? labelForRole(role) : m.activity_deleted_person());
  if (key === null) return actor;
  return key
    ? m.activity_by_key({ who: bidiIsolate(actor), key })
    : m.activity_by_deleted_key({ who: bidiIsolate(actor) });
}

/** Name of the record, after that of its kind. */
export function nameOf({ record: { kind, id, name, exists, isErased } }: TrailEntry): string {
  if (isErased) return m.activity_deleted_person();
  if (name !== null) return name;
  if (id === null) return "";
  if (isDay(id)) return formatDay(id);
  if (kind === "account" || kind === "staff") return m.activity_deleted();
  if (exists) return kind === "invoice" ? m.activity_draft() : "";
  return kindOf(kind).source ? m.activity_deleted() : "";
}

/** Path of the record's page, if any. */
export function pageOf({ record: { kind, id, exists } }: TrailEntry): string | null {
  const { page, allOn } = kindOf(kind);
  return (exists && id !== null && page?.(id)) || (allOn ?? null);
}

/** Formats a field value. The trail stores money in fils and instants in UTC. */
export function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return m.activity_nothing();
  if (typeof value === "boolean") return value ? m.activity_yes() : m.activity_no();
  if (typeof value === "number") return /fils$/i.test(field) ? formatExactMoney(value) : String(value);
  if (typeof value === "string") {
    if (field === "language") return languageLabel(value);
    if (PLACES.has(field)) return placeInReaderLanguage(value);
    if (isDay(value)) return formatDay(value);
    return INSTANT.test(value) ? formatTime(value, "fullDateTime") : value;
  }
  if (Array.isArray(value)) {
    const parts = value.map((one) => formatValue(field, one));
    return parts.length > 0 ? parts.join("\n") : m.activity_nothing();
  }
  return joinFacts(
    Object.entries(value).map(([name, one]) => `${labelForPart(name)}: ${formatValue(name, one)}`),
  );
}

const PLACES: ReadonlySet<string> = new Set<TrackedField>(["address", "billingAddress", "zones"]);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Further facts of an entry, without ids, versions and what the verb already states. */
export function factsOf({ data }: TrailEntry): [name: string, value: string][] {
  return Object.entries(facts).flatMap(([field, label]): [string, string][] => {
    const value = data[field];
    if (value === null || value === undefined || value === "") return [];
    return [[label(), formatValue(field, value)]];
  });
}

const facts: Record<string, () => string> = {
  fils: m.activity_fact_amount,
  name: m.activity_field_name,
  item: m.activity_fact_item,
  count: m.activity_fact_count,
  source: m.activity_fact_source,
  former: m.activity_fact_former,
  rating: m.activity_fact_rating,
  revision: m.activity_fact_revision,
  effectiveFrom: m.activity_fact_effective,
  expiresOn: m.activity_fact_expires,
  startsAt: m.activity_field_starts,
  endsAt: m.activity_field_ends,
  fromStartsAt: m.activity_fact_from_starts,
  toStartsAt: m.activity_fact_to_starts,
  fromEndsAt: m.activity_fact_from_ends,
  toEndsAt: m.activity_fact_to_ends,
};

/** Kind and name of the record, such as "Booking BK-2026-000123". */
export function describeRecord(entry: TrailEntry): string {
  return [kindOf(entry.record.kind).label(), nameOf(entry)].filter(Boolean).join(" ");
}
