import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { formatMoney } from "~/platform/money";
import { bookingMoneyQuery } from "../client";

/** Consequence for a paid deposit, shown before cancelling. */
export function DepositTerms({ reference }: { reference: string }) {
  const { data } = useQuery(bookingMoneyQuery(reference), queryClient);
  if (!data?.paidDeposit) return null;
  const { fils, rule } = data.paidDeposit;
  const deposit = formatMoney(fils);
  return (
    <p>
      {rule === "forfeited"
        ? m.payments_deposit_if_cancelled_forfeited({ deposit })
        : m.payments_deposit_if_cancelled_refunded({ deposit })}
    </p>
  );
}
