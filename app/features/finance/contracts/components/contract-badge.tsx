import Ban from "lucide-react/icons/ban";
import CalendarX from "lucide-react/icons/calendar-x";
import Handshake from "lucide-react/icons/handshake";
import Hourglass from "lucide-react/icons/hourglass";
import ShieldCheck from "lucide-react/icons/shield-check";
import { m } from "~/paraglide/messages";
import { Badge, type StateMark } from "~/ui/badge";
import type { ContractState } from "../../../core/packages/contract";
import { labelForContractState } from "../labels";

const marks: Record<ContractState, StateMark> = {
  requested: { tone: "waiting", Icon: Hourglass },
  active: { tone: "done", Icon: ShieldCheck },
  expired: { tone: "neutral", Icon: CalendarX },
  cancelled: { tone: "neutral", Icon: Ban },
};

interface ContractBadgeProps {
  state: ContractState;
  /** True once the terms are agreed. The contract awaits its activation until it is active. */
  agreed?: boolean;
}

export function ContractBadge({ state, agreed = false }: ContractBadgeProps) {
  return state === "requested" && agreed ? (
    <Badge tone="planned" Icon={Handshake}>
      {m.contract_state_agreed()}
    </Badge>
  ) : (
    <Badge {...marks[state]}>{labelForContractState(state)}</Badge>
  );
}
