import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import { useSwitchReminders } from "../admin-client";
import type { InvoiceDetail } from "../views";

export function Reminders({ invoice: { id, reminders } }: { invoice: InvoiceDetail }) {
  const change = useSwitchReminders();
  const mayManage = useMay("invoices.manage");
  return (
    <Section title={m.invoices_reminders()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{reminders ? m.invoices_reminders_on() : m.invoices_reminders_off()}</p>
        {mayManage && (
          <Button
            size="small"
            tone="quiet"
            disabled={change.isPending}
            onClick={() => change.mutate({ id, on: !reminders })}
          >
            {reminders ? m.invoices_reminders_stop() : m.invoices_reminders_start()}
          </Button>
        )}
      </div>
      <ChangeRefused error={change.error} />
    </Section>
  );
}
