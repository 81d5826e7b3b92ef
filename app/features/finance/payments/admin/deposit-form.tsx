import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { useRecordDeposit } from "../admin-client";
import { labelForMethod } from "../labels";
import { type HeldChequeChoice, isChequeHeld, type RecordedMethod, recordedMethods } from "../payment";
import type { CustomerMoney } from "../views";
import { HeldChequesSelect } from "./held-cheques-select";

interface DepositFormProps {
  deposit: CustomerMoney["deposits"][number];
  cheques: CustomerMoney["cheques"];
  onClose: () => void;
}

/** Records a whole deposit paid in cash or by transfer, which issues its tax invoice. */
export function DepositForm({ deposit, cheques, onClose }: DepositFormProps) {
  const record = useRecordDeposit();
  const { quoteId, reference, fils } = deposit;
  const [today] = useState(() => dubaiDate(new Date()));
  const hasHeldCheques = cheques.some((cheque) => isChequeHeld(cheque) && cheque.quote?.id === quoteId);
  const [start] = useState(() => ({
    method: "transfer" as RecordedMethod,
    receivedOn: today,
    note: "",
    heldCheques: "" as HeldChequeChoice | "",
  }));
  const form = useForm({
    initialValues: start,
    check({
      heldCheques,
      ...rest
    }): Checked<Omit<typeof start, "heldCheques"> & { heldCheques: HeldChequeChoice | null }> {
      if (hasHeldCheques && !heldCheques)
        return { ok: false, errors: { heldCheques: m.payments_held_cheques_choose() } };
      return { ok: true, input: { ...rest, heldCheques: heldCheques || null } };
    },
    send: (input) => record.mutateAsync({ id: quoteId, seenFils: fils, ...input }),
    onDone: ({ payment }) =>
      passingNotices.show({
        title: m.payments_recorded({ amount: formatExactMoney(payment.fils), reference: payment.reference }),
        tone: "success",
      }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.payments_deposit_record()}
      submit={m.payments_record_submit()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm">{m.payments_deposit_hint({ amount: formatExactMoney(fils), reference })}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select autoFocus label={m.payments_method()} {...form.field("method")}>
          {recordedMethods.map((method) => (
            <option key={method} value={method}>
              {labelForMethod(method)}
            </option>
          ))}
        </Select>
        <DateField label={m.payments_received()} max={today} {...form.field("receivedOn")} />
      </div>
      <TextField
        label={m.payments_note()}
        optional={m.common_optional()}
        autoComplete="off"
        {...form.field("note")}
      />
      {(form.refusal?.reason === "cheques-held" || hasHeldCheques) && (
        <HeldChequesSelect label={m.payments_held_cheques_deposit()} field={form.field("heldCheques")} />
      )}
    </EditForm>
  );
}
