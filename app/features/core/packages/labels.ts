import { m } from "~/paraglide/messages";
import type { PropertyType } from "./contract";

const propertyLabels: Record<PropertyType, () => string> = {
  "apartment-1br": m.contract_property_apartment_1br,
  "apartment-3br": m.contract_property_apartment_3br,
  "villa-3br": m.contract_property_villa_3br,
  "villa-4br": m.contract_property_villa_4br,
};

export function labelForProperty(type: PropertyType): string {
  return propertyLabels[type]();
}

const shortPropertyLabels: Record<PropertyType, () => string> = {
  "apartment-1br": m.contract_property_short_apartment_1br,
  "apartment-3br": m.contract_property_short_apartment_3br,
  "villa-3br": m.contract_property_short_villa_3br,
  "villa-4br": m.contract_property_short_villa_4br,
};

/** For cells of tables. */
export function shortLabelForProperty(type: PropertyType): string {
  return shortPropertyLabels[type]();
}
