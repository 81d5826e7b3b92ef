import type { Selectable } from "kysely";
import type { Tables } from "~/platform/database/tables";
import { defaultExtras, type ItemTerms, type PriceExtras } from "./price";

/** Price row of the database. */
export type PriceRow = Selectable<Tables["prices"]>;

/** Terms of a row. */
export function termsIn(row: PriceRow): ItemTerms {
  const { mode, unit, priceFils: fils, nextHourFils: nextFils } = row;
  return { mode, unit, fils, nextFils, ...extrasOf(row) };
}

export function extrasOf(row: PriceRow | undefined): PriceExtras {
  if (!row) return defaultExtras;
  return {
    emergencySurcharge: row.emergencySurcharge,
    outOfHoursSurcharge: row.outOfHoursSurcharge,
    durationMin: row.durationMin,
    bufferMin: row.bufferMin,
  };
}
