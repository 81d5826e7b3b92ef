import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { dubaiDate } from "~/platform/time";
import { ChangeRefused } from "~/ui/change-refused";
import { EditForm, fieldErrors } from "~/ui/edit-form";
import { Section, SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { RangeFields, useTypedRange, writtenRange } from "./range-fields";
import { rangeInWords } from "./range-words";

/** When emergencies ring there. */
export function OnCall({ technician }: { technician: TechnicianDetail }) {
  const [adding, setAdding] = useState(false);
  const always = useTechnicianChange(technician, "on-call/always");
  const cancel = useTechnicianChange(technician, "on-call/cancel");
  return (
    <Section
      title={m.admin_on_call_title()}
      action={
        !adding && (
          <SectionAction label={m.admin_on_call_add()} onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.admin_add()}
          </SectionAction>
        )
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <label className="flex min-h-6 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            checked={technician.alwaysOnCall}
            disabled={always.isPending}
            onChange={(event) => always.mutate({ always: event.target.checked })}
            className="size-4 shrink-0 accent-action"
          />
          {m.admin_on_call_always()}
        </label>
        {adding && <OnCallForm technician={technician} onClose={() => setAdding(false)} />}
        <ul className="flex flex-col gap-1 empty:hidden">
          {technician.onCall.map(({ id, startsAt, endsAt }) => {
            const range = rangeInWords(startsAt, endsAt);
            return (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="figures">{range}</span>
                <SectionAction
                  label={m.admin_on_call_cancel({ range })}
                  onClick={() => cancel.mutate({ onCallId: id })}
                >
                  {m.admin_remove()}
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
  const [range, setRange] = useTypedRange(dubaiDate(new Date()));
  const change = useTechnicianChange(technician, "on-call");
  return (
    <EditForm
      label={m.admin_on_call_add()}
      submit={m.admin_on_call_submit()}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(writtenRange(range), { onSuccess: onClose })}
      onClose={onClose}
    >
      <RangeFields value={range} onChange={setRange} errors={fieldErrors(change.error)} />
    </EditForm>
  );
}
