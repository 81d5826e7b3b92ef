import { m } from "~/paraglide/messages";

/** By full English and Arabic name, so that a service that the office renames is shown with its new name. */
const shortNames: Readonly<Record<string, () => string>> = {
  "HVAC Installation & Maintenance": m.catalogue_short_hvac,
  "تركيب وصيانة التكييف": m.catalogue_short_hvac,
  "General Maintenance": m.catalogue_short_general,
  "الصيانة المنزلية": m.catalogue_short_general,
  "Painting & Decoration": m.catalogue_short_painting,
  "الدهان والديكور": m.catalogue_short_painting,
  "Tiling & Flooring": m.catalogue_short_tiling,
  "البلاط والأرضيات": m.catalogue_short_tiling,
  "أعمال الصيانة العامة": m.catalogue_short_handyman,
  "Free Assessment": m.catalogue_short_assessment,
  "معاينة مجانية": m.catalogue_short_assessment,
  "Emergency Service": m.catalogue_short_emergency,
  "خدمة الطوارئ": m.catalogue_short_emergency,
};

/** "AC" for "HVAC Installation & Maintenance": trade for cells of a table, whose title is the full name. */
export function shortTradeName(serviceName: string): string {
  return shortNames[serviceName]?.() ?? serviceName;
}

/** "Plumbing" for "Emergency Service (Plumbing)", beside a sign that states the emergency. */
export function shortServiceName({
  serviceName,
  tradeName,
}: {
  serviceName: string;
  /** Trade of an emergency; null if unknown or no emergency. */
  tradeName: string | null;
}): string {
  return shortTradeName(tradeName ?? serviceName);
}
