import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DepositResolution } from "~/features/finance/quotes/deposit-resolution";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { labelForDepositRule } from "../../quotes/labels";
import type { QuoteDetail } from "../../quotes/views";
import { relatedInvoicesQuery, useCancelQuote } from "../admin-client";

/** Cancels an approved quote. The office may override the deposit rule. */
export function CancelQuote({ quote }: { quote: QuoteDetail }) {
  const [asking, setAsking] = useState(false);
  const mayManage = useMay("invoices.manage");
  const { data } = useQuery({
    ...relatedInvoicesQuery({ quote: quote.id }),
    enabled: mayManage && quote.canCancel,
  });
  if (!mayManage || !quote.canCancel || !data) return null;
  const blockingInvoice = data.invoices.find(({ isUncredited }) => isUncredited);
  if (blockingInvoice) {
    return (
      <p className="order-last max-w-3xl basis-full text-sm text-muted">
        {m.invoices_cancel_quote_blocked({ reference: blockingInvoice.reference! })}
      </p>
    );
  }
  if (asking) {
    return (
      <div className="order-last max-w-3xl basis-full">
        <CancelForm quote={quote} onClose={() => setAsking(false)} />
      </div>
    );
  }
  return (
    <Button size="small" tone="plain" onClick={() => setAsking(true)}>
      {m.invoices_cancel_quote()}
    </Button>
  );
}

function CancelForm({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
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
