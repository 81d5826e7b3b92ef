import { m } from "~/paraglide/messages";
import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { labelForLine } from "../labels";
import type { BookingLineView } from "../views";

/** A line of a quote or an invoice, as far as a booking tells it. */
export interface LineInDocument {
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  /** What a contract pays of it. */
  discountFils: number;
  serviceId: string;
  priceId: string | null;
}

/**
 * The lines of a booking as a document in a language has them. Hours after the first that have a price of their own are a
 * line of their own; what is by survey costs nothing yet.
 */
export function linesInDocument(lines: readonly BookingLineView[], language: string): LineInDocument[] {
  return lines.flatMap((line) => {
    const { serviceId, priceId, unit, quantity } = line;
    const what =
      line.kind === "work"
        ? `${line.serviceName}: ${line.name}`
        : inLocale(localeNamed(language), () => labelForLine(line, lines));
    const unitFils = line.unitFils ?? 0;
    const nextFils = line.mode === "hourly" ? (line.nextFils ?? unitFils) : unitFils;
    const { contractReference: reference, coveredFils } = line;
    const covered =
      reference && inLocale(localeNamed(language), () => m.lines_under_contract({ what, reference }));
    const of = (count: number, fils: number, discountFils: number) => ({
      description: discountFils > 0 && covered ? covered : what,
      quantityHundredths: count * 100,
      unit,
      unitFils: fils,
      discountFils,
      serviceId,
      priceId,
    });
    if (nextFils === unitFils || quantity === 1) return [of(quantity, unitFils, coveredFils)];
    // The contract pays the first hour first.
    const ofFirst = Math.min(coveredFils, unitFils);
    return [of(1, unitFils, ofFirst), of(quantity - 1, nextFils, coveredFils - ofFirst)];
  });
}
