import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { dubaiDate } from "~/platform/time";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section, SectionAction } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { parseRangeForm, RangeFields, toRangeInput, wholeDay } from "./days/range-fields";
import { formatRange } from "./days/range-labels";
import { useTechnicianPageSlots } from "./technician-page-slots";

interface TimeOffProps {
  technician: TechnicianDetail;
}

/** Absences, with the visits that need reassignment. */
export function TimeOff({ technician }: TimeOffProps) {
  const { VisitsWithin } = useTechnicianPageSlots();
  const [adding, setAdding] = useState(false);
  const cancel = useTechnicianChange(technician, "time-off/cancel");
  return (
    <Section
      title={m.scheduling_time_off_title()}
      action={
        !adding && (
          <SectionAction label={m.scheduling_time_off_add()} onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.scheduling_add()}
          </SectionAction>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {adding && <TimeOffForm technician={technician} onClose={() => setAdding(false)} />}
        {technician.timeOff.length === 0 && !adding && (
          <p className="text-sm text-muted">{m.scheduling_time_off_none()}</p>
        )}
        <ul className="flex flex-col gap-2 text-sm empty:hidden">
          {technician.timeOff.map(({ id, startsAt, endsAt, reason }) => {
            const range = formatRange(startsAt, endsAt);
            return (
              <li key={id} className="flex flex-col gap-1.5">
                <div className="flex items-baseline justify-between gap-3">
                  <span>
                    <span className="figures block font-medium">{range}</span>
                    {reason && (
                      <span className="text-muted">
                        <bdi>{reason}</bdi>
                      </span>
                    )}
                  </span>
                  <SectionAction
                    label={m.scheduling_time_off_cancel({ range })}
                    onClick={() => cancel.mutate({ timeOffId: id })}
                  >
                    {m.scheduling_remove()}
                  </SectionAction>
                </div>
                <VisitsWithin
                  technicianId={technician.id}
                  from={startsAt}
                  to={endsAt ?? undefined}
                  warning={m.scheduling_time_off_visits()}
                  canReassign
                />
              </li>
            );
          })}
        </ul>
        <ChangeRefused error={cancel.error} />
      </div>
    </Section>
  );
}

function TimeOffForm({ technician, onClose }: TimeOffProps & { onClose: () => void }) {
  const { VisitsWithin } = useTechnicianPageSlots();
  const change = useTechnicianChange(technician, "time-off");
  const form = useForm({
    initialValues: { ...wholeDay(dubaiDate(new Date())), reason: "" },
    send: ({ reason, ...range }) => change.mutateAsync({ ...toRangeInput(range), reason }),
    next: onClose,
  });
  const range = parseRangeForm(form.values);
  return (
    <EditForm
      label={m.scheduling_time_off_add()}
      submit={m.scheduling_time_off_submit()}
      form={form}
      onClose={onClose}
    >
      <RangeFields form={form} />
      <TextField
        label={m.scheduling_time_off_reason()}
        optional={m.scheduling_optional()}
        maxLength={200}
        {...form.field("reason")}
      />
      {range && (
        <VisitsWithin
          technicianId={technician.id}
          from={range.start.toISOString()}
          to={range.end.toISOString()}
          warning={m.scheduling_time_off_warning()}
        />
      )}
    </EditForm>
  );
}
