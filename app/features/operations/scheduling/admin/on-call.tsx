import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { dubaiDate } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section, SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { RangeFields, toRangeInput, wholeDay } from "./days/range-fields";
import { formatRange } from "./days/range-labels";

export function OnCall({ technician }: { technician: TechnicianDetail }) {
  const [adding, setAdding] = useState(false);
  const always = useTechnicianChange(technician, "on-call/always");
  const cancel = useTechnicianChange(technician, "on-call/cancel");
  return (
    <Section
      title={m.scheduling_on_call_title()}
      action={
        !adding && (
          <SectionAction label={m.scheduling_on_call_add()} onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.scheduling_add()}
          </SectionAction>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <CheckLine
          checked={technician.alwaysOnCall}
          disabled={always.isPending}
          onChange={(on) => always.mutate({ always: on })}
        >
          {m.scheduling_on_call_always()}
        </CheckLine>
        {adding && <OnCallForm technician={technician} onClose={() => setAdding(false)} />}
        <ul className="flex flex-col gap-1 empty:hidden">
          {technician.onCall.map(({ id, startsAt, endsAt }) => {
            const range = formatRange(startsAt, endsAt);
            return (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="figures">{range}</span>
                <SectionAction
                  label={m.scheduling_on_call_cancel({ range })}
                  onClick={() => cancel.mutate({ onCallId: id })}
                >
                  {m.scheduling_remove()}
                </SectionAction>
              </li>
            );
          })}
        </ul>
        <ChangeRefused error={always.error ?? cancel.error} />
      </div>
    </Section>
  );
}

function OnCallForm({ technician, onClose }: { technician: TechnicianDetail; onClose: () => void }) {
  const change = useTechnicianChange(technician, "on-call");
  const form = useForm({
    initialValues: wholeDay(dubaiDate(new Date())),
    send: (range) => change.mutateAsync(toRangeInput(range)),
    next: onClose,
  });
  return (
    <EditForm
      label={m.scheduling_on_call_add()}
      submit={m.scheduling_on_call_submit()}
      form={form}
      onClose={onClose}
    >
      <RangeFields form={form} />
    </EditForm>
  );
}
