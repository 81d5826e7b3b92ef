import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { typedMoney } from "../../../core/pricing/typed";
import { useUndoWriteOff, useWriteOff } from "../admin-client";
import type { InvoiceDetail } from "../views";

interface WriteOffProps {
  invoice: InvoiceDetail;
  onClose: () => void;
}

export function WriteOffForm({ invoice, onClose }: WriteOffProps) {
  const change = useWriteOff();
  const { id, version, openFils } = invoice;
  const form = useForm({
    initialValues: { amount: typedMoney(openFils), reason: "" },
    check({ amount, reason }): Checked<{ fils: number; reason: string }> {
      const fils = parseMoney(amount);
      if (!fils) return { ok: false, errors: { fils: m.invoices_error_amount() } };
      return { ok: true, input: { fils, reason } };
    },
    send: (input) => change.mutateAsync({ id, version, ...input }),
    onDone: () => passingNotices.show({ title: m.invoices_write_off_done(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.invoices_write_off()} submit={m.invoices_write_off()} form={form} onClose={onClose}>
      <p className="text-sm">{m.invoices_write_off_hint({ amount: formatExactMoney(openFils) })}</p>
      <TextField
        label={m.invoices_amount()}
        inputMode="decimal"
        autoComplete="off"
        name="fils"
        value={form.values.amount}
        error={form.errors.fils}
        onChange={({ target }) => form.set({ amount: target.value })}
      />
      <TextArea label={m.invoices_reason()} autoFocus required {...form.field("reason")} />
    </EditForm>
  );
}

export function UndoWriteOffForm({ invoice, onClose }: WriteOffProps) {
  const change = useUndoWriteOff();
  const { id, version, writtenOffFils } = invoice;
  const form = useForm({
    initialValues: { reason: "" },
    send: ({ reason }) => change.mutateAsync({ id, version, reason }),
    onDone: () => passingNotices.show({ title: m.invoices_undo_write_off_done(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.invoices_undo_write_off()}
      submit={m.invoices_undo_write_off()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm">
        {m.invoices_undo_write_off_hint({ amount: formatExactMoney(writtenOffFils) })}
      </p>
      <TextArea label={m.invoices_reason()} autoFocus required {...form.field("reason")} />
    </EditForm>
  );
}
