import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Dialog } from "~/ui/overlay/dialog";
import { ReassignmentForm } from "./reassignment-form";

interface ReassignAndDispatchDialogProps {
  emergency: { bookingId: string; reference: string };
  technician: {
    id: string;
    name: string;
    displacedVisitIds: readonly string[];
    displacedUntil: string | null;
  };
  onClose: () => void;
}

/** Reassigns the visits that an emergency displaces, and sends the technician. */
export function ReassignAndDispatchDialog({
  emergency,
  technician,
  onClose,
}: ReassignAndDispatchDialogProps) {
  const [now] = useState(() => new Date().toISOString());
  const { bookingId, reference } = emergency;
  const name = bidiIsolate(technician.name);
  return (
    <Dialog open onClose={onClose} title={m.board_reassign_emergency_title({ name, reference })}>
      <ReassignmentForm
        technicianId={technician.id}
        from={now}
        to={technician.displacedUntil ?? undefined}
        visitIds={technician.displacedVisitIds}
        warning={m.board_reassign_emergency_warning({ name })}
        emptyText={m.board_reassign_no_visits()}
        completion={{
          kind: "dispatch",
          bookingId,
          name: technician.name,
          version: 0,
          submit: m.board_reassign_emergency_submit(),
          done: m.board_reassign_emergency_done({ name, reference }),
        }}
        onDone={onClose}
      />
    </Dialog>
  );
}
