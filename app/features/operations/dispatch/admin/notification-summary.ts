import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import type { VisitReassignments } from "../schema";
import type { Replacement, VisitToReassign } from "../views";

type ReassignedVisit = Pick<
  VisitToReassign,
  "bookingId" | "customerNotice" | "startsAt" | "state" | "email" | "phone" | "emergency"
> & {
  to: Replacement | null;
};

/** The former technician is notified of confirmed visits, too. */
const FORMER_TECHNICIAN = "former";

/** Counts by kind of notification, for the summary before the submit: one email for all visits of a person. */
export function summarizeNotifications(
  visits: readonly ReassignedVisit[],
): { label: string; count: number }[] {
  const emailed = visits.filter(({ customerNotice }) => customerNotice === "email");
  const isMoved = ({ to, startsAt }: ReassignedVisit) => to !== null && to.startsAt !== startsAt;
  const isNotComing = ({ to, state }: ReassignedVisit) => to === null && state === "en_route";
  const moved = new Set(emailed.filter(isMoved).map(emailOf));
  const reassigned = new Set(emailed.filter(({ to }) => to !== null).map(emailOf));
  const called = visits.filter(
    (visit) => visit.customerNotice === "phone" && (visit.to !== null || isNotComing(visit)),
  );
  const technicians = new Set(
    visits.flatMap(({ to, customerNotice }) => {
      if (customerNotice === "unconfirmed") return [];
      return to ? [to.technicianId, FORMER_TECHNICIAN] : [FORMER_TECHNICIAN];
    }),
  );
  return [
    { label: m.board_reassign_count_technician(), count: reassigned.difference(moved).size },
    { label: m.board_reassign_count_moved(), count: moved.size },
    {
      label: m.board_reassign_count_not_coming(),
      count: new Set(emailed.filter(isNotComing).map(({ bookingId }) => bookingId)).size,
    },
    { label: m.board_reassign_count_call(), count: new Set(called.map(({ phone }) => phone)).size },
    { label: m.board_reassign_count_waiting(), count: visits.filter(({ to }) => to === null).length },
    { label: m.board_reassign_count_replacements(), count: technicians.size },
  ].filter((item) => item.count > 0);
}

function emailOf({ email, emergency, bookingId }: ReassignedVisit): string | null {
  return emergency ? bookingId : email;
}

/** Text about the customer's notification. `to` is null if the visit becomes unassigned. */
export function customerNoticeText(
  {
    customerNotice,
    customerName,
    startsAt,
    state,
  }: Pick<VisitToReassign, "customerNotice" | "customerName" | "startsAt" | "state">,
  to: Replacement | null,
): string {
  const name = bidiIsolate(customerName);
  if (customerNotice === "unconfirmed") return m.board_reassign_not_notified({ name });
  if (customerNotice === "helper") return m.board_reassign_helper_not_notified({ name });
  if (customerNotice === "manual") return m.board_reassign_notified_manually({ name });
  const isEmailed = customerNotice === "email";
  // The customer expects the technician who was on the way.
  if (!to && state === "en_route")
    return isEmailed
      ? m.board_reassign_emailed_not_coming({ name })
      : m.board_reassign_call_not_coming({ name });
  if (!to)
    return isEmailed ? m.board_reassign_emailed_later({ name }) : m.board_reassign_call_later({ name });
  const technician = bidiIsolate(to.name);
  if (to.startsAt === startsAt)
    return isEmailed
      ? m.board_reassign_emailed({ name, technician })
      : m.board_reassign_call({ name, technician });
  const when = formatTime(to.startsAt, "dateTime");
  return isEmailed
    ? m.board_reassign_emailed_moved({ name, technician, when })
    : m.board_reassign_call_moved({ name, technician, when });
}

/** Success message with the numbers of reassigned, unassigned and remaining visits. */
export function reassignmentText(
  visits: VisitReassignments,
  { done, underWay = [] }: { done?: string; underWay?: readonly string[] } = {},
): string {
  const reassigned = visits.filter(({ technicianId }) => technicianId !== null).length;
  const unassigned = visits.length - reassigned;
  return [
    done,
    reassigned > 0 && m.board_reassign_done({ count: reassigned }),
    unassigned > 0 && m.board_reassign_done_unassigned({ count: unassigned }),
    underWay.length > 0 &&
      m.board_reassign_done_under_way({ count: underWay.length, references: formatList(underWay) }),
  ]
    .filter(Boolean)
    .join(". ");
}
