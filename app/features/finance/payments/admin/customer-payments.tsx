import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/screen/skeleton";
import { Section } from "~/ui/section";
import { InvoiceButton } from "../../invoices/admin/invoice-button";
import { customerMoneyQuery } from "../admin-client";
import { labelForMethod, labelForRefund } from "../labels";
import { isChequeHeld } from "../payment";
import type { CustomerMoney } from "../views";
import { ChequeBadge } from "./cheque-badge";
import { ChequeForm } from "./cheque-form";
import { DepositForm } from "./deposit-form";
import { RecordPaymentForm } from "./record-payment-form";
import { RefundForm } from "./refund-form";
import { RefundReceipt } from "./refund-receipt";

/** Balance and payments of a customer, with the forms to record and refund. */
export function CustomerPayments({ customerId }: { customerId: string }) {
  const mayRead = useMay("invoices.read");
  const {
    data: money,
    error,
    isFetching,
  } = useQuery({ ...customerMoneyQuery(customerId), enabled: mayRead });
  if (!mayRead || error) return null;
  return (
    <Section
      title={m.payments_of_customer()}
      action={
        <Link
          to={`/admin/customers/${customerId}/statement`}
          className="text-xs font-medium text-link hover:underline"
        >
          {m.invoices_statement()}
        </Link>
      }
    >
      {money ? <Money money={money} isRefreshing={isFetching} /> : <Skeleton className="h-20" />}
    </Section>
  );
}

type OpenForm = "payment" | "cheque" | "refund" | { deposit: string } | null;

/** `isRefreshing`: the last payment is not yet included. */
function Money({ money, isRefreshing }: { money: CustomerMoney; isRefreshing: boolean }) {
  const mayRecord = useMay("payments.record");
  const mayRefund = useMay("payments.refund");
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const close = () => setOpenForm(null);
  if (openForm === "payment") {
    return (
      <RecordPaymentForm money={money} invoiceIds={money.openInvoices.map(({ id }) => id)} onClose={close} />
    );
  }
  if (openForm === "cheque") return <ChequeForm money={money} onClose={close} />;
  if (openForm === "refund") return <RefundForm money={money} onClose={close} />;
  const deposit = openForm && money.deposits.find(({ quoteId }) => quoteId === openForm.deposit);
  if (deposit) return <DepositForm deposit={deposit} cheques={money.cheques} onClose={close} />;
  const openFils = money.openInvoices.reduce((sum, { openFils }) => sum + openFils, 0);
  const pendingCheques = money.cheques.filter(isChequeHeld);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="figures grid grid-cols-2 gap-y-1">
        <dt className="text-muted">{m.payments_owes()}</dt>
        <dd className="amount-end font-semibold">{formatExactMoney(openFils)}</dd>
        <dt className="text-muted">{m.payments_credit()}</dt>
        <dd className="amount-end font-semibold">{formatExactMoney(money.creditFils)}</dd>
      </dl>
      <ul className="flex flex-col">
        {money.openInvoices.map(({ id, reference, dueDate, overdue, openFils }) => (
          <Line key={id} end={formatExactMoney(openFils)}>
            <Link to={`/admin/invoices/${id}`} className="text-link hover:underline">
              {reference}
            </Link>
            <span className={overdue ? "text-brass-text" : "text-muted"}>
              {` ${m.payments_due_on({ day: formatDay(dueDate, "shortDate") })}`}
            </span>
          </Line>
        ))}
        {money.deposits.map(({ quoteId, reference, fils }) => (
          <Line key={quoteId} end={formatExactMoney(fils)}>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span>{m.payments_deposit_of({ reference })}</span>
              {mayRecord && (
                <button
                  type="button"
                  className="min-h-8 font-medium text-link hover:underline"
                  onClick={() => setOpenForm({ deposit: quoteId })}
                >
                  {m.payments_deposit_record()}
                </button>
              )}
            </span>
          </Line>
        ))}
        {pendingCheques.map((cheque) => (
          <Line key={cheque.id} end={formatExactMoney(cheque.fils)}>
            <Link to={`/admin/payments/cheques/${cheque.id}`} className="text-link hover:underline">
              {m.payments_cheque_named({ number: cheque.number, bank: bidiIsolate(cheque.bank) })}
            </Link>{" "}
            <ChequeBadge cheque={cheque} />
          </Line>
        ))}
        {money.refunds.map((refund) => (
          <Line key={refund.id} end={formatExactMoney(-refund.fils)}>
            <span className="inline-flex flex-wrap items-baseline gap-x-1">
              <span>{m.payments_refund_by({ method: labelForMethod(refund.method) })}</span>
              {refund.state === "done" && <RefundReceipt refund={refund} />}
              <span className="figures text-xs whitespace-nowrap text-muted">{formatDay(refund.day)}</span>
              {refund.state !== "done" && (
                <Badge tone={refund.state === "failed" ? "waiting" : "neutral"}>
                  {labelForRefund(refund.state)}
                </Badge>
              )}
            </span>
          </Line>
        ))}
      </ul>
      {mayRecord && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" tone="quiet" disabled={isRefreshing} onClick={() => setOpenForm("payment")}>
            {m.payments_record()}
          </Button>
          <Button size="small" tone="quiet" disabled={isRefreshing} onClick={() => setOpenForm("cheque")}>
            {m.payments_cheque_record()}
          </Button>
          {mayRefund && money.creditFils > 0 && (
            <Button size="small" tone="quiet" disabled={isRefreshing} onClick={() => setOpenForm("refund")}>
              {m.payments_refund()}
            </Button>
          )}
        </div>
      )}
      <InvoiceButton of={{ customerId: money.customer.id }} />
    </div>
  );
}

function Line({ end, children }: { end: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-3 border-b border-line py-1.5 last:border-b-0">
      <span className="min-w-0">{children}</span>
      <span className="figures shrink-0">{end}</span>
    </li>
  );
}
