import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import { Card } from "~/ui/card";
import { checkoutQuery } from "../client";
import type { CheckoutState } from "../views";
import { ReceiptList } from "./receipt-list";

/**
 * State of the checkout from which the payer returns; null for other visits. The state comes from the ledger,
 * because the address can be forged. `onPaid`: refetch the page.
 */
export function useCheckout(onPaid: () => void): CheckoutState | null {
  const [search] = useSearchParams();
  const id = search.get("checkout");
  const { data, error } = useQuery({ ...checkoutQuery(id ?? ""), enabled: id !== null }, queryClient);
  const state = data?.state;
  const hasReported = useRef(false);
  useEffect(() => {
    if (state !== "paid" || hasReported.current) return;
    hasReported.current = true;
    onPaid();
  }, [state, onPaid]);
  if (!id || (error instanceof HttpError && error.status === 404)) return null;
  return data ?? { state: "open", receipt: null };
}

export function CheckoutOutcome({ checkout: { state, receipt } }: { checkout: CheckoutState }) {
  if (state === "paid") {
    return (
      <Card role="status" tone="calm" className="flex flex-col gap-3">
        <p className="text-lg font-semibold">{m.payments_pay_done()}</p>
        {receipt && <ReceiptList receipts={[receipt]} />}
      </Card>
    );
  }
  return (
    <Card role="status" tone="sunken" className="flex flex-col gap-1">
      <p className="font-semibold">{state === "open" ? m.payments_pay_waiting() : m.payments_pay_not()}</p>
      <p className="text-muted">
        {state === "open" ? m.payments_pay_waiting_hint() : m.payments_pay_not_hint()}
      </p>
    </Card>
  );
}
