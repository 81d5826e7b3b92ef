import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useMemo } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { OneLine } from "~/ui/one-line";
import { tip } from "~/ui/overlay/tooltip";
import { TradeIcon } from "../../../catalogue/components/trade-icon";
import { DAY_MIN } from "../../board-time";
import type { Board, BoardDay } from "../../views";
import { capacityOn } from "./board-capacity";
import { type BoardEntry, entriesByTechnician } from "./board-entries";
import { type BoardItem, minuteText } from "./board-item";
import { CapacityBar, hours, shortCapacityText } from "./capacity-bar";
import type { DrawnByKey } from "./change-queue";
import { closedLook } from "./closed-look";
import { useTradeNames } from "./trade-names";
import { visitLook } from "./visit-look";

interface WeekBoardProps {
  board: Board;
  drawn: DrawnByKey;
  dayPath: (day: string) => string;
  onOpen: (item: BoardItem) => void;
}

/** A week: technicians by days, each visit a button; a day's head leads to its board. */
export function WeekBoard({ board, drawn, dayPath, onOpen }: WeekBoardProps) {
  const entries = useMemo(() => entriesByTechnician(board, drawn), [board, drawn]);
  const tradeName = useTradeNames();
  const byDay = useMemo(
    () => board.days.map((day) => ({ day: day.day, capacity: capacityOn(day, board.technicians, entries) })),
    [board, entries],
  );
  const trades = [...new Set(byDay.flatMap(({ capacity }) => capacity.map(({ trade }) => trade)))].sort();
  const today = dubaiDate(new Date());
  const head = "sticky top-0 z-10 border-b border-s border-line bg-surface px-2 py-2 font-medium";
  return (
    <section aria-label={m.board_rows()} className="relative min-h-0 grow overflow-auto overscroll-contain">
      <table className="w-full min-w-[64rem] table-fixed border-separate border-spacing-0 text-xs">
        <thead>
          <tr>
            <th scope="col" className="sticky start-0 top-0 z-20 w-40 border-b border-line bg-surface">
              <span className="sr-only">{m.board_technician()}</span>
            </th>
            {board.days.map(({ day, holiday }) => (
              <th key={day} scope="col" className={classNames(head, day === today && "text-link")}>
                <Link to={dayPath(day)} className="hover:underline">
                  {formatDay(day, "weekdayDate")}
                </Link>
                {holiday && (
                  <span className="block truncate font-normal text-muted">
                    <OneLine>{holiday.name}</OneLine>
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.technicians.map(({ id, name }) => (
            <tr key={id}>
              <th
                scope="row"
                className="sticky start-0 z-10 truncate border-b border-line bg-surface px-3 py-2 text-start text-sm font-medium"
              >
                <OneLine>{name}</OneLine>
              </th>
              {board.days.map((day) => (
                <Cell
                  key={day.day}
                  closed={allDayClosed(day, id)}
                  entries={(entries.get(id) ?? none).filter(({ place }) => place.day === day.day)}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tbody>
          {trades.map((trade) => (
            <tr key={trade} data-trade={trade}>
              <th
                scope="row"
                className="sticky start-0 z-10 border-b border-line bg-surface px-3 py-1 text-start font-medium"
              >
                <span className="flex items-center gap-1.5">
                  <TradeIcon trade={trade} className="board-trade size-3.5 shrink-0" />
                  <span className="truncate">{tradeName(trade)}</span>
                </span>
              </th>
              {byDay.map(({ day, capacity }) => {
                const one = capacity.find((each) => each.trade === trade);
                return (
                  <td key={day} className="border-b border-s border-line px-2 py-1">
                    {one && (
                      <span
                        className="flex flex-col gap-1"
                        {...tip(m.board_capacity_free({ free: hours(one.freeMin) }))}
                      >
                        <span className="figures">
                          {shortCapacityText(one)}
                          <span className="sr-only">
                            {" "}
                            {m.board_capacity_free({ free: hours(one.freeMin) })}
                          </span>
                        </span>
                        <CapacityBar of={one} />
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const none: readonly BoardEntry[] = [];

function allDayClosed({ closed }: BoardDay, technicianId: string) {
  return closed[technicianId]?.find(({ fromMin, toMin }) => fromMin === 0 && toMin === DAY_MIN) ?? null;
}

function Cell({
  closed,
  entries,
  onOpen,
}: {
  closed: BoardDay["closed"][string][number] | null;
  entries: readonly BoardEntry[];
  onOpen: (item: BoardItem) => void;
}) {
  return (
    <td
      className={classNames(
        "h-11 border-b border-s border-line p-1 align-top",
        closed && closedLook[closed.why].className,
      )}
    >
      {closed && entries.length === 0 && <span className="sr-only">{closedLook[closed.why].word()}</span>}
      <ul className="flex flex-col gap-1">
        {entries.map(({ item, place, pending, warning }) => (
          <li key={item.key}>
            <button
              type="button"
              aria-haspopup="dialog"
              {...(warning && tip(warning))}
              onClick={() => onOpen(item)}
              className={classNames(
                "flex min-h-6 w-full items-baseline gap-1.5 px-1.5 py-0.5 hover:border-accent",
                visitLook(item),
                pending && "board-pending",
              )}
            >
              <span className="figures shrink-0">{minuteText(place.startMin)}</span>
              <span className="truncate font-medium">{item.serviceName}</span>
              {warning && (
                <>
                  <TriangleAlert aria-hidden className="ms-auto size-3 shrink-0 self-center text-error" />
                  <span className="sr-only">{warning}</span>
                </>
              )}
            </button>
          </li>
        ))}
      </ul>
    </td>
  );
}
