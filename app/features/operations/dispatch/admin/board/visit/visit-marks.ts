import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { labelForVisitState } from "../../../../bookings/labels";
import { labelForPreferredTechnician } from "../../../../bookings/preferred-technician";
import { labelForRecurrence } from "../../../../recurring-bookings/labels";
import { type BoardItem, type BoardPlacement, spanText } from "../board-item";

export function labelForVisit(item: BoardItem, placement: BoardPlacement, technicianName: string): string {
  return m.board_visit_label({
    service: item.serviceName,
    customer: bidiIsolate(item.customerName),
    area: bidiIsolate(placeInReaderLanguage(item.area) || "–"),
    times: spanText(placement.startMin, placement.durationMin),
    technician: bidiIsolate(technicianName),
    state: labelForVisitState(item.state ?? "held"),
  });
}

export type Sign =
  | (
      | "emergency"
      | "late"
      | "other-day"
      | "too-far"
      | "warning"
      | "helpers-missing"
      | "crew-needed"
      | "permit-missing"
    )
  | (
      | "unconfirmed"
      | "notification-pending"
      | "multi-day"
      | "crew"
      | "recurring"
      | "contract"
      | "preferred-technician"
    );

/** Warning or fact of a visit or of unassigned work. */
export interface Mark {
  /** One sentence may need several signs. */
  signs: readonly Sign[];
  words: string;
  /** Replaces the sign, or stands next to it if there is room. */
  short?: string;
}

/** Known only with the other visits of the day. */
interface DayContext {
  warning: string | null;
  /** Too little travel time. */
  farAway: boolean;
  lateMin: number | null;
  /** Set if the visit is shown on another day than planned. */
  plannedFor: string | null;
}

const noDayContext: DayContext = { warning: null, farAway: false, lateMin: null, plannedFor: null };

/** Most important first. */
export function marksOf(
  item: BoardItem,
  { warning, farAway, lateMin, plannedFor }: DayContext = noDayContext,
): Mark[] {
  const hasOtherWarning = item.conflicts.length > 0 || item.delayedUntil !== null;
  const { multiDayPosition, missingHelpers, technicianId } = item;
  const marks = [
    item.emergency && mark("emergency", m.board_emergency()),
    lateMin !== null &&
      mark(
        "late",
        item.state === "on_site"
          ? m.board_overrun_by({ minutes: lateMin })
          : m.board_late_by({ minutes: lateMin }),
        m.board_late(),
      ),
    plannedFor && mark("other-day", plannedFor),
    warning && {
      signs: [
        ...(farAway ? ["too-far" as const] : []),
        ...(!farAway || hasOtherWarning ? ["warning" as const] : []),
      ],
      words: warning,
    },
    missingHelpers > 0 &&
      (technicianId
        ? mark("helpers-missing", m.board_missing_helpers({ count: missingHelpers }))
        : mark("crew-needed", m.board_crew_size({ count: missingHelpers + 1 }))),
    item.permitMissing && mark("permit-missing", m.board_permit_missing(), m.board_permit_missing()),
    item.heldUntil
      ? mark("unconfirmed", m.admin_booking_held_until({ until: formatTime(item.heldUntil, "dateTime") }))
      : item.bookingState === "requested" && mark("unconfirmed", m.board_unconfirmed()),
    item.notificationPending && mark("notification-pending", m.board_not_notified()),
    multiDayPosition &&
      mark(
        "multi-day",
        m.board_day_of({ ...multiDayPosition }),
        `${multiDayPosition.day}/${multiDayPosition.days}`,
      ),
    item.otherCrewNames.length > 0 &&
      mark("crew", m.board_crew({ names: formatList(item.otherCrewNames.map(bidiIsolate)) })),
    item.recurrence && mark("recurring", labelForRecurrence(item.recurrence)),
    item.underContract && mark("contract", m.board_under_contract()),
    item.preferredTechnician &&
      mark("preferred-technician", labelForPreferredTechnician(item.preferredTechnician, technicianId)),
  ];
  return marks.filter((mark) => Boolean(mark)) as Mark[];
}

export function markTexts(marks: readonly Mark[]): string[] {
  return marks.map(({ words }) => words);
}

function mark(sign: Sign, words: string, short?: string): Mark {
  return { signs: [sign], words, short };
}
