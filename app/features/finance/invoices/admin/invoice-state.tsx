import { m } from "~/paraglide/messages";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { InvoiceState, SettlementMethod } from "../invoice";
import { labelForSettledState } from "../labels";

const tones: Record<InvoiceState, BadgeTone> = {
  draft: "neutral",
  issued: "planned",
  part_paid: "planned",
  paid: "done",
};

interface InvoiceStateBadgeProps {
  state: InvoiceState;
  settledBy: SettlementMethod | null;
  overdue: boolean;
}

export function InvoiceStateBadge({ state, settledBy, overdue }: InvoiceStateBadgeProps) {
  return overdue ? (
    <Badge tone="waiting">
      {settledBy === "payment" ? m.invoices_overdue_part_paid() : m.invoices_state_overdue()}
    </Badge>
  ) : (
    <Badge tone={tones[state]}>{labelForSettledState(state, settledBy)}</Badge>
  );
}
