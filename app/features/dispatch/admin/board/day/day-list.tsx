import UserRoundX from "lucide-react/icons/user-round-x";
import { useMemo } from "react";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { daysBetween } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { Face } from "~/ui/face";
import { officePicture } from "../../../../scheduling/technicians/picture";
import { DAY_MIN } from "../../../board-time";
import type { Board } from "../../../views";
import { entriesByTechnician, requestsNow, waitingNow } from "../board-entries";
import { type BoardItem, spanText, whoAndWhere } from "../board-item";
import type { DrawnByKey } from "../changes/change-queue";
import { Tray } from "../tray";
import { closedLook } from "../visit/closed-look";
import { visitLook } from "../visit/visit-look";

interface DayListProps {
  board: Board;
  day: string;
  drawn: DrawnByKey;
  onOpen: (item: BoardItem) => void;
  onConfirm: (item: BoardItem) => void;
  /** A technician cannot come. */
  onRescue: (technicianId: string) => void;
}

const tray = { current: null };

/** The day where there is no room for a board: each technician's visits in the order of time, then what waits. */
export function DayList({ board, day, drawn, onOpen, onConfirm, onRescue }: DayListProps) {
  const entries = useMemo(() => entriesByTechnician(board, drawn), [board, drawn]);
  const waiting = waitingNow(board, drawn);
  const closed = board.days.find((one) => one.day === day)?.closed ?? {};
  return (
    <div className="flex flex-col">
      <a
        href="#tray"
        className="flex min-h-11 items-center gap-2 border-b border-line px-4 text-sm font-medium text-link underline"
      >
        {m.board_tray_jump({ count: waiting.length })}
      </a>
      {board.technicians.map((technician) => {
        const row = entries.get(technician.id) ?? [];
        const allDay = closed[technician.id]?.find(
          ({ fromMin, toMin }) => fromMin === 0 && toMin === DAY_MIN,
        );
        return (
          <section
            key={technician.id}
            aria-label={technician.name}
            className="border-b border-line px-4 py-3"
          >
            <h2 className="flex items-center gap-2 text-sm font-semibold">
              <Face small name={technician.name} picture={officePicture(technician)} />
              <bdi className="min-w-0">{technician.name}</bdi>
              <span className="figures ms-auto text-xs font-normal text-muted">
                {allDay && row.length === 0
                  ? closedLook[allDay.why].word()
                  : m.board_row_visits({ count: row.length })}
              </span>
              <button
                type="button"
                aria-label={m.rescue_open_for({ name: isolated(technician.name) })}
                onClick={() => onRescue(technician.id)}
                className="-my-2 grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
              >
                <UserRoundX aria-hidden className="size-4" />
              </button>
            </h2>
            {row.length > 0 && (
              <ul className="mt-2 flex flex-col gap-1.5">
                {row.map(({ item, place, pending, warning }) => (
                  <li key={item.key}>
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      onClick={() => onOpen(item)}
                      className={classNames(
                        "flex min-h-11 w-full items-center gap-3 px-3 py-1.5",
                        visitLook(item),
                        pending && "board-pending",
                      )}
                    >
                      <span className="figures w-32 shrink-0">
                        {spanText(place.startMin + daysBetween(day, place.day) * DAY_MIN, place.durationMin)}
                      </span>
                      <span className="min-w-0 grow">
                        <span className="block truncate font-medium">{item.serviceName}</span>
                        <span className="block truncate opacity-85">{whoAndWhere(item)}</span>
                        {warning && <span className="block text-error">{warning}</span>}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
      <Tray
        ref={tray}
        waiting={waiting}
        requests={requestsNow(board, drawn)}
        more={board.moreWaiting}
        onOpen={onOpen}
        onConfirm={onConfirm}
      />
    </div>
  );
}
