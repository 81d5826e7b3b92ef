import Check from "lucide-react/icons/check";
import Landmark from "lucide-react/icons/landmark";
import Receipt from "lucide-react/icons/receipt";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { m } from "~/paraglide/messages";
import { Badge, type StateMark } from "~/ui/badge";
import { labelForCheque } from "../labels";
import type { ChequeState } from "../payment";
import type { ChequeRow } from "../views";

const marks: Record<ChequeState, StateMark> = {
  received: { tone: "neutral", Icon: Receipt },
  deposited: { tone: "planned", Icon: Landmark },
  cleared: { tone: "done", Icon: Check },
  bounced: { tone: "waiting", Icon: TriangleAlert },
  returned: { tone: "neutral", Icon: Undo2 },
};

/** State of a cheque, marked if it can be deposited today. */
export function ChequeBadge({
  cheque: { state, readyToDeposit },
}: {
  cheque: Pick<ChequeRow, "state" | "readyToDeposit">;
}) {
  return readyToDeposit ? (
    <Badge tone="waiting" Icon={Landmark}>
      {m.payments_cheque_due()}
    </Badge>
  ) : (
    <Badge {...marks[state]}>{labelForCheque(state)}</Badge>
  );
}
