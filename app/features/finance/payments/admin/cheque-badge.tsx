import { m } from "~/paraglide/messages";
import { Badge, type BadgeTone } from "~/ui/badge";
import { labelForCheque } from "../labels";
import type { ChequeState } from "../payment";
import type { ChequeRow } from "../views";

const tones: Record<ChequeState, BadgeTone> = {
  received: "neutral",
  deposited: "planned",
  cleared: "done",
  bounced: "waiting",
  returned: "neutral",
};

/** State of a cheque, marked if it can be deposited today. */
export function ChequeBadge({
  cheque: { state, readyToDeposit },
}: {
  cheque: Pick<ChequeRow, "state" | "readyToDeposit">;
}) {
  return readyToDeposit ? (
    <Badge tone="waiting">{m.payments_cheque_due()}</Badge>
  ) : (
    <Badge tone={tones[state]}>{labelForCheque(state)}</Badge>
  );
}
