import Landmark from "lucide-react/icons/landmark";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { payoutListQuery } from "../admin-client";
import type { PayoutRow } from "../views";
import { MoneyNav } from "./money-nav";

/** Named parts of the net amount that are neither refunds nor disputes; empty for most payouts. */
function reserveAndTopUp({ reserveFils, topUpFils }: PayoutRow): string[] {
  return [
    ...(reserveFils !== 0 ? [m.payments_payout_reserve({ amount: formatExactMoney(reserveFils) })] : []),
    ...(topUpFils !== 0 ? [m.payments_payout_top_up({ amount: formatExactMoney(topUpFils) })] : []),
  ];
}

export const payoutList = officeList<PayoutRow>({
  path: "/admin/payments/payouts",
  title: m.payments_payouts,
  Summary: MoneyNav,
  useRows: pagedRows(payoutListQuery, ({ payouts }) => payouts),
  layout: {
    columns: [
      {
        label: m.payments_payout_arrived,
        width: "w-40",
        cellClass: "figures font-medium",
        card: "title",
        cell: ({ arrivedOn, failedOn }) => (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span>{formatDay(arrivedOn)}</span>
            {failedOn && (
              <Badge tone="emergency">{m.payments_payout_failed({ day: formatDay(failedOn) })}</Badge>
            )}
          </span>
        ),
      },
      {
        label: m.payments_payout,
        cellClass: "figures text-muted",
        visibleFrom: "2xl",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.payments_payout_count,
        width: "w-32",
        alignEnd: true,
        visibleFrom: "7xl",
        cellClass: "figures text-muted",
        cell: ({ payments }) => String(payments),
      },
      {
        label: m.payments_payout_paid,
        width: "w-40",
        alignEnd: true,
        visibleFrom: "3xl",
        cellClass: "figures",
        card: "line",
        cell: ({ paidFils }) => formatExactMoney(paidFils),
      },
      {
        label: m.payments_payout_other,
        width: "w-40",
        alignEnd: true,
        visibleFrom: "74rem",
        cellClass: "figures",
        cell: (payout) => (
          <span className="flex flex-col">
            <span>{formatExactMoney(payout.otherFils)}</span>
            {reserveAndTopUp(payout).map((part) => (
              <span key={part} className="text-xs text-muted">
                {part}
              </span>
            ))}
          </span>
        ),
      },
      {
        label: m.payments_payout_fees,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures",
        card: "line-end",
        cell: ({ feeFils }) => formatExactMoney(feeFils),
      },
      {
        label: m.payments_payout_dispute_fees,
        width: "w-40",
        alignEnd: true,
        visibleFrom: "58rem",
        cellClass: "figures",
        card: "foot",
        cell: ({ disputeFeeFils }) => formatExactMoney(disputeFeeFils),
        onCard: (payout) =>
          [
            ...(payout.disputeFeeFils !== 0
              ? [m.payments_payout_dispute_fees_of({ amount: formatExactMoney(payout.disputeFeeFils) })]
              : []),
            ...reserveAndTopUp(payout),
          ].join(" · "),
      },
      {
        label: m.payments_payout_net,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "mark",
        cell: ({ fils }) => formatExactMoney(fils),
      },
    ],
  },
  empty: { Icon: Landmark, title: m.payments_payouts_empty_title, body: m.payments_payouts_empty_body },
});
