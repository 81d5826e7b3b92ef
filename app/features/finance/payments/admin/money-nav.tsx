import { useQuery } from "@tanstack/react-query";
import { NavLink } from "react-router";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { PageNav } from "~/ui/page-nav";
import { chequesDueQuery } from "../admin-client";

/** Tabs of the payment lists, with the cheques to deposit today. */
export function MoneyNav() {
  const due = useQuery(chequesDueQuery).data?.due;
  const lists = [
    { to: "/admin/payments", label: m.payments_title() },
    { to: "/admin/payments/cheques", label: m.payments_cheques() },
    { to: "/admin/payments/payouts", label: m.payments_payouts() },
  ];
  return (
    <div className="flex flex-wrap items-center gap-3 @xl:shrink-0 @xl:flex-nowrap">
      <PageNav label={m.payments_lists()} pages={lists} />
      {due && due.count > 0 && (
        <NavLink
          to="/admin/payments/cheques?due=yes"
          className="figures text-sm font-medium text-brass-text hover:underline"
        >
          {m.payments_cheques_due({ count: due.count, amount: formatExactMoney(due.fils) })}
        </NavLink>
      )}
    </div>
  );
}
