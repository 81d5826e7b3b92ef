import { m } from "~/paraglide/messages";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { labelForLine } from "./labels";
import type { BookingLineView } from "./views";

export interface LineInDocument {
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  /** Amount that the contract pays. */
  discountFils: number;
  serviceId: string;
  priceId: string | null;
}

/** Further hours at a different price become a second line; work by survey costs 0 until priced. */
export function documentLinesOf(lines: readonly BookingLineView[], language: string): LineInDocument[] {
  return lines.flatMap((line) => {
    const { serviceId, priceId, unit, quantity } = line;
    const name =
      line.kind === "work"
        ? `${line.serviceName}: ${line.name}`
        : inLocale(localeOrDefault(language), () => labelForLine(line, lines));
    const unitFils = line.unitFils ?? 0;
    const nextFils = line.mode === "hourly" ? (line.nextFils ?? unitFils) : unitFils;
    const { contractReference: reference, coveredFils } = line;
    const covered =
      reference &&
      inLocale(localeOrDefault(language), () => m.lines_under_contract({ what: name, reference }));
    const lineFor = (count: number, fils: number, discountFils: number) => ({
      description: discountFils > 0 && covered ? covered : name,
      quantityHundredths: count * 100,
      unit,
      unitFils: fils,
      discountFils,
      serviceId,
      priceId,
    });
    if (nextFils === unitFils || quantity === 1) return [lineFor(quantity, unitFils, coveredFils)];
    const firstDiscountFils = Math.min(coveredFils, unitFils);
    return [
      lineFor(1, unitFils, firstDiscountFils),
      lineFor(quantity - 1, nextFils, coveredFils - firstDiscountFils),
    ];
  });
}
