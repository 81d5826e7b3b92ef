import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";
import { DocumentRow } from "~/ui/document-row";
import { labelForMethod } from "../labels";
import type { CustomerReceipt } from "../views";

export function ReceiptList({ receipts }: { receipts: readonly CustomerReceipt[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {receipts.map(({ reference, kind, method, fils, receivedOn, path }) => (
        <li key={reference}>
          <DocumentRow
            reference={reference}
            about={`${kind === "refund" ? m.payments_my_refund() : m.payments_my_receipt()} · ${formatDay(receivedOn, "fullDate")} · ${labelForMethod(method)}`}
            fils={fils}
            path={path}
          />
        </li>
      ))}
    </ul>
  );
}
