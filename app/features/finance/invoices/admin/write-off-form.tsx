import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { useWriteOff } from "../admin-client";
import type { InvoiceDetail } from "../views";

export function WriteOffForm({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const change = useWriteOff();
  const { id, version } = invoice;
  const form = useForm({
    initialValues: { reason: "" },
    send: ({ reason }) => change.mutateAsync({ id, version, reason }),
    onDone: () => passingNotices.show({ title: m.invoices_write_off_done(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.invoices_write_off()} submit={m.invoices_write_off()} form={form} onClose={onClose}>
      <p className="text-sm">{m.invoices_write_off_hint({ amount: formatExactMoney(invoice.openFils) })}</p>
      <TextArea label={m.invoices_reason()} autoFocus required {...form.field("reason")} />
    </EditForm>
  );
}
