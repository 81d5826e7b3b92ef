import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { controlClass } from "~/ui/form/field";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import { useTechnicianChange } from "../admin-client";
import type { TechnicianDetail } from "../views";

/** Secret link that subscribes a calendar program to the technician's visits. */
export function CalendarLink({ technician }: { technician: TechnicianDetail }) {
  const open = useTechnicianChange(technician, "calendar-link/enable");
  const close = useTechnicianChange(technician, "calendar-link/disable");
  const pending = open.isPending || close.isPending;
  const { calendarUrl } = technician;

  if (!technician.active) return null;
  return (
    <Section title={m.scheduling_calendar_title()}>
      <div className="flex flex-col gap-2.5">
        <p className="text-xs text-muted">{m.scheduling_calendar_hint()}</p>
        {calendarUrl && (
          <div className="flex gap-2">
            <input
              readOnly
              aria-label={m.scheduling_calendar_link()}
              value={calendarUrl}
              onFocus={(event) => event.target.select()}
              className={controlClass}
            />
            <CopyButton value={calendarUrl} label={m.scheduling_calendar_copy()} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" tone="quiet" disabled={pending} onClick={() => open.mutate({})}>
            {calendarUrl ? m.scheduling_calendar_renew() : m.scheduling_calendar_open()}
          </Button>
          {calendarUrl && (
            <Button size="small" tone="plain" disabled={pending} onClick={() => close.mutate({})}>
              {m.scheduling_calendar_close()}
            </Button>
          )}
        </div>
        <ChangeRefused error={open.error ?? close.error} />
      </div>
    </Section>
  );
}
