import { m } from "~/paraglide/messages";
import { bidiIsolate, perLocale } from "~/platform/locale/locale";
import { dubaiDate, formatClock, plainSpaces } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { isUnderWay, type VisitState } from "../../../bookings/booking";
import type { Conflict } from "../../../scheduling/slots";
import { clockOf, minuteOf, type Span } from "../../board/board-time";
import type { BoardVisit, BoardWork, HeldRequest, UnassignedWork } from "../../views";

/** Visit or unassigned work that can be dragged or opened. */
export interface BoardItem extends Omit<BoardWork, "otherCrewNames" | "skills"> {
  key: string;
  /** Null if the booking was never placed. */
  visitId: string | null;
  skills: readonly string[];
  otherCrewNames: readonly string[];
  state: VisitState | null;
  technicianId: string | null;
  /** Agreed or preferred time. */
  startsAt: string | null;
  durationMin: number;
  bufferMin: number;
  /** Null for the visit of the lead technician. */
  leadVisitId: string | null;
  conflicts: readonly Conflict[];
  /** Null if the visit is on time. */
  delayedUntil: string | null;
}

export function itemOfVisit(visit: BoardVisit): BoardItem {
  const { id, startsAt, endsAt, actualTime: _, ...rest } = visit;
  const durationMin = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  return { ...rest, key: id, visitId: id, startsAt, durationMin };
}

export function itemOfWork({
  requestedAt: _,
  hasTime: __,
  holdExpired: ___,
  dueAt: ____,
  onHold: _____,
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

export function itemOfRequest({ technicianName: _, ...request }: HeldRequest): BoardItem {
  return { ...itemOfWork(request), technicianId: request.technicianId, state: "held" };
}

/** Day in Asia/Dubai; minutes after its midnight. */
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

export function isItemUnderWay({ state }: Pick<BoardItem, "state">): boolean {
  return state !== null && isUnderWay({ state });
}

/** Visits under way or over are locked. */
export function canMove({ state }: BoardItem): boolean {
  return state === null || state === "held" || state === "scheduled";
}

/** Also under way, because an overrun blocks the next visit. */
export function canResize(item: BoardItem): boolean {
  return item.technicianId !== null && (canMove(item) || isItemUnderWay(item));
}

/** "10:00 am – 11:30 am". */
export function spanText(startMin: number, durationMin: number): string {
  return plainSpaces(clock().formatRange(momentOf(startMin), momentOf(startMin + durationMin)));
}

export function minuteText(minute: number): string {
  return formatClock(clockOf(minute));
}

export function middayBreakText({ fromMin, toMin }: Span): string {
  return m.board_midday_break({ from: minuteText(fromMin), to: minuteText(toMin) });
}

/** "10 AM" or "10:30 AM", for blocks. */
export function shortTimeText(minute: number): string {
  return minute % 60 === 0 ? hourText(minute) : minuteText(minute);
}

/** "10 AM", for the axis. */
export function hourText(minute: number): string {
  return plainSpaces(hour().format(momentOf(minute)));
}

const hour = perLocale((intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", timeZone: "UTC" }));

// UTC, because only the clock time matters.
const clock = perLocale(
  (intl) => new Intl.DateTimeFormat(intl, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }),
);

function momentOf(minute: number): Date {
  return new Date(`2026-01-01T${clockOf(minute)}:00Z`);
}

/** "Layla Haddad · Dubai Marina". */
export function customerAndArea({ customerName, area }: Pick<BoardItem, "customerName" | "area">): string {
  return [customerName, placeInReaderLanguage(area)].filter(Boolean).map(bidiIsolate).join(" · ");
}
