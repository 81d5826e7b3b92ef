import { m } from "~/paraglide/messages";

/** By full name, so that a service that the office renames is shown with its new name. */
const shortNames: Readonly<Record<string, () => string>> = {
  "HVAC Installation & Maintenance": m.catalogue_short_hvac,
  "General Maintenance": m.catalogue_short_general,
  "Painting & Decoration": m.catalogue_short_painting,
  "Tiling & Flooring": m.catalogue_short_tiling,
  "Free Assessment": m.catalogue_short_assessment,
};

/** "AC" for "HVAC Installation & Maintenance": trade for cells of a table, whose title is the full name. */
export function shortTradeName(serviceName: string): string {
  return shortNames[serviceName]?.() ?? serviceName;
}
