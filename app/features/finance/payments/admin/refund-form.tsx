import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { typedMoney } from "../../../core/pricing/typed";
import { useRefund } from "../admin-client";
import { labelForMethod } from "../labels";
import type { PaymentMethod } from "../payment";
import type { CustomerMoney } from "../views";

interface RefundInput {
  method: PaymentMethod;
  fils: number;
  reason: string;
  paymentId: string | null;
  day?: string;
}

export function RefundForm({ money, onClose }: { money: CustomerMoney; onClose: () => void }) {
  const refund = useRefund();
  const [start] = useState(() => ({
    amount: typedMoney(money.creditFils),
    /** `card …` with the payment id, or another method. */
    destination: money.cardPayments[0] ? `card ${money.cardPayments[0].id}` : "transfer",
    reason: "",
    day: dubaiDate(new Date()),
  }));
  const form = useForm({
    initialValues: start,
    check({ amount, destination, reason, day }): Checked<RefundInput> {
      const fils = parseMoney(amount);
      const errors: Record<string, string> = {};
      if (!fils) errors.fils = m.payments_error_amount();
      if (reason.trim().length < 3) errors.reason = m.payments_error_reason();
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const [method, paymentId = null] = destination.split(" ") as [PaymentMethod, string?];
      const input = { method, paymentId, fils: fils!, reason: reason.trim() };
      return { ok: true, input: method === "card" ? input : { ...input, day } };
    },
    send: (input) => refund.mutateAsync({ id: money.customer.id, ...input }),
    onDone: () => passingNotices.show({ title: m.payments_refund_toast(), tone: "success" }),
    next: onClose,
  });
  const card = money.cardPayments.find(({ id }) => form.values.destination === `card ${id}`);
  return (
    <EditForm label={m.payments_refund()} submit={m.payments_refund_submit()} form={form} onClose={onClose}>
      <p className="text-sm text-muted">
        {m.payments_refund_hint({ amount: formatExactMoney(money.creditFils) })}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          autoFocus
          label={m.invoices_amount()}
          inputMode="decimal"
          autoComplete="off"
          name="fils"
          value={form.values.amount}
          error={form.errors.fils}
          onChange={({ target }) => form.set({ amount: target.value })}
        />
        <Select
          label={m.payments_refund_method()}
          hint={card && m.payments_refund_card_hint({ amount: formatExactMoney(card.remainingFils) })}
          {...form.field("destination")}
        >
          {money.cardPayments.map(({ id, reference }) => (
            <option key={id} value={`card ${id}`}>
              {m.payments_refund_card({ reference })}
            </option>
          ))}
          {(["transfer", "cash", "cheque"] as const).map((method) => (
            <option key={method} value={method}>
              {labelForMethod(method)}
            </option>
          ))}
        </Select>
      </div>
      {!card && <DateField label={m.payments_refund_day()} required {...form.field("day")} />}
      <TextArea label={m.payments_reason()} rows={2} required {...form.field("reason")} />
    </EditForm>
  );
}
