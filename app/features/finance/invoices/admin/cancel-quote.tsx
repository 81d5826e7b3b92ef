import type { DepositResolution } from "~/features/finance/quotes/deposit-resolution";
import { m } from "~/paraglide/messages";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { labelForDepositRule } from "../../quotes/labels";
import type { QuoteDetail } from "../../quotes/views";
import { useCancelQuote } from "../admin-client";

/** Cancels an approved quote. The office may override the deposit rule. */
export function CancelQuoteForm({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const change = useCancelQuote();
  const { id, version, depositFils } = quote;
  const form = useForm({
    initialValues: { deposit: "by-rule" as DepositResolution, reason: "" },
    check: ({ deposit, reason }) =>
      reason.trim().length < 3
        ? { ok: false, errors: { reason: m.invoices_error_reason() } }
        : { ok: true, input: { deposit, reason: reason.trim() } },
    send: (input) => change.mutateAsync({ id, version, ...input }),
    onDone: () => passingNotices.show({ title: m.invoices_cancel_quote_done(), tone: "success" }),
    next: onClose,
  });
  const approved = quote.versions.find(({ answers }) => answers.some(({ answer }) => answer === "approved"));
  return (
    <EditForm
      cancels
      label={m.invoices_cancel_quote()}
      submit={m.invoices_cancel_quote()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {quote.convertedBooking ? m.invoices_cancel_quote_work_hint() : m.invoices_cancel_quote_hint()}
      </p>
      {depositFils > 0 && approved && (
        <Select
          label={m.invoices_cancel_quote_deposit()}
          hint={m.invoices_cancel_quote_rule({ rule: labelForDepositRule(approved.depositRule) })}
          {...form.field("deposit")}
        >
          <option value="by-rule">{m.invoices_cancel_quote_by_rule()}</option>
          <option value="refunded">{m.invoices_cancel_quote_back()}</option>
          <option value="forfeited">{m.invoices_cancel_quote_deposit_forfeited()}</option>
        </Select>
      )}
      <TextArea label={m.invoices_reason()} autoFocus required {...form.field("reason")} />
    </EditForm>
  );
}
