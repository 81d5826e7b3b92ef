import { Badge } from "~/ui/badge";
import { labelForQuoteState, quoteTones } from "../labels";
import type { QuoteState } from "../quote";

export function QuoteBadge({ state }: { state: QuoteState }) {
  return <Badge tone={quoteTones[state]}>{labelForQuoteState(state)}</Badge>;
}
