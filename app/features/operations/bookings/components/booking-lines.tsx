import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { amountText } from "../../../core/pricing/price-text";
import { coveredByContract, labelForLine } from "../lines/labels";

export interface BookingLineProps {
  kind: "work" | "emergency-uplift" | "out-of-hours-uplift";
  serviceId: string;
  serviceName: string;
  name: string;
  mode: "fixed" | "hourly" | "survey";
  quantity: number;
  percent: number | null;
  grossFils: number | null;
  coveredFils: number;
  contractReference: string | null;
}

interface BookingLinesProps {
  lines: readonly BookingLineProps[];
  totalFils: number | null;
}

export function BookingLines({ lines, totalFils }: BookingLinesProps) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li
            key={`${line.kind} ${line.serviceId} ${line.name} ${line.percent}`}
            className="flex items-baseline justify-between gap-4"
          >
            <span className="wrap-anywhere">{labelForLine(line, lines)}</span>
            <span className="figures max-w-1/2 shrink-0 text-end">{amountText("fixed", line.grossFils)}</span>
          </li>
        ))}
        {[...coveredByContract(lines)].map(([reference, fils]) => (
          <li key={reference} className="flex items-baseline justify-between gap-4 text-calm-text">
            <span>{m.lines_covered({ reference })}</span>
            <span className="figures shrink-0">{formatMoney(-fils)}</span>
          </li>
        ))}
      </ul>
      {(lines.length > 1 || lines.some(({ coveredFils }) => coveredFils > 0)) && totalFils !== null && (
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
          <span>{m.lines_total()}</span>
          <span className="figures">{amountText("fixed", totalFils)}</span>
        </p>
      )}
    </div>
  );
}
