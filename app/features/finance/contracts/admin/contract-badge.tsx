import { Badge } from "~/ui/badge";
import type { ContractState } from "../../../core/packages/contract";
import { contractTones, labelForContractState } from "../labels";

export function ContractBadge({ contract: { state } }: { contract: { state: ContractState } }) {
  return <Badge tone={contractTones[state]}>{labelForContractState(state)}</Badge>;
}
