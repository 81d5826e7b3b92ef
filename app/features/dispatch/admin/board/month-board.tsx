import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, formatDay, weekdayOf } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { ListFailed, ListWaiting } from "~/ui/list/list-states";
import { monthQuery } from "../../admin-client";
import type { MonthDay } from "../../views";

/** A month: how much is planned on each day, and what is special about it; each leads to its board. */
export function MonthBoard({ day, dayPath }: { day: string; dayPath: (day: string) => string }) {
  const first = `${day.slice(0, 7)}-01`;
  const from = addDays(first, 1 - weekdayOf(first));
  const query = useQuery({ ...monthQuery(from, addDays(from, 41)), placeholderData: keepPreviousData });
  if (!query.data) {
    return query.isError ? (
      <ListFailed title={m.board_failed()} reason={query.error.message} onRetry={() => query.refetch()} />
    ) : (
      <ListWaiting label={m.board_loading()} />
    );
  }
  const weeks = Array.from({ length: 6 }, (_, week) => query.data.slice(week * 7, week * 7 + 7));
  const most = Math.max(1, ...query.data.map(({ visits }) => visits));
  return (
    <div aria-busy={query.isPlaceholderData || undefined} className="min-h-0 grow overflow-auto p-3 lg:p-6">
      <table className="w-full table-fixed border-separate border-spacing-1 text-sm">
        <caption className="sr-only">{formatDay(first, "month")}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one.day} scope="col" className="truncate pb-1 text-xs font-medium text-muted">
                {formatDay(one.day, "shortWeekday")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((one) => (
                <DayCell
                  key={one.day}
                  day={one}
                  share={one.visits / most}
                  inMonth={one.day.slice(0, 7) === day.slice(0, 7)}
                  path={dayPath(one.day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({
  day: { day, visits, technicians, holiday },
  share,
  inMonth,
  path,
}: {
  day: MonthDay;
  /** Of the fullest day. */
  share: number;
  inMonth: boolean;
  path: string;
}) {
  return (
    <td className="p-0">
      <Link
        to={path}
        aria-current={day === dubaiDate(new Date()) ? "date" : undefined}
        className={classNames(
          "flex min-h-16 flex-col gap-1 rounded-sm border border-line p-1.5 hover:border-accent aria-[current=date]:border-accent lg:min-h-24 lg:p-2",
          inMonth ? "bg-surface" : "bg-paper text-muted",
          holiday && !holiday.open && "board-holiday",
        )}
      >
        <span className="flex items-baseline gap-1">
          <span className="sr-only">{formatDay(day, "longDate")}</span>
          <span aria-hidden className="figures font-medium">
            {Number(day.slice(8))}
          </span>
          {holiday && <span className="truncate text-xs text-muted max-sm:sr-only">{holiday.name}</span>}
        </span>
        {visits > 0 && (
          <>
            <span aria-hidden className="mt-auto h-1 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ inlineSize: `${Math.round(share * 100)}%` }}
              />
            </span>
            <span className="figures relative truncate text-xs">
              {m.board_row_visits({ count: visits })}
              <span className="max-lg:sr-only"> · {m.board_month_technicians({ count: technicians })}</span>
            </span>
          </>
        )}
      </Link>
    </td>
  );
}
