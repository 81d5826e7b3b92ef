import type { Address } from "./schema";

/** Columns of `properties` that hold the address. */
export interface AddressColumns {
  street: string;
  building: string;
  unit: string;
  area: string;
  landmark: string;
}

export function toAddress({ street, building, unit, area, landmark }: AddressColumns): Address {
  return { street, buildingName: building, unitNumber: unit, area, landmark };
}

/** One line, without empty parts. */
export function flattenAddress(address: Address): string {
  return [address.street, address.buildingName, address.unitNumber, address.area, address.landmark]
    .filter((part) => part !== "")
    .join(", ");
}
