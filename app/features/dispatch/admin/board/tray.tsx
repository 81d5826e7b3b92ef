import Inbox from "lucide-react/icons/inbox";
import { type RefObject, useState } from "react";
import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay, formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatHours } from "~/ui/hooks/duration";
import { EmergencyBadge } from "../../../bookings/admin/emergency-badge";
import { StateBadge } from "../../../bookings/components/state-badge";
import type { WaitingWork } from "../../views";
import { itemOfWork, whoAndWhere } from "./board-item";

interface TrayProps {
  ref: RefObject<HTMLElement | null>;
  waiting: readonly WaitingWork[];
  more: boolean;
  onOpen: (key: string) => void;
}

/** The work that nobody is sent to. A visit that is dropped here loses its technician. */
export function Tray({ ref, waiting, more, onOpen }: TrayProps) {
  const { rows, still } = useStill(waiting);
  return (
    <aside
      ref={ref}
      aria-label={m.board_tray()}
      {...still}
      className="flex min-h-0 flex-col border-line transition-colors data-over:bg-brass-soft lg:border-s"
    >
      <h2 className="flex items-center gap-2 border-b border-line px-4 py-2.5 text-sm font-semibold">
        <Inbox aria-hidden className="size-4 text-muted" />
        {m.board_tray()}
        <span className="figures ms-auto text-xs font-normal text-muted">{waiting.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">{m.board_tray_empty()}</p>
      ) : (
        <ul className="min-h-0 grow overflow-y-auto">
          {rows.map(({ work, gone }) => {
            const { key } = itemOfWork(work);
            return (
              <li key={work.bookingId} className={classNames("border-b border-line", gone && "invisible")}>
                <button
                  type="button"
                  data-drag={key}
                  aria-haspopup="dialog"
                  onClick={() => onOpen(key)}
                  className="flex w-full cursor-grab flex-col gap-1 px-4 py-2.5 text-start text-sm select-none hover:bg-brass-soft data-dragged:opacity-40"
                >
                  <span className="flex w-full flex-wrap items-center gap-x-2">
                    {work.emergency && <EmergencyBadge />}
                    <span
                      className={
                        work.emergency
                          ? "order-last w-full font-medium"
                          : "min-w-0 flex-1 truncate font-medium"
                      }
                    >
                      {work.serviceName}
                    </span>
                    <span className="figures ms-auto shrink-0 text-xs text-muted">
                      {formatHours(work.durationMin)}
                    </span>
                  </span>
                  <span className="w-full truncate text-xs text-muted">{whoAndWhere(work)}</span>
                  {work.holdEnded && (
                    <span className="text-xs text-brass-text">{m.admin_bookings_hold_ended()}</span>
                  )}
                  <span className="flex w-full items-center gap-2 text-xs">
                    <StateBadge state={work.bookingState} />
                    <span className="figures ms-auto text-end text-muted">{whenOf(work)}</span>
                  </span>
                </button>
              </li>
            );
          })}
          {more && <li className="px-4 py-3 text-xs text-muted">{m.board_tray_more()}</li>}
        </ul>
      )}
    </aside>
  );
}

/**
 * The rows as they are, but for as long as the mouse is among them each keeps its place: what is taken away elsewhere leaves
 * a gap, what comes is added at the end. Otherwise a hand that is about to take one would take the next.
 */
function useStill(waiting: readonly WaitingWork[]) {
  const [kept, setKept] = useState<readonly WaitingWork[] | null>(null);
  const byBooking = new Map(waiting.map((work) => [work.bookingId, work]));
  const before = kept ?? [];
  const known = new Set(before.map(({ bookingId }) => bookingId));
  const rows = [
    ...before.map((work) => ({
      work: byBooking.get(work.bookingId) ?? work,
      gone: !byBooking.has(work.bookingId),
    })),
    ...waiting.filter(({ bookingId }) => !known.has(bookingId)).map((work) => ({ work, gone: false })),
  ];
  return {
    rows,
    still: { onPointerEnter: () => setKept(waiting), onPointerLeave: () => setKept(null) },
  };
}

/** When it is agreed or wished for, as exactly as it is. */
function whenOf({ startsAt, timed }: WaitingWork): string {
  if (!startsAt) return m.board_any_time();
  return timed ? formatTime(startsAt, "dateTime") : formatDay(dubaiDate(new Date(startsAt)), "weekdayDate");
}
