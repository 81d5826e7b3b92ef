import { useMemo, useState } from "react";
import { dubaiDate } from "~/platform/time";
import { useNow } from "~/ui/hooks/use-now";
import { minuteOf } from "../../../board/board-time";
import type { Board } from "../../../views";
import { entriesByTechnician, workforceOf } from "../board-entries";
import {
  type Found,
  findTechnicians,
  labelForStatus,
  shortStatusLabel,
  techniciansOn,
} from "../board-technicians";
import type { DrawnByKey } from "../changes/change-queue";
import { emptySearch } from "../technician-search";

const CLOCK_MS = 60_000;

/** Who is where on one day, who of them is looked for, and how many are late or free. */
export function useDay(board: Board, day: string, drawn: DrawnByKey) {
  const now = useNow(CLOCK_MS);
  const isToday = dubaiDate(now) === day;
  const [search, setSought] = useState(emptySearch);
  const entries = useMemo(() => entriesByTechnician(board, drawn), [board, drawn]);
  const shownDay = board.days.find((one) => one.day === day);
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
      ...{ search, onSearch: setSought, technicians: board.technicians },
      late: technicianDays.reduce((sum, { taken }) => sum + taken.filter(({ late }) => late).length, 0),
      free: isToday ? technicianDays.filter(({ status }) => status.kind === "free").length : null,
    },
  };
}

export type StatusKind = "late" | "busy" | "free" | "closed" | "best";

/** How it stands with somebody; of whom was looked for, what speaks for him. */
export function statusOf({ person, best, words }: Found, isToday: boolean) {
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
