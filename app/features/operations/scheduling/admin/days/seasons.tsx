import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { formatHours } from "~/ui/hooks/duration";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SectionAction } from "~/ui/section";
import { useDayChange } from "../../days/days-client";
import { seasonSchema } from "../../schema";
import type { SeasonView } from "../../views";
import { AffectedVisits, acceptedVisitIds } from "./affected-visits";

/** UAE labour law: two hours less per day in Ramadan. */
const RAMADAN = { name: "Ramadan", shorterByMin: 120 };

/** Periods in which every shift ends earlier. */
export function Seasons({ seasons }: { seasons: SeasonView[] }) {
  const [adding, setAdding] = useState(false);
  const cancel = useDayChange("seasons/cancel");
  return (
    <section aria-labelledby="seasons" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="seasons" className="text-base font-semibold">
          {m.scheduling_seasons_title()}
        </h2>
        {!adding && (
          <Button size="small" tone="quiet" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.scheduling_seasons_add()}
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">{m.scheduling_seasons_hint()}</p>
      {adding && <SeasonForm onClose={() => setAdding(false)} />}
      {seasons.length === 0 && !adding && <p className="text-sm text-muted">{m.scheduling_seasons_none()}</p>}
      <ul className="flex flex-col empty:hidden">
        {seasons.map(({ id, name, firstDay, lastDay, shorterByMin }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-sm"
          >
            <span>
              <span className="block font-medium">
                <bdi>{name}</bdi>
              </span>
              <span className="figures block text-xs text-muted">
                {m.scheduling_range({ start: formatDay(firstDay), end: formatDay(lastDay) })}
              </span>
            </span>
            <span className="flex shrink-0 items-center gap-2">
              <span className="figures text-xs">
                {m.scheduling_seasons_shorter({ time: formatHours(shorterByMin) })}
              </span>
              <SectionAction
                label={m.scheduling_seasons_cancel({ name: bidiIsolate(name) })}
                onClick={() => cancel.mutate({ id })}
              >
                {m.scheduling_remove()}
              </SectionAction>
            </span>
          </li>
        ))}
      </ul>
      <ChangeRefused error={cancel.error} />
    </section>
  );
}

function SeasonForm({ onClose }: { onClose: () => void }) {
  const plan = useDayChange("seasons");
  const form = useForm({
    initialValues: { ...RAMADAN, firstDay: "", lastDay: "" },
    schema: seasonSchema,
    send: (season) => plan.mutateAsync({ ...season, acceptedVisitIds: acceptedVisitIds(plan.error) }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.scheduling_seasons_add()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.scheduling_seasons_add()}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={m.scheduling_seasons_name()}
        maxLength={80}
        required
        autoFocus
        {...form.field("name")}
      />
      <div className="grid grid-cols-2 gap-3">
        <DateField label={m.scheduling_seasons_first_day()} required {...form.field("firstDay")} />
        <DateField label={m.scheduling_seasons_last_day()} required {...form.field("lastDay")} />
      </div>
      <TextField label={m.scheduling_seasons_by()} {...form.number("shorterByMin")} />
      <AffectedVisits error={form.refusal} onBoard />
    </EditForm>
  );
}
