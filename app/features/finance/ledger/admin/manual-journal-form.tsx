import X from "lucide-react/icons/x";
import { useState } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatAmount } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError, Select, TextField } from "~/ui/form/field";
import { type Checked, type FieldErrors, useForm } from "~/ui/form/use-form";
import { Drawer } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { SectionAction } from "~/ui/section";
import { typedMoney } from "../../../core/pricing/typed";
import { usePostManualJournal, useReverseManualJournal } from "../admin-client";
import { documentHint } from "../labels";
import { type Account, accountNames } from "../ledger";
import { differenceOf, MAX_LINES, type ManualJournal } from "../manual-journals/manual-journal";
import { accountTitle } from "./account-title";

interface TypedLine {
  key: number;
  account: Account | "";
  debit: string;
  credit: string;
}

const emptyLine = (key: number): TypedLine => ({ key, account: "", debit: "", credit: "" });
const isEmpty = ({ account, debit, credit }: TypedLine) => !account && !debit.trim() && !credit.trim();
const filsOf = (typed: string) => parseMoney(typed) ?? 0;
const differenceOfTyped = (lines: readonly TypedLine[]) =>
  differenceOf(lines.map(({ debit, credit }) => ({ debitFils: filsOf(debit), creditFils: filsOf(credit) })));

interface TypedJournal {
  day: string;
  reference: string;
  reason: string;
  lines: TypedLine[];
}

function check({ lines, ...rest }: TypedJournal): Checked<ManualJournal> {
  const errors: FieldErrors = {};
  if (rest.day === "") errors.day = m.books_error_manual_day();
  if (rest.reason.trim().length < 3) errors.reason = m.books_error_manual_reason();
  const typed = lines.filter((line) => !isEmpty(line));
  for (const { key, account, debit, credit } of typed) {
    const amounts = [debit, credit].filter((amount) => amount.trim() !== "");
    if (!account) errors[`account-${key}`] = m.books_error_manual_account();
    else if (documentHint(account)) errors[`account-${key}`] = documentHint(account)!;
    else if (amounts.length !== 1 || filsOf(amounts[0]!) === 0)
      errors[`debit-${key}`] = m.books_error_manual_line();
  }
  if (Object.keys(errors).length === 0) {
    if (typed.length < 2) errors.lines = m.books_error_manual_lines();
    else if (differenceOfTyped(typed) !== 0) errors.lines = m.books_error_manual_balance();
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    input: {
      ...rest,
      lines: typed.map(({ account, debit, credit }) => ({
        account: account as Account,
        debitFils: filsOf(debit),
        creditFils: filsOf(credit),
      })),
    },
  };
}

export function NewEntryDrawer({ listPath, closePath }: { listPath: string; closePath: string }) {
  const navigate = useNavigate();
  return (
    <Drawer
      id="new"
      wide
      label={m.books_manual_new()}
      closePath={closePath}
      head={<h2 className="text-base font-semibold">{m.books_manual_new()}</h2>}
    >
      <div className="flex flex-col gap-3 px-4 py-4 lg:px-5">
        <p className="text-sm text-muted">{m.books_manual_hint()}</p>
        <EntryForm
          onClose={() => navigate(closePath)}
          onPosted={(id) => navigate(`${listPath}/${id}`, { replace: true })}
        />
      </div>
    </Drawer>
  );
}

function EntryForm({ onClose, onPosted }: { onClose: () => void; onPosted: (id: string) => void }) {
  const post = usePostManualJournal();
  const [initialValues] = useState<TypedJournal>(() => ({
    day: dubaiDate(new Date()),
    reference: "",
    reason: "",
    lines: [emptyLine(1), emptyLine(2)],
  }));
  const form = useForm({
    initialValues,
    check,
    send: (journal: ManualJournal) => post.mutateAsync(journal),
    onDone: () => passingNotices.show({ title: m.books_manual_posted(), tone: "success" }),
    next: ({ id }) => onPosted(id),
  });
  const { lines } = form.values;
  const difference = differenceOfTyped(lines);
  const change = (key: number, part: Partial<TypedLine>) => {
    const changed = lines.map((line) => (line.key === key ? { ...line, ...part } : line));
    // A next line is always ready, so that the keyboard suffices.
    const isFull = changed.length >= MAX_LINES || changed.some(isEmpty);
    form.set({ lines: isFull ? changed : [...changed, nextLine(changed)] });
  };
  return (
    <EditForm label={m.books_manual_new()} submit={m.books_manual_post()} form={form} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField label={m.books_day()} required autoFocus {...form.field("day")} />
        <TextField
          label={m.books_manual_reference()}
          hint={m.books_manual_reference_hint()}
          autoComplete="off"
          {...form.field("reference")}
        />
      </div>
      <TextField label={m.books_manual_reason()} required autoComplete="off" {...form.field("reason")} />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 text-sm font-medium">{m.books_lines()}</legend>
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            line={line}
            number={at + 1}
            errors={form.errors}
            remaining={isEmpty(line) ? difference : 0}
            onChange={(part) => change(line.key, part)}
            onRemove={
              lines.length > 2
                ? () => form.set({ lines: lines.filter(({ key }) => key !== line.key) })
                : undefined
            }
          />
        ))}
        <FieldError id="lines-error" error={form.errors.lines} />
      </fieldset>
      <div className="flex items-center justify-between gap-3 text-sm">
        <SectionAction onClick={() => form.set({ lines: [...lines, nextLine(lines)] })}>
          {m.books_manual_add_line()}
        </SectionAction>
        <p role="status" className={difference === 0 ? "text-muted" : "text-error"}>
          <span>{m.books_manual_difference()}</span>
          <span className="figures ms-3 font-medium">{formatAmount(difference)}</span>
        </p>
      </div>
    </EditForm>
  );
}

