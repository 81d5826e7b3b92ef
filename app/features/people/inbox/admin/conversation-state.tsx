import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { stateLabels } from "../labels";
import type { ConversationRow } from "../views";

export function ConversationState({
  row: { state, snoozedUntil },
}: {
  row: Pick<ConversationRow, "state" | "snoozedUntil">;
}) {
  return (
    <Badge tone={state === "closed" ? "done" : state === "snoozed" ? "planned" : "waiting"}>
      {snoozedUntil
        ? m.inbox_state_snoozed_until({ time: formatTime(snoozedUntil, "dateTime") })
        : stateLabels[state]()}
    </Badge>
  );
}
