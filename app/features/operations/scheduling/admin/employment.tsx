import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Section } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { useTechnicianPageSlots } from "./technician-page-slots";

/** Deactivates a technician and reassigns future visits, or reactivates the technician. */
export function Employment({ technician }: { technician: TechnicianDetail }) {
  const { ReassignmentForm } = useTechnicianPageSlots();
  const [since] = useState(() => new Date().toISOString());
  const deactivate = useTechnicianChange(technician, "deactivate");
  const reactivate = useTechnicianChange(technician, "reactivate");
  const visitsAhead = deactivate.error instanceof HttpError && deactivate.error.reason === "upcoming-visits";
  const { name, active } = technician;
  const showSuccess = (title: string) => passingNotices.show({ title, tone: "success" });
  return (
    <Section title={m.scheduling_deactivate_title()}>
      <div className="flex flex-col items-start gap-2.5">
        <p className="text-xs text-muted">
          {active ? m.scheduling_deactivate_hint() : m.scheduling_reactivate_hint()}
        </p>
        {active ? (
          <Button
            size="small"
            tone="quiet"
            disabled={deactivate.isPending}
            onClick={() =>
              deactivate.mutate(
                {},
                { onSuccess: () => showSuccess(m.board_deactivate_done({ name: bidiIsolate(name) })) },
              )
            }
          >
            {m.scheduling_deactivate_submit()}
          </Button>
        ) : (
          <Button
            size="small"
            tone="quiet"
            disabled={reactivate.isPending}
            onClick={() =>
              reactivate.mutate(
                {},
                { onSuccess: () => showSuccess(m.scheduling_reactivate_done({ name: bidiIsolate(name) })) },
              )
            }
          >
            {m.scheduling_reactivate()}
          </Button>
        )}
        <ChangeRefused error={deactivate.error ?? reactivate.error} />
        {visitsAhead && (
          <ReassignmentForm
            technicianId={technician.id}
            from={since}
            warning={m.board_deactivate_visits()}
            completion={{ kind: "leaves", name: technician.name, version: technician.version }}
            onDone={deactivate.reset}
          />
        )}
      </div>
    </Section>
  );
}
