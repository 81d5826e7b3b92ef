import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { isUnderWay } from "../../../../bookings/booking";
import { ReassignmentForm } from "../../reassignment-form";
import type { BoardItem } from "../board-item";

/** Hands over a visit under way, as the reassignment of its technician does. */
export function VisitHandover({ item, onDone }: { item: BoardItem; onDone: () => void }) {
  const [reason, setReason] = useState<string | null>(null);
  const [now] = useState(() => new Date().toISOString());
  const { visitId, leadVisitId, technicianId, state } = item;
  if (!visitId || leadVisitId || !technicianId || !state || !isUnderWay({ state })) return null;
  if (reason === null) {
    return (
      <Button
        size="small"
        tone="quiet"
        className="self-start"
        onClick={() => setReason(m.board_reassign_van())}
      >
        {m.board_hand_over()}
      </Button>
    );
  }
  return (
    <section aria-label={m.board_hand_over()} className="flex flex-col gap-3">
      <TextField
        label={m.board_hand_over_reason()}
        name="reason"
        maxLength={500}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <ReassignmentForm
        technicianId={technicianId}
        from={now}
        visitIds={[visitId]}
        warning={m.board_hand_over_warning()}
        emptyText={m.board_reassign_no_visits()}
        handOverReason={reason}
        onDone={onDone}
      />
    </section>
  );
}
