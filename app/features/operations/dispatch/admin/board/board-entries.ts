import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { daysBetween, dubaiDate, dubaiInstant, formatDay, formatTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { labelForConflicts } from "../../../scheduling/labels";
import type { BusySpan, Worker, Workforce } from "../../board/board-fit";
import { DAY_MIN, type Span, travelBetweenVisits } from "../../board/board-time";
import type { Board, BoardVisit, HeldRequest, UnassignedWork } from "../../views";
import {
  type BoardItem,
  type BoardPlacement,
  isItemUnderWay,
  itemOfRequest,
  itemOfVisit,
  itemOfWork,
  itemPlacement,
} from "./board-item";
import { withPlacement } from "./changes/change";
import { isAheadOfBoard, type OptimisticVisits } from "./changes/change-queue";

/** Visit on the board, including optimistic changes. */
export interface BoardEntry {
  /** Stable when work becomes a visit, so that its block keeps the focus. */
  key: string;
  item: BoardItem;
  placement: BoardPlacement;
  /** Sent to the server, not answered. */
  pending: boolean;
  /** Null if there is no conflict. */
  warning: string | null;
  /** Too little travel time. */
  farAway: boolean;
  /** Minutes after the start from which the visit is late. */
  graceMin: number;
  /** Null if the visit takes place as planned. */
  actualTime: BoardVisit["actualTime"];
}

/** Board entries grouped by technician. */
export function entriesByTechnician(
  board: Pick<Board, "visits" | "unassigned" | "latenessGraceMin" | "holidays">,
  optimistic: OptimisticVisits,
): Map<string, BoardEntry[]> {
  const graceMin = board.latenessGraceMin;
  const travels = new Map<string, ReturnType<typeof travelBetweenVisits>>();
  for (const [technicianId, visits] of Map.groupBy(board.visits, (visit) => visit.technicianId)) {
    travels.set(technicianId, travelBetweenVisits(visits));
  }
  const holidays = new Map(board.holidays.map(({ day, name }) => [day, name]));
  const entries: BoardEntry[] = [];
  for (const visit of board.visits) {
    const { item, placement } = cachedItem(visit);
    const travel = travels.get(visit.technicianId)?.get(visit.id);
    const changed = optimistic.get(item.key);
    const key = changed?.key ?? item.key;
    if (isAheadOfBoard(changed, item.version)) {
      const at = changed.placement ?? placement;
      entries.push({ key, item: withPlacement(item, at), placement: at, graceMin, ...pendingEntry });
    } else {
      const warning = labelForWarning(visit, travel?.tooLong ? travel : null, holidays);
      const farAway = travel?.tooLong === true;
      const { actualTime } = visit;
      entries.push({ key, item, placement, pending: false, warning, farAway, graceMin, actualTime });
    }
  }
  for (const work of board.unassigned) {
    const item = itemOfWork(work);
    const changed = optimistic.get(item.key);
    if (isAheadOfBoard(changed, item.version) && changed.placement) {
      const { placement } = changed;
      const { key } = changed;
      entries.push({ key, item: withPlacement(item, placement), placement, graceMin, ...pendingEntry });
    }
  }
  return Map.groupBy(entries, ({ placement }) => placement.technicianId);
}

const pendingEntry = { pending: true, warning: null, farAway: false, actualTime: null };

function labelForWarning(
  { delayedUntil, conflicts, startsAt }: BoardVisit,
  tooLongTravel: { area: string; minutes: number } | null,
  holidays: ReadonlyMap<string, string>,
): string | null {
  const warnings = [
    delayedUntil && m.board_delayed({ time: formatTime(delayedUntil, "time") }),
    tooLongTravel &&
      m.board_travel_too_long({
        ...tooLongTravel,
        area: bidiIsolate(placeInReaderLanguage(tooLongTravel.area)),
      }),
    conflicts.length > 0 && labelForConflicts(conflicts, holidays.get(dubaiDate(new Date(startsAt))) ?? null),
  ];
  return warnings.filter(Boolean).join(" · ") || null;
}

/**
 * Minutes since the planned start of a visit without arrival, or since the planned end of work that should have ended
 * on an earlier day; null until the grace period is over.
 */
export function minutesLate(
  { item, graceMin }: Pick<BoardEntry, "item" | "graceMin">,
  now: Date,
): number | null {
  const due = dueAt(item, now);
  if (due === null) return null;
  const minutes = Math.floor((now.getTime() - due) / 60_000);
  return minutes > graceMin ? minutes : null;
}

function dueAt({ state, startsAt, durationMin }: BoardItem, now: Date): number | null {
  if (!startsAt) return null;
  const start = Date.parse(startsAt);
  if (state === "scheduled" || state === "held" || state === "en_route") return start;
  const isOfEarlierDay = dubaiDate(new Date(start)) < dubaiDate(now);
  return state === "on_site" && isOfEarlierDay ? start + durationMin * 60_000 : null;
}

/** Minutes of the shown day. */
export interface DrawnSpan extends Span {
  /** Set if the visit is under way on this day but was planned for another one. */
  plannedFor: string | null;
}

/** Planned time; a visit under way that was planned for another day is drawn today from its actual start until now. */
export function drawnSpanOn(
  day: string,
  entry: Pick<BoardEntry, "item" | "placement" | "actualTime">,
  now: Date | null,
): DrawnSpan {
  const { item, placement } = entry;
  const fromMin = placement.startMin + daysBetween(day, placement.day) * DAY_MIN;
  const planned = { fromMin, toMin: fromMin + placement.durationMin, plannedFor: null };
  if (isWithinDay(planned) || !now || dubaiDate(now) !== day || !isItemUnderWay(item)) return planned;
  const midnight = dubaiInstant(day, "00:00").getTime();
  const nowMin = (now.getTime() - midnight) / 60_000;
  const startMin = Math.max(0, (timeOf(entry).start - midnight) / 60_000);
  if (startMin > nowMin) return planned;
  const plannedFor = labelForPlannedDay(placement.day, day);
  return { fromMin: startMin, toMin: Math.max(nowMin, startMin + 1), plannedFor };
}

export function isWithinDay({ fromMin, toMin }: Span): boolean {
  return fromMin < DAY_MIN && toMin > 0;
}

export function labelForPlannedDay(plannedDay: string, today: string): string {
  return daysBetween(plannedDay, today) === 1
    ? m.board_planned_yesterday()
    : m.board_planned_for({ day: formatDay(plannedDay, "weekdayDate") });
}

export function busySpansOn(day: string, row: readonly BoardEntry[], now: Date): BusySpan[] {
  const midnight = dubaiInstant(day, "00:00").getTime();
  return row.map((entry) => {
    const { placement } = entry;
    const { start, end } = timeOf(entry);
    const fromMin = placement.startMin + daysBetween(day, placement.day) * DAY_MIN;
    const due = minutesLate(entry, now) === null ? null : dueAt(entry.item, now);
    return {
      fromMin,
      toMin: fromMin + placement.durationMin,
      busyFromMin: (start - midnight) / 60_000,
      freeMin: (end - midnight) / 60_000,
      lateFromMin: due === null ? null : (due - midnight) / 60_000,
    };
  });
}

function timeOf({ item, placement, actualTime }: Pick<BoardEntry, "item" | "placement" | "actualTime">) {
  if (actualTime) return toBusyInterval(actualTime);
  const start = Date.parse(item.startsAt!);
  const workEnd = start + placement.durationMin * 60_000;
  return { start, workEnd, end: workEnd + item.bufferMin * 60_000, area: item.area };
}

function toBusyInterval({ startsAt, workEndsAt, endsAt, area }: NonNullable<BoardVisit["actualTime"]>) {
  return {
    ...{ start: Date.parse(startsAt), workEnd: Date.parse(workEndsAt), end: Date.parse(endsAt) },
    area,
  };
}

/** Id of the lead technician's visit. */
export function crewVisitIdOf({
  leadVisitId,
  visitId,
  key,
}: Pick<BoardItem, "leadVisitId" | "visitId" | "key">): string {
  return leadVisitId ?? visitId ?? key;
}

/** Roster with optimistic changes. */
export function workforceOf(
  { technicians, holidays, shorterDays }: Pick<Board, "technicians" | "holidays" | "shorterDays">,
  entries: ReadonlyMap<string, readonly BoardEntry[]>,
): Workforce {
  const interval = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => ({
    ...{ start: Date.parse(startsAt), end: Date.parse(endsAt) },
  });
  return {
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    shorterDays: new Map(shorterDays.map(({ day, shorterByMin }) => [day, shorterByMin])),
    workers: new Map(
      technicians.map((technician): [string, Worker] => {
        const { id, surroundingVisits, timeOff, onCall } = technician;
        const optimistic = (entries.get(id) ?? []).map((entry) => ({
          ...timeOf(entry),
          crewVisitId: crewVisitIdOf(entry.item),
        }));
        const visits = [
          ...optimistic,
          ...surroundingVisits.map((visit) => ({ ...toBusyInterval(visit), crewVisitId: visit.crewVisitId })),
        ];
        return [id, { ...technician, timeOff: timeOff.map(interval), onCall: onCall.map(interval), visits }];
      }),
    ),
  };
}

export function currentUnassigned(
  { unassigned }: Pick<Board, "unassigned">,
  optimistic: OptimisticVisits,
): UnassignedWork[] {
  return unassigned.filter((work) => {
    const changed = optimistic.get(itemOfWork(work).key);
    return !isAheadOfBoard(changed, work.version) || !changed.placement;
  });
}

/** Held requests, without those confirmed here. */
export function currentRequests(
  { requests }: Pick<Board, "requests">,
  optimistic: OptimisticVisits,
): HeldRequest[] {
  return requests.filter(({ visitId, version }) => !isAheadOfBoard(optimistic.get(visitId), version));
}

/** Current state of the item, also when work has become a visit; null if it left the board. */
export function findCurrentItem(
  item: BoardItem,
  { visits, unassigned, requests }: Pick<Board, "visits" | "unassigned" | "requests">,
): BoardItem | null {
  const work = unassigned.map(itemOfWork).find(({ key }) => key === item.key);
  if (work) return work;
  const visit = item.visitId
    ? visits.find(({ id }) => id === item.visitId)
    : visits.findLast(({ bookingId, leadVisitId }) => bookingId === item.bookingId && leadVisitId === null);
  if (visit) return cachedItem(visit).item;
  // A request on another day.
  const request = requests.find(({ visitId }) => visitId === item.visitId);
  return request ? itemOfRequest(request) : null;
}

// Unchanged visits keep their item, so that memoized blocks are not rendered again.
const itemCache = new WeakMap<BoardVisit, { item: BoardItem; placement: BoardPlacement }>();

function cachedItem(visit: BoardVisit): { item: BoardItem; placement: BoardPlacement } {
  let cached = itemCache.get(visit);
  if (!cached) {
    const item = itemOfVisit(visit);
    cached = { item, placement: itemPlacement(item)! };
    itemCache.set(visit, cached);
  }
  return cached;
}
