import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import { useRemind, useSwitchReminders } from "../admin-client";
import type { InvoiceDetail } from "../views";

export function Reminders({ invoice: { id, reminders, customer } }: { invoice: InvoiceDetail }) {
  const change = useSwitchReminders();
  const remind = useRemind();
  const mayManage = useMay("invoices.manage");
  const state = reminders ? m.invoices_reminders_on() : m.invoices_reminders_off();
  const result = remind.data?.results[0];
  return (
    <Section title={m.invoices_reminders()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{customer.canBeReminded ? state : m.invoices_reminders_no_channel()}</p>
        {mayManage && customer.canBeReminded && (
          <div className="flex flex-wrap gap-2">
            {reminders && (
              <Button
                size="small"
                tone="quiet"
                disabled={remind.isPending}
                onClick={() => void remind.mutateAsync([{ id }]).catch(() => undefined)}
              >
                {m.invoices_reminders_send()}
              </Button>
            )}
            <Button
              size="small"
              tone="quiet"
              disabled={change.isPending}
              onClick={() => change.mutate({ id, on: !reminders })}
            >
              {reminders ? m.invoices_reminders_stop() : m.invoices_reminders_start()}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="mt-2 text-sm empty:hidden">
        {result && (result.success ? m.invoices_reminders_sent() : result.message)}
      </p>
      <ChangeRefused error={change.error ?? remind.error} />
    </Section>
  );
}
