import UserRoundX from "lucide-react/icons/user-round-x";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { daysBetween } from "~/platform/time";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { shortServiceName } from "../../../../../core/catalogue/short-trade";
import { technicianPictureUrl } from "../../../../scheduling/technicians/picture";
import { DAY_MIN } from "../../../board/board-time";
import type { Board } from "../../../views";
import { currentRequests, currentUnassigned, drawnSpanOn, minutesLate } from "../board-entries";
import { type BoardItem, customerAndArea, spanText } from "../board-item";
import { BoardTools } from "../board-tools";
import type { OptimisticVisits } from "../changes/change-queue";
import type { TechnicianSearch } from "../technician-search";
import { countUnassigned, UnassignedQueue } from "../unassigned-queue";
import { marksOf } from "../visit/visit-marks";
import { VisitFacts } from "../visit/visit-signs";
import { visitStyle } from "../visit/visit-style";
import { WorkIcon } from "../visit/work-icon";
import { statusOf, statusStyles, useDay } from "./use-day";

interface DayListProps {
  board: Board;
  day: string;
  optimistic: OptimisticVisits;
  search: TechnicianSearch;
  onSearch: (search: TechnicianSearch) => void;
  onOpen: (item: BoardItem) => void;
  onConfirm: (item: BoardItem) => void;
  onReassign: (technicianId: string) => void;
}

const unassignedQueue = { current: null };

/** Small screens: visits by technician, then the unassigned queue. */
export function DayList({
  board,
  day,
  optimistic,
  search,
  onSearch,
  onOpen,
  onConfirm,
  onReassign,
}: DayListProps) {
  const { now, isToday, entries, people, tools } = useDay(board, day, { optimistic, search });
  const unassigned = currentUnassigned(board, optimistic);
  return (
    <div className="flex flex-col">
      <BoardTools {...tools} onSearch={onSearch} />
      <a
        href="#unassigned"
        className="flex min-h-11 items-center gap-2 border-b border-line px-4 text-sm font-medium text-link underline"
      >
        {m.board_unassigned_jump({ count: countUnassigned(unassigned) })}
      </a>
      {people.map((match) => {
        const { technician } = match.person;
        const row = entries.get(technician.id) ?? [];
        const status = statusOf(match, isToday);
        return (
          <section
            key={technician.id}
            aria-label={technician.name}
            className="border-b border-line px-4 py-3"
          >
            <h2 className="flex items-center gap-2 text-sm font-semibold">
              <Avatar small name={technician.name} picture={technicianPictureUrl(technician)} />
              <span className="flex min-w-0 grow flex-col">
                <bdi>{technician.name}</bdi>
                <span
                  className={classNames("figures text-xs first-letter:uppercase", statusStyles[status.kind])}
                >
                  {status.words}
                </span>
              </span>
              <span className="figures shrink-0 text-xs font-normal text-muted">
                {m.board_row_visits({ count: row.length })}
              </span>
              <button
                type="button"
                aria-label={m.board_reassign_title({ name: bidiIsolate(technician.name) })}
                onClick={() => onReassign(technician.id)}
                className="-my-2 grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
              >
                <UserRoundX aria-hidden className="size-4" />
              </button>
            </h2>
            {row.length > 0 && (
              <ul className="mt-2 flex flex-col gap-1.5">
                {row.map((entry) => {
                  const { item, placement, pending, warning, farAway } = entry;
                  const lateMin = isToday ? minutesLate(entry, now) : null;
                  const { plannedFor } = drawnSpanOn(day, entry, now);
                  return (
                    <li key={item.key}>
                      <button
                        type="button"
                        aria-haspopup="dialog"
                        data-trade={item.skills[0] ?? item.serviceId}
                        onClick={() => onOpen(item)}
                        className={classNames(
                          "board-card flex min-h-11 w-full flex-col items-start gap-x-3 px-3 py-1.5 sm:flex-row",
                          visitStyle(item),
                          lateMin !== null && "board-late",
                          pending && "board-pending",
                        )}
                      >
                        <span className="figures shrink-0 sm:w-32">
                          {spanText(
                            placement.startMin + daysBetween(day, placement.day) * DAY_MIN,
                            placement.durationMin,
                          )}
                        </span>
                        <span className="max-w-full min-w-0 sm:grow">
                          <span className="flex items-center gap-1 font-medium">
                            <WorkIcon
                              trade={item.skills[0] ?? item.serviceId}
                              className="board-trade size-3.5 shrink-0"
                            />
                            <span title={item.serviceName} className="truncate">
                              {shortServiceName(item)}
                            </span>
                          </span>
                          <span className="block truncate opacity-90">{customerAndArea(item)}</span>
                          <VisitFacts marks={marksOf(item, { warning, farAway, lateMin, plannedFor })} />
                        </span>
                      </button>
                    </li>
                  );
                })}
              </ul>
            )}
          </section>
        );
      })}
      {people.length === 0 && (
        <p role="status" className="px-4 py-6 text-sm text-muted">
          {m.board_find_none()}
        </p>
      )}
      <UnassignedQueue
        ref={unassignedQueue}
        unassigned={unassigned}
        requests={currentRequests(board, optimistic)}
        more={board.moreUnassigned}
        onOpen={onOpen}
        onConfirm={onConfirm}
      />
    </div>
  );
}
