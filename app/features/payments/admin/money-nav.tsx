import { useQuery } from "@tanstack/react-query";
import { NavLink } from "react-router";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { classNames } from "~/ui/class-names";
import { chequesDueQuery } from "../admin-client";

/** The way between the lists of money, with what is to be brought to the bank today. */
export function MoneyNav() {
  const due = useQuery(chequesDueQuery).data?.due;
  const lists = [
    { to: "/admin/payments", label: m.payments_title() },
    { to: "/admin/payments/cheques", label: m.payments_cheques() },
    { to: "/admin/payments/payouts", label: m.payments_payouts() },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav
        aria-label={m.payments_lists()}
        className="flex gap-0.5 rounded border border-line bg-sunken p-0.5 text-xs font-medium"
      >
        {lists.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === "/admin/payments"}
            className={({ isActive }) =>
              classNames(
                "inline-flex h-8 items-center rounded-sm px-3",
                isActive ? "bg-surface text-ink shadow-raised" : "text-muted hover:text-ink",
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
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
