import type { Address } from "../../schema";

/** A part of an address as the maps name it. */
export interface AddressComponent {
  text: string;
  types: readonly string[];
}

/**
 * From a maps suggestion to our fields (docs/domain.md, "Forms"): street from street number and route, area from
 * sublocality or locality, landmark from the first-level administrative area. Building and unit are the visitor's.
 * `written`: the whole in one line, as the maps write it.
 */
export function addressFromComponents(
  components: readonly AddressComponent[],
  written: string | null | undefined,
): Pick<Address, "street" | "area" | "landmark"> & { fullAddress: string } {
  const part = (...types: string[]) => {
    for (const type of types) {
      const found = components.find((component) => component.types.includes(type));
      if (found) return found.text;
    }
    return "";
  };
  const street = [part("street_number"), part("route")].filter(Boolean).join(" ");
  const area = part("sublocality", "sublocality_level_1", "locality");
  const landmark = part("administrative_area_level_1");
  return {
    street,
    area,
    landmark,
    fullAddress: written || [street, area, landmark].filter(Boolean).join(", "),
  };
}
