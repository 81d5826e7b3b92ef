import { useState } from "react";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import type { TechnicianDetail } from "../views";
import type { HandOver, Left } from "./days/visits-within";

/** What is kept of a technician, and the visits in its way: these, or what needs one of these skills. */
export interface Giving {
  because: Left;
  only: { visitIds: readonly string[] } | { withoutSkills: readonly string[] };
}

interface GivenAwayProps extends Giving {
  technician: TechnicianDetail;
  HandOver: HandOver;
  submit?: string;
  done?: string;
  onClose: () => void;
}

/** Who makes the visits that stand in the way of what is taken from a technician; it is kept with them. */
export function GivenAway({ technician, HandOver, because, only, onClose, ...words }: GivenAwayProps) {
  const [since] = useState(() => new Date().toISOString());
  const { id, name, version } = technician;
  return (
    <div className="flex flex-col items-start gap-2">
      <HandOver
        technicianId={id}
        from={since}
        {...only}
        warning={m.rescue_visits()}
        none={m.rescue_no_visits()}
        ending={{
          kind: "because",
          ...{ name, version, because },
          submit: words.submit ?? m.admin_given_submit(),
          done: words.done ?? m.admin_given_done({ name: isolated(name) }),
        }}
        onDone={onClose}
      />
      <Button size="small" tone="plain" onClick={onClose}>
        {m.admin_keep()}
      </Button>
    </div>
  );
}
