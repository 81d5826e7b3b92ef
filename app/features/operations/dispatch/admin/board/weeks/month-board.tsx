import { keepPreviousData, useQuery } from "@tanstack/react-query";
import HardHat from "lucide-react/icons/hard-hat";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { perLocale } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatDay, weekdayOf } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { monthQuery } from "../../../admin-client";
import { shareOf } from "../../../board/capacity";
import type { MonthDay } from "../../../views";
import { toHours } from "../board-technicians";
import { roundedCapacityText } from "../capacity-bar";
import { useTradeNames } from "../visit/trade-names";

/** Capacity of each day, with a link to its board. */
export function MonthBoard({ day, dayPath }: { day: string; dayPath: (day: string) => string }) {
  const [trade, setTrade] = useState("");
  const tradeName = useTradeNames();
  const first = `${day.slice(0, 7)}-01`;
  const from = addDays(first, 1 - weekdayOf(first));
  const query = useQuery({ ...monthQuery(from, addDays(from, 41)), placeholderData: keepPreviousData });
  if (!query.data) {
    return query.isError ? (
      <ListFailed title={m.board_failed()} reason={query.error.message} onRetry={() => query.refetch()} />
    ) : (
      <ListLoading label={m.board_loading()} />
    );
  }
  const weeks = Array.from({ length: 6 }, (_, week) => query.data.slice(week * 7, week * 7 + 7));
  const trades = [...new Set(query.data.flatMap((monthDay) => monthDay.trades.map(({ trade: id }) => id)))];
  const chosenTrade = trades.includes(trade) ? trade : "";
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className="relative min-h-0 grow overflow-auto p-3 lg:p-6"
    >
      <label data-no-print="" className="mb-3 flex w-fit items-center gap-2 text-sm">
        {m.board_capacity_of()}
        <select
          value={chosenTrade}
          onChange={({ target }) => setTrade(target.value)}
          className="h-9 rounded border border-control bg-surface px-2 hover:border-accent"
        >
          <option value="">{m.board_find_any_trade()}</option>
          {trades.map((id) => (
            <option key={id} value={id}>
              {tradeName(id)}
            </option>
          ))}
        </select>
      </label>
      <table className="-mx-1 w-[calc(100%+0.5rem)] table-fixed border-separate border-spacing-1 text-sm">
        <caption className="sr-only">{formatDay(first, "month")}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((monthDay) => (
              <th key={monthDay.day} scope="col" className="truncate pb-1 text-xs font-medium text-muted">
                {formatDay(monthDay.day, "shortWeekday")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((monthDay) => (
                <DayCell
                  key={monthDay.day}
                  day={monthDay}
                  capacity={
                    monthDay.trades.find((capacity) => capacity.trade === chosenTrade) ?? monthDay.total
                  }
                  inMonth={monthDay.day.slice(0, 7) === day.slice(0, 7)}
                  path={dayPath(monthDay.day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const percent = perLocale(
  (intl) => new Intl.NumberFormat(intl, { style: "percent", maximumFractionDigits: 0 }),
);

/** Steps of the colour, from free to full. */
const HEAT_STEPS = 5;

function heatOf(share: number): number {
  return Math.min(HEAT_STEPS - 1, Math.floor(share * HEAT_STEPS));
}

function DayCell({
  day: { day, visits, technicians, holiday },
  capacity,
  inMonth,
  path,
}: {
  day: MonthDay;
  capacity: MonthDay["total"];
  inMonth: boolean;
  path: string;
}) {
  const hasShifts = capacity.shiftMin > 0;
  const share = Math.min(1, shareOf(capacity));
  return (
    <td className="h-px p-0">
      <Link
        to={path}
        aria-current={day === dubaiDate(new Date()) ? "date" : undefined}
        data-heat={hasShifts ? heatOf(share) : undefined}
        className={classNames(
          "flex h-full min-h-16 flex-col gap-1 rounded-sm border border-line p-1.5 hover:border-accent aria-[current=date]:border-accent lg:min-h-24 lg:p-2",
          inMonth ? "bg-surface" : "bg-paper text-muted",
          holiday && !holiday.open && "board-holiday",
        )}
      >
        <span className="flex flex-wrap items-baseline gap-x-1">
          <span className="sr-only">{formatDay(day, "longDate")}</span>
          <span aria-hidden className="figures font-medium">
            {Number(day.slice(8))}
          </span>
          {holiday && <span className="text-xs wrap-anywhere text-muted max-sm:sr-only">{holiday.name}</span>}
        </span>
        {hasShifts && (
          <span className="mt-auto flex flex-wrap items-baseline gap-x-2">
            <span className="figures font-semibold">
              <span aria-hidden>{percent().format(share)}</span>
              <span className="sr-only">{m.board_month_booked({ percent: percent().format(share) })}</span>
            </span>
            <span className="figures truncate text-xs max-sm:sr-only">{roundedCapacityText(capacity)}</span>
          </span>
        )}
        {!hasShifts && capacity.bookedMin > 0 && (
          <span className="figures mt-auto truncate text-xs">
            {m.board_month_off_shift({ hours: toHours(capacity.bookedMin) })}
          </span>
        )}
        {visits > 0 && (
          <span className="figures relative flex justify-between gap-2 text-xs">
            <span aria-hidden className="sm:hidden">
              {visits}
            </span>
            <span className="whitespace-nowrap max-sm:sr-only">{m.board_row_visits({ count: visits })}</span>
            <span className="flex items-center gap-1 max-lg:sr-only">
              <HardHat aria-hidden className="size-3.5" />
              <span aria-hidden>{technicians}</span>
              <span className="sr-only">{m.board_month_technicians({ count: technicians })}</span>
            </span>
          </span>
        )}
      </Link>
    </td>
  );
}
