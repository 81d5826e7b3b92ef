import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { typedMoney } from "../../../core/pricing/typed";
import { useReceiveCheque } from "../admin-client";
import { isChequeHeld } from "../payment";
import type { CustomerMoney, InstalmentRow } from "../views";

interface ChequeFormProps {
  money: CustomerMoney;
  invoiceId?: string;
  /** Instalment of a contract that it pays. */
  instalment?: InstalmentRow & { contractId: string };
  onClose: () => void;
}

interface ChequeInput {
  instalment: { contractId: string; number: number } | null;
  invoiceId: string | null;
  quoteId: string | null;
  number: string;
  bank: string;
  dated: string;
  fils: number;
}

export function ChequeForm({ money, invoiceId, instalment, onClose }: ChequeFormProps) {
  const receive = useReceiveCheque();
  const [start] = useState(() => {
    const open = money.openInvoices.find(({ id }) => id === invoiceId);
    const today = dubaiDate(new Date());
    const uncoveredFils =
      instalment?.uncoveredFils ?? (open && Math.max(open.openFils - sumHeldCheques(money, open.id), 0));
    return {
      amount: uncoveredFils === undefined ? "" : typedMoney(uncoveredFils),
      number: "",
      bank: "",
      dated: instalment && instalment.dueDate > today ? instalment.dueDate : today,
      /** `invoice …`, `quote …` or empty. */
      target: open ? `invoice ${open.id}` : "",
    };
  });
  const form = useForm({
    initialValues: start,
    check({ amount, target, number, bank, dated }): Checked<ChequeInput> {
      const fils = parseMoney(amount);
      const errors: Record<string, string> = {};
      if (!fils) errors.fils = m.payments_error_amount();
      if (number.trim() === "") errors.number = m.payments_error_cheque_number();
      if (bank.trim() === "") errors.bank = m.payments_error_bank();
      if (dated === "") errors.dated = m.payments_error_cheque_day();
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const [kind, id = null] = target.split(" ");
      const rest = { number: number.trim(), bank: bank.trim(), dated, fils: fils! };
      return {
        ok: true,
        input: {
          ...rest,
          instalment: instalment ? { contractId: instalment.contractId, number: instalment.number } : null,
          invoiceId: kind === "invoice" ? id : null,
          quoteId: kind === "quote" ? id : null,
        },
      };
    },
    send: (input) => receive.mutateAsync({ id: money.customer.id, ...input }),
    onDone: () => passingNotices.show({ title: m.payments_cheque_received(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm
      label={
        instalment
          ? m.payments_cheque_record_instalment({ number: instalment.number })
          : m.payments_cheque_record()
      }
      submit={m.payments_cheque_submit()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{m.payments_cheque_hint()}</p>
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
        <DateField label={m.payments_cheque_dated()} {...form.field("dated")} />
        <TextField label={m.payments_cheque_bank()} autoComplete="off" {...form.field("bank")} />
        <TextField label={m.payments_cheque_number()} autoComplete="off" {...form.field("number")} />
      </div>
      {!instalment && (
        <Select label={m.payments_for()} {...form.field("target")}>
          <option value="">{m.payments_for_any()}</option>
          {money.openInvoices.map(({ id, reference, openFils }) => (
            <option key={id} value={`invoice ${id}`}>
              {m.payments_for_open({ reference, amount: formatExactMoney(openFils) })}
            </option>
          ))}
          {money.deposits.map(({ quoteId, reference, fils }) => (
            <option key={quoteId} value={`quote ${quoteId}`}>
              {m.payments_for_deposit({ reference, amount: formatExactMoney(fils) })}
            </option>
          ))}
        </Select>
      )}
    </EditForm>
  );
}

function sumHeldCheques({ cheques }: CustomerMoney, invoiceId: string): number {
  return cheques
    .filter((cheque) => isChequeHeld(cheque) && cheque.invoice?.id === invoiceId)
    .reduce((sum, { fils }) => sum + fils, 0);
}
