import { m } from "~/paraglide/messages";
import { enumerated, isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { wordForAskedFor } from "../../../../bookings/asked-for";
import { wordForVisitState } from "../../../../bookings/labels";
import { wordForPlace } from "../../../../series/labels";
import { type BoardItem, type BoardPlace, spanText } from "../board-item";

/** A visit on the board in words, and what is wrong with it or to be known of it, each a word or two. */
export function visitWords(
  item: BoardItem,
  place: BoardPlace,
  of: { technicianName: string; warning: string | null; lateMin: number | null },
) {
  const label = m.board_visit_label({
    service: item.serviceName,
    customer: isolated(item.customerName),
    area: isolated(item.area || "–"),
    times: spanText(place.startMin, place.durationMin),
    technician: isolated(of.technicianName),
    state: wordForVisitState(item.state ?? "held"),
  });
  /** In the order in which they are read out. */
  const words = {
    emergency: item.emergency && m.board_emergency(),
    late: of.lateMin !== null && m.board_late_by({ minutes: of.lateMin }),
    warning: of.warning,
    missing: item.missingHands > 0 && m.board_needs_hands({ count: item.missingHands }),
    alongside:
      item.alongside.length > 0 && m.board_alongside({ names: enumerated(item.alongside.map(isolated)) }),
    planDay: item.planDay && m.board_day_of({ ...item.planDay }),
    ofSeries: item.ofSeries && wordForPlace(item.ofSeries),
    permitMissing: item.permitMissing && m.board_permit_missing(),
    underContract: item.underContract && m.board_under_contract(),
    askedFor: item.askedFor && wordForAskedFor(item.askedFor, place.technicianId),
    untold: item.untold && m.board_untold(),
    unconfirmed: item.heldUntil
      ? m.admin_booking_held_until({ until: formatTime(item.heldUntil, "dateTime") })
      : item.bookingState === "requested" && m.board_unconfirmed(),
  };
  return { label, words, marks: Object.values(words).filter((word) => typeof word === "string") };
}
