import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import type { TechnicianDetail } from "../views";
import { type TechnicianUpdate, useTechnicianPageSlots } from "./technician-page-slots";

/** Change to save, and the visits that it affects. */
export interface Affected {
  update: TechnicianUpdate;
  only: { visitIds: readonly string[] } | { withoutSkills: readonly string[] };
}

interface ReassignAffectedProps extends Affected {
  technician: TechnicianDetail;
  submit?: string;
  done?: string;
  onClose: () => void;
}

/** Reassigns affected visits and saves the change together. */
export function ReassignAffected({ technician, update, only, onClose, ...words }: ReassignAffectedProps) {
  const { ReassignmentForm } = useTechnicianPageSlots();
  const [since] = useState(() => new Date().toISOString());
  const { id, name, version } = technician;
  return (
    <div className="flex flex-col items-start gap-2">
      <ReassignmentForm
        technicianId={id}
        from={since}
        {...only}
        warning={m.board_reassign_visits()}
        emptyText={m.board_reassign_no_visits()}
        completion={{
          kind: "update",
          ...{ name, version, update },
          submit: words.submit ?? m.scheduling_reassign_submit_change(),
          done: words.done ?? m.scheduling_reassign_done_change({ name: bidiIsolate(name) }),
        }}
        onDone={onClose}
      />
      <Button size="small" tone="plain" onClick={onClose}>
        {m.admin_keep()}
      </Button>
    </div>
  );
}
