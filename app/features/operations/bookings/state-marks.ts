import Archive from "lucide-react/icons/archive";
import ArrowRightLeft from "lucide-react/icons/arrow-right-left";
import Ban from "lucide-react/icons/ban";
import CalendarCheck from "lucide-react/icons/calendar-check";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import DoorClosed from "lucide-react/icons/door-closed";
import Hourglass from "lucide-react/icons/hourglass";
import Navigation from "lucide-react/icons/navigation";
import Pause from "lucide-react/icons/pause";
import UserX from "lucide-react/icons/user-x";
import Wrench from "lucide-react/icons/wrench";
import X from "lucide-react/icons/x";
import type { StateMark } from "~/ui/badge";
import type { TimelineEntry, VisitState } from "./booking";
import type { DisplayedState } from "./labels";

/** For the office and technicians. Confirmed work still waits for a technician. */
export const stateMarks: Record<DisplayedState, StateMark> = {
  requested: { tone: "waiting", Icon: Hourglass },
  confirmed: { tone: "waiting", Icon: UserX },
  scheduled: { tone: "planned", Icon: CalendarCheck },
  en_route: { tone: "active", Icon: Navigation },
  on_site: { tone: "working", Icon: Wrench },
  on_hold: { tone: "waiting", Icon: Pause },
  no_access: { tone: "waiting", Icon: DoorClosed },
  work_done: { tone: "done", Icon: Check },
  completed: { tone: "done", Icon: CheckCheck },
  declined: { tone: "neutral", Icon: X },
  cancelled: { tone: "neutral", Icon: Ban },
  closed: { tone: "neutral", Icon: Archive },
  handed_over: { tone: "neutral", Icon: ArrowRightLeft },
};

/** For customers, to whom a confirmed booking is arranged. */
export const customerStateMarks: Record<DisplayedState, StateMark> = {
  ...stateMarks,
  confirmed: { tone: "planned", Icon: Check },
};

/** A held visit belongs to a request that waits for an answer. */
export function markOfVisit(state: VisitState): StateMark {
  return stateMarks[state === "held" ? "requested" : state];
}

const stateAfter: Partial<Record<TimelineEntry, DisplayedState>> = {
  request: "requested",
  confirm: "confirmed",
  undoConfirm: "requested",
  decline: "declined",
  cancel: "cancelled",
  assign: "scheduled",
  unassign: "confirmed",
  depart: "en_route",
  arrive: "on_site",
  reportNoAccess: "no_access",
  hold: "on_hold",
  undoDepart: "scheduled",
  undoArrive: "en_route",
  finishWork: "work_done",
  handOver: "handed_over",
  complete: "completed",
  close: "closed",
};

/** State in which an entry leaves the booking; null for entries that keep its state. */
export function markOfEntry(entry: TimelineEntry, marks: typeof stateMarks): StateMark | null {
  const state = stateAfter[entry];
  return state ? marks[state] : null;
}
