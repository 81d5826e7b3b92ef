import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { LoadError } from "~/ui/screen/load-error";
import { myReceiptsQuery } from "../client";
import { ReceiptList } from "./receipt-list";

const SHOWN = 3;

/** Receipts of the customer, newest first. */
export function MyReceipts() {
  const { data, error, refetch } = useQuery(myReceiptsQuery);
  if (error && !data) {
    return <LoadError error={error} onRetry={refetch} />;
  }
  if (!data?.receipts.length) return null;
  const latest = data.receipts.slice(0, SHOWN);
  const earlier = data.receipts.slice(SHOWN);
  return (
    <section aria-labelledby="receipts" className="flex flex-col gap-4">
      <h2 id="receipts" className="text-xl">
        {m.payments_my_receipts()}
      </h2>
      <ReceiptList receipts={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
            {m.payments_my_receipts_earlier()}
          </summary>
          <ReceiptList receipts={earlier} />
        </details>
      )}
    </section>
  );
}
