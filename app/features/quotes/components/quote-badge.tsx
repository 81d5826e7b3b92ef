import { Badge } from "~/ui/badge";
import type { QuoteState } from "../quote";
import { quoteTones, wordForQuoteState } from "../words";

/** The same colour for a state wherever it is shown. */
export function QuoteBadge({ state }: { state: QuoteState }) {
  return <Badge tone={quoteTones[state]}>{wordForQuoteState(state)}</Badge>;
}
