import Ban from "lucide-react/icons/ban";
import CalendarX from "lucide-react/icons/calendar-x";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import Eye from "lucide-react/icons/eye";
import MessageSquareMore from "lucide-react/icons/message-square-more";
import PenLine from "lucide-react/icons/pen-line";
import Send from "lucide-react/icons/send";
import Undo2 from "lucide-react/icons/undo-2";
import X from "lucide-react/icons/x";
import { Badge, type StateMark } from "~/ui/badge";
import { labelForQuoteState } from "../labels";
import type { QuoteState } from "../quote";

const marks: Record<QuoteState, StateMark> = {
  draft: { tone: "neutral", Icon: PenLine },
  sent: { tone: "planned", Icon: Send },
  viewed: { tone: "planned", Icon: Eye },
  approved: { tone: "done", Icon: Check },
  changes_requested: { tone: "waiting", Icon: MessageSquareMore },
  declined: { tone: "neutral", Icon: X },
  expired: { tone: "neutral", Icon: CalendarX },
  withdrawn: { tone: "neutral", Icon: Undo2 },
  converted: { tone: "done", Icon: CheckCheck },
  cancelled: { tone: "neutral", Icon: Ban },
};

export function QuoteBadge({ state }: { state: QuoteState }) {
  return <Badge {...marks[state]}>{labelForQuoteState(state)}</Badge>;
}
