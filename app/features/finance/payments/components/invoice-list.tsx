import ChevronRight from "lucide-react/icons/chevron-right";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { CustomerInvoiceLink } from "../views";

export function InvoiceList({ invoices }: { invoices: readonly CustomerInvoiceLink[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {invoices.map(({ reference, kind, totalFils, openFils, dueDate, overdue, path }) => (
        <li key={reference}>
          <a
            href={path}
            className="flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent"
          >
            <span className="min-w-0 grow">
              <span className="figures block font-medium whitespace-nowrap">{reference}</span>
              <span className={overdue ? "block text-sm text-brass-text" : "block text-sm text-muted"}>
                <span>{kind === "deposit" ? m.payments_my_deposit_invoice() : m.payments_my_invoice()}</span>
                <span>{" · "}</span>
                <span>
                  {openFils === 0
                    ? m.payments_my_paid()
                    : overdue
                      ? m.payments_pay_was_due({ day: formatDay(dueDate, "fullDate") })
                      : m.payments_pay_due({ day: formatDay(dueDate, "fullDate") })}
                </span>
              </span>
            </span>
            <span className="figures font-medium">{formatMoney(openFils || totalFils)}</span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
          </a>
        </li>
      ))}
    </ul>
  );
}
