import { useState } from "react";
import { m } from "~/paraglide/messages";
import { TextField } from "~/ui/form/field";
import { isUnderWay } from "../../../../bookings/booking";
import { ReassignmentForm } from "../../reassignment-form";
import type { BoardItem } from "../board-item";

export function canHandOver({ visitId, leadVisitId, technicianId, state }: BoardItem): boolean {
  return Boolean(visitId && !leadVisitId && technicianId && state && isUnderWay({ state }));
}

/** Hands over a visit under way, as the reassignment of its technician does. */
export function VisitHandover({ item, onDone }: { item: BoardItem; onDone: () => void }) {
  const [reason, setReason] = useState<string>(m.board_reassign_van());
  const [now] = useState(() => new Date().toISOString());
  return (
    <section aria-label={m.board_hand_over()} className="flex flex-col gap-3">
      <TextField
        label={m.board_hand_over_reason()}
        name="reason"
        maxLength={500}
        required
        autoFocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <ReassignmentForm
        technicianId={item.technicianId!}
        from={now}
        visitIds={[item.visitId!]}
        warning={m.board_hand_over_warning()}
        emptyText={m.board_reassign_no_visits()}
        handOverReason={reason}
        onDone={onDone}
      />
    </section>
  );
}
