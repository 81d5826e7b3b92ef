import { m } from "~/paraglide/messages";
import { ApiError } from "~/platform/errors";
import { formatTime } from "~/platform/time";
import type { AssignRefusal } from "./commands/assign-technician.server";
import type { VisitRefusal } from "./commands/change-visit.server";
import type { RevisitRefusal } from "./commands/link-revisit.server";
import type { MoveRefusalOfBooking } from "./commands/move-booking.server";
import type { LogRefusal } from "./commands/office-log.server";
import type { Stale } from "./commands/record-move.server";
import type { RescheduleRefusal } from "./commands/reschedule-booking.server";
import type { SlotChoice } from "./views";
import { wordForMove, wordForObstacles, wordForSlotTaken } from "./words";

type ChangeRefusal =
  | AssignRefusal
  | MoveRefusalOfBooking
  | RescheduleRefusal
  | LogRefusal
  | RevisitRefusal
  | VisitRefusal;

/** What a refused change of a booking is answered with; `alternatives` for a slot that has gone. */
export function refusalAsError(refusal: ChangeRefusal, alternatives: SlotChoice[] = []): ApiError {
  switch (refusal.reason) {
    case "not-found":
      return bookingNotFound();
    case "not-allowed":
      return new ApiError(403, refusal.reason, m.booking_error_not_allowed());
    case "reason-required":
      return new ApiError(422, refusal.reason, m.booking_error_reason_required());
    case "words-required":
      return new ApiError(422, refusal.reason, m.booking_error_words_required());
    case "not-completed":
      return new ApiError(409, refusal.reason, m.booking_error_not_completed());
    case "stale":
      return new ApiError(409, refusal.reason, wordForStale(refusal));
    case "visit-unknown":
      return new ApiError(404, refusal.reason, m.booking_error_visit_unknown());
    case "wrong-state":
      return new ApiError(409, refusal.reason, m.booking_error_wrong_state());
    case "too-late":
      return new ApiError(409, refusal.reason, m.booking_error_too_late());
    case "slot-taken":
      return new ApiError(409, refusal.reason, wordForSlotTaken(alternatives), { alternatives });
    case "technician-unknown":
      return new ApiError(404, refusal.reason, m.booking_error_technician_unknown());
    case "technician-busy":
      return new ApiError(409, refusal.reason, m.booking_error_technician_busy());
    case "technician-warning": {
      const why = wordForObstacles(refusal.obstacles);
      return new ApiError(409, refusal.reason, m.booking_error_technician_warning({ why }), { why });
    }
  }
}

function wordForStale({ last }: Stale): string {
  if (!last) return m.booking_error_stale();
  return m.booking_error_stale_by({
    name: last.name,
    what: wordForMove(last.move),
    time: formatTime(last.at, "time"),
  });
}

export function bookingNotFound(): ApiError {
  return new ApiError(404, "not-found", m.booking_error_not_found());
}
