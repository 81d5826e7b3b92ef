import { Badge, type BadgeTone } from "~/ui/badge";
import { type DisplayedState, labelForState } from "../labels";

/** One tone per state on all screens. */
export const stateTones: Record<DisplayedState, BadgeTone> = {
  requested: "waiting",
  confirmed: "planned",
  scheduled: "planned",
  en_route: "active",
  on_site: "active",
  on_hold: "waiting",
  no_access: "waiting",
  work_done: "done",
  completed: "done",
  declined: "neutral",
  cancelled: "neutral",
  closed: "neutral",
  handed_over: "neutral",
};

export function StateBadge({ state, className }: { state: DisplayedState; className?: string }) {
  return (
    <Badge tone={stateTones[state]} className={className}>
      {labelForState(state)}
    </Badge>
  );
}
