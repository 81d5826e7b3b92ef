import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { type Capacity, shareOf, unavailableMin } from "../../board/capacity";
import { toHours } from "./board-technicians";
import { WorkIcon } from "./visit/work-icon";

/** Share from which the bar turns red. */
const TIGHT = 0.85;

/** Booked and available hours, for example "12.5 / 40 h". */
export function shortCapacityText(capacity: Omit<Capacity, "trade">): string {
  return m.board_capacity_short({
    booked: toHours(unavailableMin(capacity)),
    shift: toHours(capacity.shiftMin),
  });
}

/** The same in whole hours for narrow cells, for example "13/40 h". */
export function roundedCapacityText(capacity: Omit<Capacity, "trade">): string {
  const wholeHours = (minutes: number) => Math.round(minutes / 60);
  return m.board_capacity_rounded({
    booked: wholeHours(unavailableMin(capacity)),
    shift: wholeHours(capacity.shiftMin),
  });
}

/** Hidden from screen readers, because the figures next to it state the same. */
export function CapacityBar({ capacity }: { capacity: Pick<Capacity, "freeMin" | "shiftMin"> }) {
  const share = Math.min(1, shareOf(capacity));
  return (
    <span aria-hidden className="block h-1.5 w-full overflow-hidden rounded-full bg-line">
      <span
        className={classNames("block h-full rounded-full", share >= TIGHT ? "bg-error" : "bg-accent")}
        style={{ inlineSize: `${Math.round(share * 100)}%` }}
      />
    </span>
  );
}

export function CapacityList({
  trades,
  nameOf,
}: {
  trades: readonly Capacity[];
  /** Name of a trade; an empty string until the names are loaded. */
  nameOf: (trade: string) => string;
}) {
  return (
    <ul aria-label={m.board_capacity()} className="flex flex-col gap-2 text-xs">
      {trades.map((trade) => (
        <li key={trade.trade} data-trade={trade.trade} className="flex flex-col gap-1">
          <span className="flex items-center gap-1.5">
            <WorkIcon trade={trade.trade} className="board-trade size-3.5 shrink-0" />
            <span className="min-w-0 grow">{nameOf(trade.trade)}</span>
            <span className="figures whitespace-nowrap">{shortCapacityText(trade)}</span>
          </span>
          <CapacityBar capacity={trade} />
          <span className="figures text-muted">
            {m.board_capacity_free({ free: toHours(trade.freeMin) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
