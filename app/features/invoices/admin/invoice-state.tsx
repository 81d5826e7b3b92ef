import { m } from "~/paraglide/messages";
import { Badge, type BadgeTone } from "~/ui/badge";
import type { InvoiceState } from "../invoice";
import { labelForInvoiceState } from "../labels";

const tones: Record<InvoiceState, BadgeTone> = {
  draft: "neutral",
  issued: "planned",
  part_paid: "planned",
  paid: "done",
};

/** Where an invoice stands; what is overdue is said with it. */
export function InvoiceStateBadge({ state, overdue }: { state: InvoiceState; overdue: boolean }) {
  return overdue ? (
    <Badge tone="waiting">
      {state === "part_paid" ? m.invoices_overdue_part_paid() : m.invoices_standing_overdue()}
    </Badge>
  ) : (
    <Badge tone={tones[state]}>{labelForInvoiceState(state)}</Badge>
  );
}
