import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { dubaiDate, formatDay } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { typedMoney } from "../../../core/pricing/typed";
import { useRecordPayment } from "../admin-client";
import { labelForMethod } from "../labels";
import { type HeldChequeChoice, isChequeHeld, type RecordedMethod, recordedMethods } from "../payment";
import type { CustomerMoney } from "../views";
import { HeldChequesSelect } from "./held-cheques-select";

interface RecordPaymentProps {
  money: CustomerMoney;
  /** Preselected invoices. */
  invoiceIds: readonly string[];
  onClose: () => void;
}

export function RecordPaymentForm({ money, invoiceIds, onClose }: RecordPaymentProps) {
  const record = useRecordPayment();
  const [today] = useState(() => dubaiDate(new Date()));
  const payable = payableInvoices(money);
  const sumOpen = (ids: readonly string[]) =>
    payable.filter(({ id }) => ids.includes(id)).reduce((sum, { fils }) => sum + fils, 0);
  const heldFor = (ids: readonly string[]) =>
    money.cheques.filter(
      (cheque) => isChequeHeld(cheque) && cheque.invoice && ids.includes(cheque.invoice.id),
    );
  const [start] = useState(() => ({
    amount: sumOpen(invoiceIds) > 0 ? typedMoney(sumOpen(invoiceIds)) : "",
    method: "transfer" as RecordedMethod,
    receivedOn: today,
    note: "",
    invoiceIds: [...invoiceIds],
    creditRemainder: false,
    allowDuplicate: false,
    heldCheques: "" as HeldChequeChoice | "",
  }));
  const form = useForm({
    initialValues: start,
    check({ amount, heldCheques, ...rest }): Checked<
      Omit<typeof start, "amount" | "heldCheques"> & {
        fils: number;
        seenOpenFils: number;
        heldCheques: HeldChequeChoice | null;
      }
    > {
      const fils = parseMoney(amount);
      if (!fils) return { ok: false, errors: { fils: m.payments_error_amount() } };
      if (!heldCheques && heldFor(rest.invoiceIds).length > 0)
        return { ok: false, errors: { heldCheques: m.payments_held_cheques_choose() } };
      const seenOpenFils = sumOpen(rest.invoiceIds);
      return { ok: true, input: { ...rest, fils, seenOpenFils, heldCheques: heldCheques || null } };
    },
    send: (input) => record.mutateAsync({ id: money.customer.id, ...input }),
    onDone: ({ payment }) =>
      passingNotices.show({
        title: m.payments_recorded({ amount: formatExactMoney(payment.fils), reference: payment.reference }),
        tone: "success",
      }),
    next: onClose,
  });
  const { values, refusal } = form;
  const pick = (id: string, picked: boolean) => {
    const ids = picked ? [...values.invoiceIds, id] : values.invoiceIds.filter((other) => other !== id);
    // An amount that was not typed follows the selected invoices.
    const isAmountDerived = values.amount === "" || values.amount === typedMoney(sumOpen(values.invoiceIds));
    const amount = sumOpen(ids) > 0 ? typedMoney(sumOpen(ids)) : "";
    form.set({ invoiceIds: ids, ...(isAmountDerived && { amount }) });
  };
  return (
    <EditForm label={m.payments_record()} submit={m.payments_record_submit()} form={form} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          autoFocus
          label={m.invoices_amount()}
          inputMode="decimal"
          autoComplete="off"
          name="fils"
          value={values.amount}
          error={form.errors.fils}
          onChange={({ target }) =>
            form.set({ amount: target.value, creditRemainder: false, allowDuplicate: false })
          }
        />
        <Select label={m.payments_method()} {...form.field("method")}>
          {recordedMethods.map((method) => (
            <option key={method} value={method}>
              {labelForMethod(method)}
            </option>
          ))}
        </Select>
        <DateField label={m.payments_received()} max={today} {...form.field("receivedOn")} />
        <TextField
          label={m.payments_note()}
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("note")}
        />
      </div>
      {payable.length > 0 && (
        <fieldset className="flex flex-col gap-0.5">
          <legend className="mb-1 text-sm font-medium">{m.payments_for()}</legend>
          {payable.map(({ id, reference, dueDate, fils, isWrittenOff }) => (
            <CheckLine
              key={id}
              checked={values.invoiceIds.includes(id)}
              onChange={(picked) => pick(id, picked)}
              end={formatExactMoney(fils)}
            >
              {isWrittenOff
                ? m.payments_for_written_off({ reference })
                : m.payments_for_invoice({ reference, day: formatDay(dueDate, "shortDate") })}
            </CheckLine>
          ))}
        </fieldset>
      )}
      {(refusal?.reason === "cheques-held" || heldFor(values.invoiceIds).length > 0) && (
        <HeldChequesSelect label={m.payments_held_cheques()} field={form.field("heldCheques")} />
      )}
      {(refusal?.reason === "over-payment" || values.creditRemainder) && (
        <CheckLine
          checked={values.creditRemainder}
          onChange={(creditRemainder) => form.set({ creditRemainder })}
        >
          {m.payments_credit_remainder()}
        </CheckLine>
      )}
      {(refusal?.reason === "same-payment" || values.allowDuplicate) && (
        <CheckLine
          checked={values.allowDuplicate}
          onChange={(allowDuplicate) => form.set({ allowDuplicate })}
        >
          {m.payments_confirm_duplicate()}
        </CheckLine>
      )}
    </EditForm>
  );
}

/** Open invoices, then those that are written off; an invoice that is both is one entry. */
function payableInvoices({ openInvoices, writtenOff }: CustomerMoney) {
  const writtenOffOf = new Map(writtenOff.map(({ id, writtenOffFils }) => [id, writtenOffFils]));
  const openIds = new Set(openInvoices.map(({ id }) => id));
  return [
    ...openInvoices.map(({ openFils, ...invoice }) => ({
      ...invoice,
      fils: openFils + (writtenOffOf.get(invoice.id) ?? 0),
      isWrittenOff: false,
    })),
    ...writtenOff
      .filter(({ id }) => !openIds.has(id))
      .map(({ writtenOffFils, ...invoice }) => ({ ...invoice, fils: writtenOffFils, isWrittenOff: true })),
  ];
}
