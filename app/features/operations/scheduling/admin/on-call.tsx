import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section, SectionAction } from "~/ui/section";
import { onCallGapsQuery, useTechnicianChange } from "../admin-client";
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
        <OnCallGaps />
      </div>
    </Section>
  );
}

/** Trades without a technician on call, also for screen readers after each change of the rota. */
function OnCallGaps() {
  const { data } = useQuery(onCallGapsQuery);
  return (
    <div role="status" className="empty:hidden">
      {data && data.gaps.length > 0 && (
        <div className="flex flex-col gap-1 rounded bg-brass-soft px-3 py-2 text-brass-text">
          <p className="flex items-center gap-2 font-medium">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            <span>{m.scheduling_on_call_gaps({ days: data.days })}</span>
          </p>
          <dl className="flex flex-col gap-1">
            {data.gaps.map(({ trades, startsAt, endsAt }) => (
              <div key={trades.join()}>
                <dt className="font-medium">{formatList(trades)}</dt>
                <dd className="figures">
                  {startsAt ? formatRange(startsAt, endsAt) : m.scheduling_on_call_gap_whole()}
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-xs">{m.scheduling_on_call_gaps_hint()}</p>
        </div>
      )}
    </div>
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
