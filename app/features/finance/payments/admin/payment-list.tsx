import { useQuery } from "@tanstack/react-query";
import Banknote from "lucide-react/icons/banknote";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatListDay } from "~/platform/list-dates";
import { formatList, localPath } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatDay, formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button, ButtonAnchor } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { RecordDrawer, RecordHead } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Fact, Section } from "~/ui/section";
import { missingDetailsMessage, pathOfMissingDetails } from "../../../core/business/company-details";
import {
  exportPath,
  type PaymentFilter,
  paymentListQuery,
  paymentQuery,
  useVoidPayment,
} from "../admin-client";
import { labelForMethod, labelForRefund, labelForReversal } from "../labels";
import { type PaymentMethod, paymentMethods, recordedMethods } from "../payment";
import type { PaymentDetail, PaymentRow } from "../views";
import { MoneyNav } from "./money-nav";
import { RefundReceipt } from "./refund-receipt";

export const paymentList = officeList<PaymentRow, PaymentFilter>({
  path: "/admin/payments",
  title: m.payments_title,
  Nav: MoneyNav,
  filters: [
    { kind: "search", name: "search", label: m.payments_search, placeholder: m.payments_search_placeholder },
    {
      kind: "chips",
      name: "method",
      label: m.payments_method,
      all: m.payments_all,
      values: paymentMethods,
      labelOf: (method) => labelForMethod(method as PaymentMethod),
    },
    {
      kind: "days",
      name: "from",
      label: m.payments_received_days,
      from: m.admin_filters_from,
      until: "until",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(paymentListQuery, ({ payments }) => payments),
  layout: {
    columns: [
      {
        label: m.payments_receipt,
        width: "w-40",
        visibleFrom: "3xl",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.payments_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customer }) => customer.name,
      },
      {
        label: m.payments_method_short,
        width: "w-32",
        cellClass: "text-muted",
        card: "foot",
        cell: ({ method }) => labelForMethod(method),
      },
      {
        label: m.payments_for,
        visibleFrom: "5xl",
        cellClass: "figures text-muted",
        cell: ({ allocations }) =>
          formatList(allocations.map(({ reference }) => reference)) || m.payments_to_credit(),
      },
      {
        label: m.payments_received,
        width: "w-36",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ receivedOn }) => formatListDay(receivedOn),
      },
      {
        label: m.payments_amount,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "mark",
        cell: ({ fils }) => formatExactMoney(fils),
      },
      {
        label: m.payments_state,
        width: "w-40",
        visibleFrom: "4xl",
        isPresent: hasStatus,
        card: "mark",
        cell: (payment) => <PaymentStatusBadge payment={payment} />,
      },
    ],
  },
  empty: { Icon: Banknote, title: m.payments_empty_title, body: m.payments_empty_body },
  noResults: () => ({ title: m.payments_none_title, clear: m.payments_clear }),
  exportPath,
  Opened: PaymentDrawer,
});

function hasStatus({ reversedFils, refundedFils }: PaymentRow): boolean {
  return reversedFils > 0 || refundedFils > 0;
}

function PaymentStatusBadge({ payment }: { payment: PaymentRow }) {
  const { method, fils, reversedFils, refundedFils } = payment;
  if (reversedFils > 0) {
    return <Badge tone="waiting">{labelForReversal(method, reversedFils === fils ? "whole" : "part")}</Badge>;
  }
  return refundedFils > 0 ? <Badge>{m.payments_refunded()}</Badge> : null;
}

function PaymentDrawer({ id, closePath }: { id: string; closePath: string }) {
  const asked = useQuery(paymentQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={asked}
      nameOf={(payment) => payment.reference}
      headOf={(payment) => (
        <RecordHead title={<bdi>{payment.customer.name}</bdi>} detail={payment.reference}>
          <PaymentStatusBadge payment={payment} />
        </RecordHead>
      )}
      missing={m.payments_error_not_found()}
      failed={m.payments_failed()}
    >
      {(payment) => <Opened key={id} payment={payment} />}
    </RecordDrawer>
  );
}

