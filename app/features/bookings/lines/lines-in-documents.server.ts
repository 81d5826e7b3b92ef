import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { wordForLine } from "../labels";
import type { BookingLineView } from "../views";

/** A line of a quote or an invoice, as far as a booking tells it. */
export interface LineInDocument {
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
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
    const description =
      line.kind === "work"
        ? `${line.serviceName}: ${line.name}`
        : inLocale(localeNamed(language), () => wordForLine(line, lines));
    const unitFils = line.unitFils ?? 0;
    const nextFils = line.mode === "hourly" ? (line.nextFils ?? unitFils) : unitFils;
    const of = (count: number, fils: number) => ({
      description,
      quantityHundredths: count * 100,
      unit,
      unitFils: fils,
      serviceId,
      priceId,
    });
    if (nextFils === unitFils || quantity === 1) return [of(quantity, unitFils)];
    return [of(1, unitFils), of(quantity - 1, nextFils)];
  });
}
