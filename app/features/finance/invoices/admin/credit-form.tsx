import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { daysBetween, dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { MissingLetters, useMissingLetters } from "../../../core/documents/components/missing-letters";
import { unitsOf } from "../../../core/pricing/quantity";
import { parseQuantity } from "../../../core/pricing/typed";
import { labelForVatTreatment, type VatTreatment, vatTreatments } from "../../../core/pricing/vat-treatment";
import { useCreditInvoice } from "../admin-client";
import type { CreditRequest } from "../credit/credit-lines";
import type { OpeningCreditRequest } from "../credit/opening-credit";
import { ISSUE_WITHIN_DAYS } from "../invoice";
import type { InvoiceDetail } from "../views";

const kinds = ["whole", "lines", "amount"] as const;
type Kind = (typeof kinds)[number];
type Input = { credit: CreditRequest | OpeningCreditRequest; reason: string; eventDate: string };

export function CreditForm({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const [today] = useState(() => dubaiDate(new Date()));
  const change = useCreditInvoice();
  const { id, version } = invoice;
  const hasDeduction = invoice.lines.some(({ deductsId }) => deductsId !== null);
  const isOpening = invoice.kind === "opening";
  const left = invoice.totalFils - invoice.creditedFils - invoice.deductedFils;
  const form = useForm({
    initialValues: {
      kind: "whole" as Kind,
      amount: "",
      /** Quantity to credit per line; empty for none. */
      quantities: invoice.lines.map(() => ""),
      vatTreatment: "standard" as VatTreatment,
      original: "",
      reason: "",
      eventDate: today,
    },
    check({
      kind: typedKind,
      amount,
      quantities,
      vatTreatment,
      original,
      reason,
      eventDate,
    }): Checked<Input> {
      const errors: Record<string, string> = {};
      const fils = parseMoney(amount);
      const originalFils = parseMoney(original);
      const kind = isOpening ? "amount" : typedKind;
      if (isOpening && (originalFils === null || originalFils < invoice.totalFils))
        errors.originalFils = m.invoices_error_original_small({
          amount: formatExactMoney(invoice.totalFils),
        });
      if (kind === "amount" && (fils === null || fils === 0)) errors.amount = m.invoices_error_amount();
      if (kind === "amount" && fils !== null && fils > left)
        errors.amount = m.invoices_error_credit_too_much({ amount: formatExactMoney(left) });
      const lines = invoice.lines.flatMap((line, at) => {
        const typed = quantities[at]!.trim();
        if (kind !== "lines" || typed === "") return [];
        const quantityHundredths = parseQuantity(typed);
        if (quantityHundredths === null || quantityHundredths > Math.abs(line.quantityHundredths)) {
          errors[`quantities.${at}`] = m.invoices_error_quantity_most({
            max: unitsOf(Math.abs(line.quantityHundredths)),
          });
          return [];
        }
        return [{ position: line.position, quantityHundredths }];
      });
      if (reason.trim().length < 3) errors.reason = m.invoices_error_reason();
      if (!eventDate || eventDate > today) errors.eventDate = m.invoices_error_event_ahead();
      if (kind === "lines" && lines.length === 0 && Object.keys(errors).length === 0)
        errors["quantities.0"] = m.invoices_error_quantity();
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      const credit: Input["credit"] = isOpening
        ? { kind: "opening", fils: fils!, vatTreatment, originalFils: originalFils! }
        : kind === "amount"
          ? { kind, fils: fils! }
          : kind === "lines"
            ? { kind, lines }
            : { kind };
      return { ok: true, input: { credit, reason: reason.trim(), eventDate } };
    },
    send: (input) => change.mutateAsync({ id, version, ...input }),
    onDone: () => passingNotices.show({ title: m.invoices_credit_done(), tone: "success" }),
    next: onClose,
  });
  const { kind, quantities, eventDate } = form.values;
  const missingLetters = useMissingLetters([
    invoice.seller,
    invoice.buyer,
    invoice.lines,
    form.values.reason,
  ]);
  const late = eventDate !== "" && daysBetween(eventDate, today) > ISSUE_WITHIN_DAYS;
  return (
    <EditForm label={m.invoices_credit()} submit={m.invoices_credit_submit()} form={form} onClose={onClose}>
      <p className="text-sm text-muted">
        <span>
          {m.invoices_credit_hint({
            left: formatExactMoney(left),
            open: formatExactMoney(Math.min(left, invoice.openFils)),
          })}
        </span>
        {hasDeduction && <span>{` ${m.invoices_credit_deposit_hint()}`}</span>}
      </p>
      {!isOpening && (
        <Select label={m.invoices_credit_scope()} autoFocus {...form.field("kind")}>
          <option value="whole">{m.invoices_credit_whole({ amount: formatExactMoney(left) })}</option>
          <option value="lines">{m.invoices_credit_lines()}</option>
          <option value="amount">{m.invoices_credit_amount()}</option>
        </Select>
      )}
      {(isOpening || kind === "amount") && (
        <TextField
          label={m.invoices_amount()}
          inputMode="decimal"
          autoComplete="off"
          {...form.field("amount")}
        />
      )}
      {isOpening && (
        <>
          <Select label={m.invoices_credit_treatment()} {...form.field("vatTreatment")}>
            {vatTreatments.map((treatment) => (
              <option key={treatment} value={treatment}>
                {labelForVatTreatment(treatment)}
              </option>
            ))}
          </Select>
          <TextField
            label={m.invoices_credit_original()}
            hint={m.invoices_credit_original_hint()}
            inputMode="decimal"
            autoComplete="off"
            name="originalFils"
            value={form.values.original}
            error={form.errors.originalFils}
            onChange={({ target }) => form.set({ original: target.value })}
          />
        </>
      )}
      {!isOpening && kind === "lines" && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 text-sm text-muted">{m.invoices_credit_quantities()}</legend>
          {invoice.lines.map((line, at) => (
            <TextField
              key={line.position}
              label={<bdi>{line.description}</bdi>}
              optional={m.invoices_credit_of({
                quantity: unitsOf(Math.abs(line.quantityHundredths)),
                amount: formatExactMoney(line.grossFils),
              })}
              inputMode="decimal"
              autoComplete="off"
              value={quantities[at]}
              error={form.errors[`quantities.${at}`]}
              onChange={({ target }) =>
                form.set({ quantities: quantities.map((typed, one) => (one === at ? target.value : typed)) })
              }
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label={m.invoices_reason()}
        hint={m.invoices_credit_reason_hint()}
        required
        {...form.field("reason")}
      />
      <MissingLetters letters={missingLetters} />
      <DateField
        label={m.invoices_event()}
        hint={late ? m.invoices_event_late() : m.invoices_event_hint()}
        max={today}
        {...form.field("eventDate")}
      />
    </EditForm>
  );
}
