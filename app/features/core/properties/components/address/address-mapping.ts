import type { Address } from "../../schema";

export interface AddressComponent {
  text: string;
  types: readonly string[];
}

/** Maps a place to our fields (docs/domain.md, "Forms"). `written`: the formatted address in one line. */
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
