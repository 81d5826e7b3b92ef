import { m } from "~/paraglide/messages";
import { ApiError, InvalidInput } from "~/platform/errors";
import type { ChangeRefusal } from "./commands/change-technician.server";
import type { HolidayKnown, HolidayUnknown, SeasonOverlap, SeasonUnknown } from "./commands/days.server";
import type { VisitsAhead } from "./commands/person.server";
import type { UnknownCertificate, UnknownService } from "./commands/qualifications.server";
import type {
  EmptyRange,
  OnCallOverlap,
  ShiftsOverlap,
  UnknownOnCall,
  UnknownTimeOff,
} from "./commands/working-time.server";

type PeopleRefusal =
  | ChangeRefusal
  | VisitsAhead
  | UnknownService
  | UnknownCertificate
  | ShiftsOverlap
  | EmptyRange
  | UnknownTimeOff
  | OnCallOverlap
  | UnknownOnCall
  | HolidayKnown
  | HolidayUnknown
  | SeasonOverlap
  | SeasonUnknown;

/** What a refused change of a technician or a day is answered with. */
export function refusalAsError(refusal: PeopleRefusal): ApiError {
  const { reason } = refusal;
  switch (reason) {
    case "not-allowed":
      return new ApiError(403, reason, m.common_error_not_allowed());
    case "not-found":
      return technicianNotFound();
    case "stale":
      return new ApiError(409, reason, m.admin_people_error_stale());
    case "visits-ahead":
      return new ApiError(409, reason, m.admin_people_error_visits_ahead({ count: refusal.count }));
    case "service-unknown":
      return new InvalidInput({ serviceIds: m.booking_error_service_unknown() }, m.common_error_invalid());
    case "shifts-overlap":
      return new ApiError(409, reason, m.admin_people_error_shifts_overlap());
    case "range-empty":
      return new InvalidInput({ toDay: m.admin_error_range() }, m.common_error_invalid());
    case "on-call-overlap":
      return new ApiError(409, reason, m.admin_people_error_on_call_overlap());
    case "certificate-unknown":
    case "time-off-unknown":
    case "on-call-unknown":
    case "holiday-unknown":
    case "season-unknown":
      return new ApiError(404, reason, m.admin_people_error_gone());
    case "holiday-known":
      return new ApiError(409, reason, m.admin_days_error_known());
    case "season-overlap":
      return new ApiError(409, reason, m.admin_days_error_overlap());
  }
}

export function technicianNotFound(): ApiError {
  return new ApiError(404, "not-found", m.admin_people_error_not_found());
}
