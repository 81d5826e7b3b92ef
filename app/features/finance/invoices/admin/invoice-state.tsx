import AlarmClock from "lucide-react/icons/alarm-clock";
import Check from "lucide-react/icons/check";
import Contrast from "lucide-react/icons/contrast";
import FileMinus from "lucide-react/icons/file-minus";
import FileText from "lucide-react/icons/file-text";
import FileX from "lucide-react/icons/file-x";
import PenLine from "lucide-react/icons/pen-line";
import { m } from "~/paraglide/messages";
import { Badge, type StateMark } from "~/ui/badge";
import type { InvoiceState, SettlementStatus } from "../invoice";
import { labelForInvoiceStatus } from "../labels";

const paid: StateMark = { tone: "done", Icon: Check };
const partPaid: StateMark = { tone: "planned", Icon: Contrast };

const stateMarks: Record<InvoiceState, StateMark> = {
  draft: { tone: "neutral", Icon: PenLine },
  issued: { tone: "planned", Icon: FileText },
  part_paid: partPaid,
  paid,
};

const settlementMarks: Record<SettlementStatus, StateMark> = {
  paid,
  "part-paid": partPaid,
  "part-credited": partPaid,
  "written-off": { tone: "neutral", Icon: FileX },
  "settled-by-credit": { tone: "neutral", Icon: FileMinus },
};

interface InvoiceStateBadgeProps {
  state: InvoiceState;
  settlement: SettlementStatus | null;
  overdue: boolean;
}

export function InvoiceStateBadge({ state, settlement, overdue }: InvoiceStateBadgeProps) {
  return overdue ? (
    <Badge tone="waiting" Icon={AlarmClock}>
      {settlement === "part-paid" ? m.invoices_overdue_part_paid() : m.invoices_state_overdue()}
    </Badge>
  ) : (
    <Badge {...(settlement ? settlementMarks[settlement] : stateMarks[state])}>
      {labelForInvoiceStatus(state, settlement)}
    </Badge>
  );
}
