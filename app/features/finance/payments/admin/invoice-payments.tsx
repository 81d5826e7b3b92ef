import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Location, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import type { InvoiceDetail } from "../../invoices/views";
import { customerMoneyQuery, useApplyCredit } from "../admin-client";
import { ChequeForm } from "./cheque-form";
import { RecordPaymentForm } from "./record-payment-form";

interface InvoicePaymentsProps {
  invoice: InvoiceDetail;
  children: (payments: readonly RecordAction[]) => ReactNode;
}

/** Actions that record money for an invoice. */
export function InvoicePayments({ invoice, children }: InvoicePaymentsProps) {
  const mayRecord = useMay("payments.record");
  const { key, state: came }: Location<{ asking?: "payment" } | null> = useLocation();
  const canRecord = mayRecord && invoice.openFils + invoice.writtenOffFils > 0;
  const { data: money, isFetching } = useQuery({
    ...customerMoneyQuery(invoice.customer.id),
    enabled: canRecord,
  });
  // Waits for the refetch, so that the next form includes the last payment.
  const disabled = !money || isFetching;
  const credit = useApplyCredit();
  const creditFils = Math.min(money?.creditFils ?? 0, invoice.openFils);
  const loading = <Skeleton className="h-40 w-full" />;
  return children([
    {
      label: m.payments_record(),
      isOffered: canRecord,
      disabled,
      // Links that ask to record a payment.
      openedBy: canRecord && came?.asking === "payment" ? key : undefined,
      form: (onClose) =>
        money ? <RecordPaymentForm money={money} invoiceIds={[invoice.id]} onClose={onClose} /> : loading,
    },
    {
      label: m.payments_cheque_record(),
      isOffered: canRecord,
      disabled,
      form: (onClose) =>
        money ? <ChequeForm money={money} invoiceId={invoice.id} onClose={onClose} /> : loading,
    },
    {
      label: m.payments_use_credit({ amount: formatExactMoney(creditFils) }),
      isOffered: canRecord && creditFils > 0,
      disabled: credit.isPending,
      error: credit.error,
      run: () =>
        credit.mutate(
          { id: invoice.id, seenOpenFils: invoice.openFils },
          { onSuccess: () => passingNotices.show({ title: m.payments_credit_used(), tone: "success" }) },
        ),
    },
  ]);
}
