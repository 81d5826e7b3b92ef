import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import Hourglass from "lucide-react/icons/hourglass";
import Send from "lucide-react/icons/send";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import type { MessageState } from "~/platform/messaging/channel";
import { labelForMessageState } from "~/platform/messaging/labels";
import { Badge, type StateMark } from "~/ui/badge";

const marks: Record<MessageState, StateMark> = {
  queued: { tone: "neutral", Icon: Hourglass },
  sending: { tone: "active", Icon: Send },
  sent: { tone: "done", Icon: Check },
  delivered: { tone: "done", Icon: CheckCheck },
  read: { tone: "done", Icon: CheckCheck },
  failed: { tone: "waiting", Icon: TriangleAlert },
  unknown: { tone: "waiting", Icon: CircleHelp },
  withdrawn: { tone: "neutral", Icon: Undo2 },
};

export function MessageStateBadge({ state }: { state: MessageState }) {
  return <Badge {...marks[state]}>{labelForMessageState(state)}</Badge>;
}
