import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { spellMinutes } from "~/ui/hooks/duration";
import type { BookingLine } from "../../../core/pricing/booking-price";
import type { PriceMode } from "../../../core/pricing/price";

interface Work {
  name: string;
  mode: PriceMode;
  quantity: number;
}

interface Line extends Work {
  kind: BookingLine["kind"];
  serviceId: string;
  serviceName: string;
  percent: number | null;
}

/** "3 × AC service", "AC call-out, 2 hours". */
export function labelForWork({ name, mode, quantity }: Work): string {
  if (mode === "hourly")
    return m.lines_hours({ name: bidiIsolate(name), hours: spellMinutes(quantity * 60) });
  return quantity === 1 ? name : m.lines_units({ name: bidiIsolate(name), quantity });
}

/** "Outside opening hours +25%"; names the service if the booking has several. */
export function labelForLine(line: Line, lines: readonly Line[]): string {
  if (line.kind === "work") return labelForWork(line);
  const percent = line.percent ?? 0;
  const surcharge =
    line.kind === "emergency-uplift" ? m.lines_emergency({ percent }) : m.lines_out_of_hours({ percent });
  const alone = lines.every(({ serviceId }) => serviceId === line.serviceId);
  return alone ? surcharge : m.lines_of_service({ surcharge, service: line.serviceName });
}

/** Amounts in fils that contracts cover, by contract reference. */
export function coveredByContract(
  lines: readonly { coveredFils: number; contractReference: string | null }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { coveredFils, contractReference } of lines) {
    if (contractReference) sums.set(contractReference, (sums.get(contractReference) ?? 0) + coveredFils);
  }
  return sums;
}
