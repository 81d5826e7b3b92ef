import Landmark from "lucide-react/icons/landmark";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { payoutListQuery } from "../admin-client";
import type { PayoutRow } from "../views";
import { MoneyNav } from "./money-nav";

type NamedAmount = [name: (words: { amount: string }) => string, fils: number];

/** Amounts with their names; empty for those of zero. */
const namedAmounts = (...amounts: NamedAmount[]): string[] =>
  amounts.filter(([, fils]) => fils !== 0).map(([name, fils]) => name({ amount: formatExactMoney(fils) }));

/** Parts of the net amount that are neither refunds nor disputes; empty for most payouts. */
const reserveAndTopUp = ({ reserveFils, topUpFils }: PayoutRow) =>
  namedAmounts([m.payments_payout_reserve, reserveFils], [m.payments_payout_top_up, topUpFils]);

function Arrived({ payout: { arrivedOn, failedOn } }: { payout: PayoutRow }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{formatListDay(arrivedOn)}</span>
      {failedOn && (
        <Badge tone="waiting" Icon={TriangleAlert}>
          {m.payments_payout_failed({ day: formatDay(failedOn, "shortDate") })}
        </Badge>
      )}
    </span>
  );
}

function Parts({ of: parts }: { of: readonly string[] }) {
  return parts.map((part) => (
    <span key={part} className="text-xs font-normal text-muted">
      {part}
    </span>
  ));
}

export const payoutList = officeList<PayoutRow>({
  path: "/admin/payments/payouts",
  title: m.payments_payouts,
  Nav: MoneyNav,
  useRows: pagedRows(payoutListQuery, ({ payouts }) => payouts),
  layout: {
    columns: [
      {
        label: m.payments_payout_arrived,
        width: "w-40",
        cellClass: "figures font-medium",
        card: "title",
        cell: (payout) => <Arrived payout={payout} />,
        // Phones name each amount, on a line of its own where it is rare.
        onCard: (payout) => (
          <span className="flex flex-col gap-1">
            <Arrived payout={payout} />
            <Parts
              of={[
                ...namedAmounts(
                  [m.payments_payout_other_of, payout.otherFils],
                  [m.payments_payout_dispute_fees_of, payout.disputeFeeFils],
                ),
                ...reserveAndTopUp(payout),
              ]}
            />
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
        width: "w-24",
        alignEnd: true,
        visibleFrom: "7xl",
        cellClass: "figures text-muted",
        cell: ({ payments }) => String(payments),
      },
      {
        label: m.payments_payout_paid,
        width: "w-40",
        alignEnd: true,
        visibleFrom: "4xl",
        cellClass: "figures",
        card: "line",
        cell: ({ paidFils }) => formatExactMoney(paidFils),
        onCard: ({ paidFils }) => m.payments_payout_paid_of({ amount: formatExactMoney(paidFils) }),
      },
      {
        label: m.payments_payout_other,
        width: "w-52",
        alignEnd: true,
        visibleFrom: "74rem",
        cellClass: "figures",
        cell: (payout) => (
          <span className="flex flex-col">
            <span>{formatExactMoney(payout.otherFils)}</span>
            <Parts of={reserveAndTopUp(payout)} />
          </span>
        ),
      },
      {
        label: m.payments_payout_fees,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures",
        card: "foot-end",
        cell: ({ feeFils }) => formatExactMoney(feeFils),
        onCard: ({ feeFils }) => m.payments_payout_fees_of({ amount: formatExactMoney(feeFils) }),
      },
      {
        label: m.payments_payout_dispute_fees,
        width: "w-40",
        alignEnd: true,
        visibleFrom: "5xl",
        cellClass: "figures",
        cell: ({ disputeFeeFils }) => formatExactMoney(disputeFeeFils),
      },
      {
        label: m.payments_payout_net,
        width: "w-44",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "mark",
        cell: ({ fils }) => formatExactMoney(fils),
      },
    ],
  },
  empty: { Icon: Landmark, title: m.payments_payouts_empty_title, body: m.payments_payouts_empty_body },
});