function Opened({ payment }: { payment: PaymentDetail }) {
  const { fils, receiptNeeds, feeFils, payout, provider, note, recordedBy } = payment;
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <p className="figures flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{labelForMethod(payment.method)}</span>
        <span className="text-xl font-semibold">{formatExactMoney(fils)}</span>
      </p>
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.payments_customer()}>
          <Link to={`/admin/customers/${payment.customer.id}`} className="text-link hover:underline">
            <bdi>{payment.customer.name}</bdi>
          </Link>
        </Fact>
        <Fact name={m.payments_received()}>{formatDay(payment.receivedOn)}</Fact>
        {note && (
          <Fact name={m.payments_note()}>
            <bdi>{note}</bdi>
          </Fact>
        )}
        <Fact name={m.payments_recorded_by()}>
          {recordedBy ? <bdi>{recordedBy}</bdi> : m.payments_recorded_automatically()}
        </Fact>
        {payment.reversedFils > 0 && (
          <Fact name={labelForReversal(payment.method)}>{formatExactMoney(payment.reversedFils)}</Fact>
        )}
        {payment.refundedFils > 0 && (
          <Fact name={m.payments_refunded()}>{formatExactMoney(payment.refundedFils)}</Fact>
        )}
        {feeFils !== null && <Fact name={m.payments_fee()}>{formatExactMoney(feeFils)}</Fact>}
        {provider && <Fact name={m.payments_provider()}>{provider.payment}</Fact>}
        {payout && (
          <Fact name={m.payments_payout()}>
            {m.payments_payout_on({ reference: payout.reference, day: formatDay(payout.arrivedOn) })}
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        {payment.reversedFils < fils && receiptNeeds.length === 0 && (
          <ButtonAnchor
            href={localPath(`/api/admin/payments/${payment.id}/receipt`)}
            download={`${payment.reference}.pdf`}
            size="small"
            tone="quiet"
          >
            <Download aria-hidden />
            {m.payments_receipt_pdf()}
          </ButtonAnchor>
        )}
        <VoidPayment payment={payment} />
      </div>
      {payment.reversedFils < fils && receiptNeeds.length > 0 && (
        <p className="text-sm text-muted">
          <span>{m.payments_receipt_waits()}</span> <span>{missingDetailsMessage(receiptNeeds)}</span>{" "}
          <Link to={pathOfMissingDetails(receiptNeeds)} className="text-link hover:underline">
            {m.settings_details_open()}
          </Link>
        </p>
      )}
      <Section title={m.payments_for()}>
        <ul className="flex flex-col text-sm">
          {payment.allocations.map(({ id, reference, fils }) => (
            <li
              key={id}
              className="figures flex justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
            >
              <Link to={`/admin/invoices/${id}`} className="text-link hover:underline">
                {reference}
              </Link>
              <span>{formatExactMoney(fils)}</span>
            </li>
          ))}
          {payment.creditFils > 0 && (
            <li className="figures flex justify-between gap-3 py-1.5">
              {m.payments_to_credit()}
              <span>{formatExactMoney(payment.creditFils)}</span>
            </li>
          )}
        </ul>
      </Section>
      {payment.refunds.length > 0 && (
        <Section title={m.payments_refunds()}>
          <ul className="flex flex-col text-sm">
            {payment.refunds.map((refund) => (
              <li
                key={refund.id}
                className="flex justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
              >
                <span className="inline-flex flex-wrap items-baseline gap-x-1">
                  <bdi>{refund.reason}</bdi>
                  <Badge>{labelForRefund(refund.state)}</Badge>
                  {refund.state === "done" && <RefundReceipt refund={refund} />}
                </span>
                <span className="figures">{formatExactMoney(refund.fils)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={m.payments_history()}>
        <ol className="flex flex-col gap-2 text-sm">
          {payment.history.map(({ id, type, fils, actorName, at }) => (
            <li key={id} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                <span>{labelForPaymentEvent(type, payment.method)}</span>
                {fils !== null && <span className="figures text-muted">{` ${formatExactMoney(fils)}`}</span>}
                {actorName && (
                  <span className="text-muted">
                    {" · "}
                    <bdi>{actorName}</bdi>
                  </span>
                )}
              </span>
              <time dateTime={at} className="figures shrink-0 text-xs text-muted">
                {formatTime(at, "fullDateTime")}
              </time>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

function VoidPayment({ payment }: { payment: PaymentDetail }) {
  const voidPayment = useVoidPayment();
  const mayRecord = useMay("payments.record");
  const [asked, setAsked] = useState(false);
  const form = useForm({
    initialValues: { reason: "" },
    send: ({ reason }) => voidPayment.mutateAsync({ id: payment.id, reason }),
    onDone: () => passingNotices.show({ title: m.payments_voided_toast(), tone: "success" }),
    next: () => setAsked(false),
  });
  const byHand = (recordedMethods as readonly string[]).includes(payment.method);
  if (!mayRecord || !byHand || payment.reversedFils > 0) return null;
  if (!asked) {
    return (
      <Button size="small" tone="plain" onClick={() => setAsked(true)}>
        {m.payments_void()}
      </Button>
    );
  }
  return (
    <div className="basis-full">
      <EditForm
        label={m.payments_void()}
        submit={m.payments_void_submit()}
        form={form}
        onClose={() => setAsked(false)}
      >
        <p className="text-sm text-muted">{m.payments_void_hint()}</p>
        <TextArea label={m.payments_reason()} rows={2} autoFocus required {...form.field("reason")} />
      </EditForm>
    </div>
  );
}

function labelForPaymentEvent(type: string, method: PaymentMethod): string {
  const words: Record<string, () => string> = {
    "payment.recorded": m.payments_event_recorded,
    "payment.reversed": () => labelForReversal(method),
    "payment.restored": m.payments_event_restored,
    "payment.questioned": m.payments_event_questioned,
  };
  return words[type]?.() ?? type;
}
