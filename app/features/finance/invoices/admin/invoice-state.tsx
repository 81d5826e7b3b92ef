import { m } from "~/paraglide/messages";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { InvoiceState, SettlementStatus } from "../invoice";
import { labelForInvoiceStatus } from "../labels";

const tones: Record<InvoiceState, BadgeTone> = {
  draft: "neutral",
  issued: "planned",
  part_paid: "planned",
  paid: "done",
};

interface InvoiceStateBadgeProps {
  state: InvoiceState;
  settlement: SettlementStatus | null;
  overdue: boolean;
}

export function InvoiceStateBadge({ state, settlement, overdue }: InvoiceStateBadgeProps) {
  return overdue ? (
    <Badge tone="waiting">
      {settlement === "part-paid" ? m.invoices_overdue_part_paid() : m.invoices_state_overdue()}
    </Badge>
  ) : (
    <Badge tone={tones[state]}>{labelForInvoiceStatus(state, settlement)}</Badge>
  );
}
