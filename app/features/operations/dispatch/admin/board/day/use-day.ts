import { useMemo } from "react";
import { dubaiDate } from "~/platform/time";
import { useNow } from "~/ui/hooks/use-now";
import { minuteOf } from "../../../board/board-time";
import type { Board } from "../../../views";
import { entriesByTechnician, workforceOf } from "../board-entries";
import {
  findTechnicians,
  hasPassed,
  isLate,
  labelForStatus,
  shortStatusLabel,
  type TechnicianMatch,
  techniciansOn,
} from "../board-technicians";
import type { OptimisticVisits } from "../changes/change-queue";
import type { TechnicianSearch } from "../technician-search";

const CLOCK_MS = 60_000;

/** Data of a day for board and list. */
export function useDay(
  board: Board,
  day: string,
  { optimistic, search }: { optimistic: OptimisticVisits; search: TechnicianSearch },
) {
  const now = useNow(CLOCK_MS);
  const isToday = dubaiDate(now) === day;
  const entries = useMemo(() => entriesByTechnician(board, optimistic), [board, optimistic]);
  const shownDay = board.days.find((boardDay) => boardDay.day === day);
  const technicianDays = useMemo(
    () => techniciansOn(board.technicians, { entries, closed: shownDay?.closed ?? {}, day, now }),
    [board.technicians, entries, shownDay, day, now],
  );
  const workforce = useMemo(() => workforceOf(board, entries), [board, entries]);
  const { trades } = board;
  const people = useMemo(
    () => findTechnicians(technicianDays, search, { day, now, workforce, trades }),
    [technicianDays, search, day, now, workforce, trades],
  );
  return {
    ...{
      now,
      isToday,
      nowMin: minuteOf(now.toISOString(), day),
      shownDay,
      entries,
      workforce,
      technicianDays,
      people,
    },
    tools: {
      ...{ search, now, isToday, technicians: board.technicians },
      ...{ found: people.length, hasPassed: hasPassed(search, day, now) },
      late: technicianDays.filter(({ busySpans }) => busySpans.some(isLate)).length,
      free: technicianDays.filter(({ status }) => status.kind === "free").length,
    },
  };
}

export type StatusKind = "late" | "busy" | "free" | "closed" | "best";

/** Status, or reasons of a search match. */
export function statusOf({ person, best, words }: TechnicianMatch, isToday: boolean) {
  const kind: StatusKind = best ? "best" : isToday ? person.status.kind : "busy";
  return {
    kind,
    words: words ?? labelForStatus(person, isToday),
    shortStatus: shortStatusLabel(person, isToday),
  };
}

export const statusStyles: Record<StatusKind, string> = {
  late: "text-error font-medium",
  busy: "text-ink",
  free: "text-calm-text font-medium",
  closed: "text-muted",
  best: "text-calm-text font-semibold",
};
