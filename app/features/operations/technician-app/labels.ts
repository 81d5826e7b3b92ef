import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { delayOptions } from "../bookings/arrival-estimate/delay-options";
import { isToday } from "../bookings/booking";
import type { Tap } from "./offline/phone-store";
import type { SitePaymentMethod } from "./site-payment";
import type { OwnVisit } from "./views";
import type { VisitMove } from "./visit-taps";

/** Labels of the transition buttons. */
export const moveLabels: Record<VisitMove, () => string> = {
  depart: m.technician_transition_depart,
  arrive: m.technician_transition_arrive,
  reportNoAccess: m.technician_transition_no_access,
  hold: m.technician_transition_hold,
  finishWork: m.technician_transition_finish,
  undoDepart: m.technician_transition_undo_depart,
  undoArrive: m.technician_transition_undo_arrive,
  handOver: m.technician_transition_hand_over,
};

/** Label of a status button, with the minutes of a delay. */
export function labelForTap({ move, minutes = delayOptions[0] }: Pick<Tap, "move" | "minutes">): string {
  return move === "delay" ? m.technician_delay({ minutes }) : moveLabels[move]();
}

const sitePaymentLabels: Record<SitePaymentMethod, () => string> = {
  cash: m.payments_method_cash,
  card: m.payments_method_card,
  transfer: m.payments_method_transfer,
  cheque: m.payments_method_cheque,
};

export function labelForSitePayment(method: SitePaymentMethod): string {
  return sitePaymentLabels[method]();
}

/** Customers need a call when the technician arrives earlier than this before the agreed time, in minutes. */
const EARLY_MIN = 15;

/** Time at which the customer expects a technician who is on the way. Emergencies have no agreed time. */
export function expectedText({
  expectedAt,
  startsAt,
  emergency,
}: Pick<OwnVisit, "expectedAt" | "startsAt" | "emergency">): string {
  if (!expectedAt) return m.technician_expected_unknown();
  const time = formatTime(expectedAt, "time");
  const isEarly = Date.parse(startsAt) - Date.parse(expectedAt) > EARLY_MIN * 60_000;
  return isEarly && !emergency
    ? m.technician_expected_early({ time, planned: formatTime(startsAt, "time") })
    : m.technician_expected({ time });
}

/** When to leave for a visit that has not begun; null where it is unknown. */
export function leaveText(
  { state, emergency, startsAt, leaveAt }: Pick<OwnVisit, "state" | "emergency" | "startsAt" | "leaveAt">,
  now: Date,
): string | null {
  if (state !== "scheduled") return null;
  if (emergency) return m.technician_leave_emergency();
  if (!leaveAt) return null;
  if (new Date(leaveAt) <= now) return m.technician_leave_now({ time: formatTime(startsAt, "time") });
  const time = formatTime(leaveAt, isToday(new Date(leaveAt), now) ? "time" : "dateTime");
  return m.technician_leave_by({ time });
}

/** Larger badges, readable at arm's length in the sun. */
export const largeBadgeClass = "px-3! py-1! text-base! font-semibold";
