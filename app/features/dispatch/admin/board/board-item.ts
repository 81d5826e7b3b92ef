import { m } from "~/paraglide/messages";
import { bidiIsolate, perLocale } from "~/platform/locale/locale";
import { dubaiDate, formatClock } from "~/platform/time";
import type { VisitState } from "../../../bookings/booking";
import type { Conflict } from "../../../scheduling/slots";
import { clockOf, minuteOf, type Span } from "../../board/board-time";
import type { BoardVisit, BoardWork, HeldRequest, UnassignedWork } from "../../views";

/** What a dispatcher takes in hand: a visit on the board, or work that waits beside it. */
export interface BoardItem extends Omit<BoardWork, "otherCrewNames" | "skills"> {
  /** The same for as long as it is the same thing. */
  key: string;
  /** Null: no visit was ever placed. */
  visitId: string | null;
  skills: readonly string[];
  otherCrewNames: readonly string[];
  state: VisitState | null;
  technicianId: string | null;
  /** Of work that waits: when it is agreed or wished for. */
  startsAt: string | null;
  durationMin: number;
  bufferMin: number;
  /** The visit at which its technician helps; null: he leads it. */
  leadVisitId: string | null;
  /** What stands against it by now. */
  conflicts: readonly Conflict[];
  /** Until when the work before goes on into its time; null: it does not. */
  delayedUntil: string | null;
}

export function itemOfVisit(visit: BoardVisit): BoardItem {
  const { id, startsAt, endsAt, taken: _, ...rest } = visit;
  const durationMin = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  return { ...rest, key: id, visitId: id, startsAt, durationMin };
}

export function itemOfWork({
  requestedAt: _,
  timed: __,
  holdExpired: ___,
  dueAt: ____,
  ...work
}: UnassignedWork): BoardItem {
  return {
    ...work,
    key: work.visitId ?? work.bookingId,
    state: work.visitId ? "held" : null,
    technicianId: null,
    bufferMin: 0,
    leadVisitId: null,
    conflicts: [],
    delayedUntil: null,
  };
}

/** It lies on its day's board, too. */
export function itemOfRequest({ technicianName: _, ...request }: HeldRequest): BoardItem {
  return { ...itemOfWork(request), technicianId: request.technicianId, state: "held" };
}

/** Where it lies, or is to lie: a Dubai day and minutes after its midnight. */
export interface BoardPlacement {
  technicianId: string;
  day: string;
  startMin: number;
  durationMin: number;
}

export function itemPlacement({ technicianId, startsAt, durationMin }: BoardItem): BoardPlacement | null {
  if (!technicianId || !startsAt) return null;
  const day = dubaiDate(new Date(startsAt));
  return { technicianId, day, startMin: minuteOf(startsAt, day), durationMin };
}

/** What is over, or under way, stays where it is. */
export function canMove({ state }: BoardItem): boolean {
  return state === null || state === "held" || state === "scheduled";
}

/** Work that takes longer keeps its technician from the next. */
export function canResize(item: BoardItem): boolean {
  return (
    item.technicianId !== null && (canMove(item) || item.state === "en_route" || item.state === "on_site")
  );
}

/** "10:00 am – 11:30 am" of minutes after midnight. */
export function spanText(startMin: number, durationMin: number): string {
  return clock().formatRange(momentOf(startMin), momentOf(startMin + durationMin));
}

export function minuteText(minute: number): string {
  return formatClock(clockOf(minute));
}

export function middayBreakText({ fromMin, toMin }: Span): string {
  return m.board_midday_break({ from: minuteText(fromMin), to: minuteText(toMin) });
}

/** "10:30": on a card, which lies below its hour. */
export function startText(minute: number): string {
  const parts = clock().formatToParts(momentOf(minute));
  return parts
    .filter(({ type }) => type !== "dayPeriod")
    .map(({ value }) => value)
    .join("")
    .trim();
}

/** "10 am": above the hours. */
export function hourText(minute: number): string {
  return hour().format(momentOf(minute));
}

const hour = perLocale((intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", timeZone: "UTC" }));

// Of a clock alone: which day it is on does not matter, and so does no zone.
const clock = perLocale(
  (intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }),
);

function momentOf(minute: number): Date {
  return new Date(`2026-01-01T${clockOf(minute)}:00Z`);
}

/** "Layla Haddad · Dubai Marina": as people wrote it. */
export function customerAndArea({ customerName, area }: Pick<BoardItem, "customerName" | "area">): string {
  return [customerName, area].filter(Boolean).map(bidiIsolate).join(" · ");
}
