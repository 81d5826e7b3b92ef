import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { CheckLine } from "~/ui/form/check-line";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SectionAction } from "~/ui/section";
import { useDayChange } from "../../days/days-client";
import { holidaySchema } from "../../schema";
import type { HolidayView } from "../../views";
import { AffectedVisits, acceptedVisitIds } from "./affected-visits";

export function Holidays({ holidays }: { holidays: HolidayView[] }) {
  const [adding, setAdding] = useState(false);
  const today = dubaiDate(new Date());
  return (
    <section aria-labelledby="holidays" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="holidays" className="text-base font-semibold">
          {m.scheduling_holidays_title()}
        </h2>
        {!adding && (
          <Button size="small" tone="quiet" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.scheduling_holidays_add()}
          </Button>
        )}
      </div>
      {adding && <HolidayForm onClose={() => setAdding(false)} />}
      {holidays.length === 0 && <p className="text-sm text-muted">{m.scheduling_holidays_none()}</p>}
      <ul className="flex flex-col">
        {holidays.map((holiday) => (
          <Holiday key={holiday.day} holiday={holiday} past={holiday.day < today} />
        ))}
      </ul>
    </section>
  );
}

function Holiday({ holiday, past }: { holiday: HolidayView; past: boolean }) {
  const confirm = useDayChange("holidays/confirm");
  const open = useDayChange("holidays/open");
  const close = useDayChange("holidays/close");
  const remove = useDayChange("holidays/remove");
  const { day, name, tentative } = holiday;
  const accepted = acceptedVisitIds(close.error);
  const date = formatDay(day);
  const named = { name, day: date };
  return (
    <li className={classNames("flex flex-col border-b border-line py-1.5", past && "text-muted")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures w-40 shrink-0 text-sm rtl:w-46">
          <time dateTime={day}>{date}</time>
        </span>
        <span className="flex min-w-40 grow basis-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <bdi>{name}</bdi>
          {tentative && <Badge tone="waiting">{m.scheduling_holidays_tentative()}</Badge>}
          {holiday.open && <Badge tone="done">{m.scheduling_holidays_open()}</Badge>}
        </span>
        {!past && (
          <span className="flex flex-wrap gap-1">
            {tentative && (
              <SectionAction
                label={m.scheduling_holidays_confirm_label(named)}
                onClick={() => confirm.mutate({ day })}
              >
                {m.scheduling_holidays_confirm()}
              </SectionAction>
            )}
            <SectionAction
              label={
                holiday.open
                  ? m.scheduling_holidays_close_label(named)
                  : m.scheduling_holidays_open_label(named)
              }
              onClick={() =>
                holiday.open ? close.mutate({ day, acceptedVisitIds: accepted }) : open.mutate({ day })
              }
            >
              {holiday.open ? m.scheduling_holidays_close() : m.scheduling_holidays_work()}
            </SectionAction>
            <SectionAction
              label={m.scheduling_holidays_remove_label(named)}
              onClick={() => remove.mutate({ day })}
            >
              {m.scheduling_remove()}
            </SectionAction>
          </span>
        )}
      </div>
      <AffectedVisits error={close.error} onBoard />
      <ChangeRefused error={confirm.error ?? open.error ?? close.error ?? remove.error} />
    </li>
  );
}

function HolidayForm({ onClose }: { onClose: () => void }) {
  const add = useDayChange("holidays");
  const form = useForm({
    initialValues: { day: "", name: "", tentative: false },
    schema: holidaySchema,
    send: (holiday) => add.mutateAsync({ ...holiday, acceptedVisitIds: acceptedVisitIds(add.error) }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.scheduling_holidays_add()}
      submit={acceptedVisitIds(form.refusal) ? m.admin_save_anyway() : m.scheduling_holidays_add()}
      form={form}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField label={m.scheduling_holidays_day()} required autoFocus {...form.field("day")} />
        <TextField label={m.scheduling_holidays_name()} maxLength={80} required {...form.field("name")} />
      </div>
      <CheckLine {...form.flag("tentative")}>{m.scheduling_holidays_tentative_hint()}</CheckLine>
      <AffectedVisits error={form.refusal} onBoard />
    </EditForm>
  );
}
