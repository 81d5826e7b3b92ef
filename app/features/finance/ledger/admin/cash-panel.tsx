import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { type Checked, type FieldErrors, useForm } from "~/ui/form/use-form";
import { LoadedRecord } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { typedMoney } from "../../../core/pricing/typed";
import { cashQuery, useRecordBankDeposit } from "../admin-client";
import { Panel } from "./books-table";

export function CashPanel() {
  const result = useQuery(cashQuery);
  return (
    <Panel id="cash" title={m.books_cash()} hint={m.books_cash_hint()}>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {({ fils }) => <CashInHand fils={fils} />}
      </LoadedRecord>
    </Panel>
  );
}

function CashInHand({ fils }: { fils: number }) {
  const mayRecord = useMay("payments.record");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <p className="figures text-xl font-semibold">{formatExactMoney(fils)}</p>
      {isOpen ? (
        <DepositForm fils={fils} onClose={() => setOpen(false)} />
      ) : (
        mayRecord &&
        fils > 0 && (
          <Button size="small" tone="quiet" className="self-start" onClick={() => setOpen(true)}>
            {m.books_cash_bank()}
          </Button>
        )
      )}
    </div>
  );
}

function DepositForm({ fils, onClose }: { fils: number; onClose: () => void }) {
  const record = useRecordBankDeposit();
  const [initialValues] = useState(() => ({
    day: dubaiDate(new Date()),
    amount: typedMoney(fils),
    reference: "",
  }));
  const form = useForm({
    initialValues,
    check({ day, amount, reference }): Checked<{ day: string; fils: number; reference: string }> {
      const typedFils = parseMoney(amount);
      const errors: FieldErrors = {};
      if (day === "") errors.day = m.books_error_manual_day();
      if (!typedFils) errors.fils = m.books_error_cash_amount();
      return typedFils && day !== ""
        ? { ok: true, input: { day, fils: typedFils, reference } }
        : { ok: false, errors };
    },
    send: (deposit) => record.mutateAsync(deposit),
    onDone: () => passingNotices.show({ title: m.books_cash_banked(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.books_cash_bank()} submit={m.books_cash_bank()} form={form} onClose={onClose}>
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
        <DateField label={m.books_day()} {...form.field("day")} />
      </div>
      <TextField label={m.books_cash_slip()} autoComplete="off" {...form.field("reference")} />
    </EditForm>
  );
}
