import { Badge } from "~/ui/badge";
import { type DisplayedState, labelForState } from "../labels";
import { customerStateMarks, stateMarks } from "../state-marks";

interface StateBadgeProps {
  state: DisplayedState;
  forCustomer?: boolean;
  className?: string;
}

export function StateBadge({ state, forCustomer = false, className }: StateBadgeProps) {
  const marks = forCustomer ? customerStateMarks : stateMarks;
  return (
    <Badge {...marks[state]} className={className}>
      {labelForState(state)}
    </Badge>
  );
}
