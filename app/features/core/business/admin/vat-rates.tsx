import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, formatDay } from "~/platform/time";
import { vatPercentOn } from "~/platform/uae/vat";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { SectionAction } from "~/ui/section";
import { usePlanVatRate, useRevokeVatRate, vatRatesQuery } from "../admin-client";
import { plannedRateSchema } from "../vat-rates";

export function VatRates() {
  const [today] = useState(() => dubaiDate(new Date()));
  const { data } = useQuery(vatRatesQuery);
  const drop = useRevokeVatRate();
  const rates = data?.rates ?? [];
  const current = rates.findLast(({ from }) => from <= today)?.from;
  return (
    <section aria-labelledby="vat-rates" className="flex max-w-xl flex-col gap-4">
      <div>
        <h3 id="vat-rates" className="text-sm font-semibold">
          {m.settings_vat_rates()}
        </h3>
        <p className="text-xs text-muted">{m.settings_vat_hint()}</p>
      </div>
      <ul className="figures border-y border-line text-sm">
        {rates.map(({ from, percent }) => (
          <li
            key={from}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-line not-first:border-t"
          >
            <span className="w-12 font-semibold">{m.settings_vat_percent({ percent })}</span>
            <span className="grow">{m.settings_vat_from({ day: formatDay(from, "fullDate") })}</span>
            {from === current && <Badge tone="done">{m.settings_vat_now()}</Badge>}
            {from > today && (
              <SectionAction
                label={m.settings_vat_remove_of({ day: formatDay(from, "fullDate") })}
                onClick={() => drop.mutate({ from })}
              >
                {m.settings_vat_remove()}
              </SectionAction>
            )}
          </li>
        ))}
      </ul>
      <ChangeRefused error={drop.error} />
      {data && <PlanRate today={today} percent={vatPercentOn(rates, today)} />}
    </section>
  );
}

function PlanRate({ today, percent }: { today: string; percent: number }) {
  const plan = usePlanVatRate();
  const form = useForm({
    initialValues: { percent: String(percent), from: "" },
    schema: plannedRateSchema(today),
    send: (values) => plan.mutateAsync(values),
    onDone: () => passingNotices.show({ title: m.settings_vat_planned(), tone: "success" }),
  });
  return (
    <form {...form.formProps} aria-label={m.settings_vat_plan()} className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.settings_vat_rate()} inputMode="numeric" {...form.field("percent")} />
        <DateField label={m.settings_vat_first_day()} min={addDays(today, 1)} {...form.field("from")} />
      </div>
      <ChangeRefused error={form.refusal} />
      <Button type="submit" size="small" tone="quiet" className="self-start" disabled={form.pending}>
        {form.pending ? m.admin_working() : m.settings_vat_plan()}
      </Button>
    </form>
  );
}
