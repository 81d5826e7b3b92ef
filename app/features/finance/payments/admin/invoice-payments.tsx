import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Location, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { InvoiceDetail } from "../../invoices/views";
import { customerMoneyQuery, useApplyCredit } from "../admin-client";
import { ChequeForm } from "./cheque-form";
import { RecordPaymentForm } from "./record-payment-form";

export function InvoicePayments({ invoice }: { invoice: InvoiceDetail }) {
  const mayRecord = useMay("payments.record");
  const [asking, setAsking] = useState<"payment" | "cheque" | null>(null);
  // Opens the form for links that ask to record a payment.
  const { key, state: came }: Location<{ asking?: "payment" } | null> = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation.
  useEffect(() => {
    if (came?.asking) setAsking(came.asking);
  }, [key]);
  const { data: money, isFetching } = useQuery({
    ...customerMoneyQuery(invoice.customer.id),
    enabled: mayRecord && invoice.openFils + invoice.writtenOffFils > 0,
  });
  // Waits for the refetch, so that the next form includes the last payment.
  const settled = money && !isFetching;
  const credit = useApplyCredit();
  if (!mayRecord || invoice.openFils + invoice.writtenOffFils === 0) return null;
  const close = () => setAsking(null);
  if (money && asking === "payment") {
    return <RecordPaymentForm money={money} invoiceIds={[invoice.id]} onClose={close} />;
  }
  if (money && asking === "cheque")
    return <ChequeForm money={money} invoiceId={invoice.id} onClose={close} />;
  const creditFils = Math.min(money?.creditFils ?? 0, invoice.openFils);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={!settled} onClick={() => setAsking("payment")}>
          {m.payments_record()}
        </Button>
        <Button size="small" tone="quiet" disabled={!settled} onClick={() => setAsking("cheque")}>
          {m.payments_cheque_record()}
        </Button>
        {creditFils > 0 && (
          <Button
            size="small"
            tone="quiet"
            disabled={credit.isPending}
            onClick={() =>
              credit.mutate(
                { id: invoice.id, seenOpenFils: invoice.openFils },
                {
                  onSuccess: () => passingNotices.show({ title: m.payments_credit_used(), tone: "success" }),
                },
              )
            }
          >
            {m.payments_use_credit({ amount: formatExactMoney(creditFils) })}
          </Button>
        )}
      </div>
      <ChangeRefused error={credit.error} />
    </div>
  );
}
