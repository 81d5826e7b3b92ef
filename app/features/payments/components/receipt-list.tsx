import Download from "lucide-react/icons/download";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { OwnReceipt } from "../views";
import { wordForMethod } from "../words";

/** Receipts to be had as files: the whole row leads to it. */
export function ReceiptList({ receipts }: { receipts: readonly OwnReceipt[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {receipts.map(({ reference, method, fils, receivedOn, path }) => (
        <li key={reference}>
          <a
            href={path}
            download={`${reference}.pdf`}
            className="flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3 text-ink hover:border-accent"
          >
            <span className="min-w-0 grow">
              <span className="figures block font-medium whitespace-nowrap">{reference}</span>
              <span className="block text-sm text-muted">
                {m.payments_own_receipt()} · {formatDay(receivedOn, "fullDate")} · {wordForMethod(method)}
              </span>
            </span>
            <span className="figures font-medium">{formatMoney(fils)}</span>
            <Download aria-hidden className="size-5 shrink-0 text-muted" />
          </a>
        </li>
      ))}
    </ul>
  );
}