function nextLine(lines: readonly TypedLine[]): TypedLine {
  return emptyLine(Math.max(...lines.map(({ key }) => key)) + 1);
}

interface LineFieldsProps {
  line: TypedLine;
  number: number;
  errors: FieldErrors;
  /** Difference that the line would balance: suggested when its account is chosen. */
  remaining: number;
  onChange: (part: Partial<TypedLine>) => void;
  onRemove: (() => void) | undefined;
}

function LineFields({ line, number, errors, remaining, onChange, onRemove }: LineFieldsProps) {
  const { key, account, debit, credit } = line;
  const amountField = (side: "debit" | "credit", label: string, name: string, value: string) => (
    <TextField
      label={<span className="text-xs font-normal text-muted">{label}</span>}
      aria-label={name}
      className="w-28 grow"
      inputMode="decimal"
      autoComplete="off"
      name={`${side}-${key}`}
      value={value}
      error={side === "debit" ? errors[`debit-${key}`] : undefined}
      onChange={({ target }) => onChange({ [side]: target.value })}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        label={<span className="text-xs font-normal text-muted">{m.books_account()}</span>}
        aria-label={m.books_manual_account_of({ number })}
        className="min-w-56 grow basis-0 max-sm:basis-full"
        name={`account-${key}`}
        value={account}
        error={errors[`account-${key}`] ?? ((account && documentHint(account)) || undefined)}
        onChange={({ target }) =>
          onChange({
            account: target.value as Account | "",
            ...(remaining > 0 && { credit: typedMoney(remaining) }),
            ...(remaining < 0 && { debit: typedMoney(-remaining) }),
          })
        }
      >
        <option value="">{m.books_manual_choose()}</option>
        {accountNames.map((name) => (
          <option key={name} value={name}>
            {accountTitle(name)}
          </option>
        ))}
      </Select>
      {amountField("debit", m.books_debit(), m.books_manual_debit_of({ number }), debit)}
      {amountField("credit", m.books_credit(), m.books_manual_credit_of({ number }), credit)}
      <button
        type="button"
        aria-label={m.books_manual_remove({ number })}
        disabled={!onRemove}
        onClick={onRemove}
        className="mt-6.5 grid size-11 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink disabled:invisible"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

export function ReverseForm({
  entryId,
  onClose,
  onPosted,
}: {
  entryId: string;
  onClose: () => void;
  onPosted: (id: string) => void;
}) {
  const reverse = useReverseManualJournal();
  const form = useForm({
    initialValues: { day: dubaiDate(new Date()), reason: "" },
    check(values): Checked<{ day: string; reason: string }> {
      const errors: FieldErrors = {};
      if (values.day === "") errors.day = m.books_error_manual_day();
      if (values.reason.trim().length < 3) errors.reason = m.books_error_manual_reason();
      return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, input: values };
    },
    send: (reversal) => reverse.mutateAsync({ id: entryId, ...reversal }),
    onDone: () => passingNotices.show({ title: m.books_manual_posted(), tone: "success" }),
    next: ({ id }) => onPosted(id),
  });
  return (
    <EditForm
      label={m.books_manual_reverse()}
      submit={m.books_manual_reverse()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{m.books_manual_reverse_hint()}</p>
      <DateField label={m.books_day()} required autoFocus {...form.field("day")} />
      <TextField label={m.books_manual_reason()} required autoComplete="off" {...form.field("reason")} />
    </EditForm>
  );
}
