import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import { localPath } from "~/platform/locale/locale";
import type { paymentsApi } from "./api.server";
import type { ChequeState, PaymentMethod } from "./payment";

const payments = topicClient<typeof paymentsApi>("payment");

export interface PaymentFilter {
  search?: string;
  method?: PaymentMethod;
  from?: string;
  until?: string;
}

export interface ChequeFilter {
  search?: string;
  state?: ChequeState;
  due?: "yes";
}

/**
 * Other topics that change money views: invoices, cheques, refunds, payouts, and quotes, whose deposits
 * become due on approval.
 */
const alsoOf = ["invoice", "cheque", "refund", "payout", "quote"] as const;

export const paymentListQuery = (filter: PaymentFilter) => ({
  ...payments.pages("/admin/payments", filter),
  meta: { alsoOf: [...alsoOf] },
});
export const chequeListQuery = (filter: ChequeFilter) => ({
  ...payments.pages("/admin/cheques", filter),
  meta: { alsoOf: [...alsoOf] },
});
export const payoutListQuery = (filter: object) => ({
  ...payments.pages("/admin/payouts", filter),
  meta: { alsoOf: [...alsoOf] },
});
export const chequesDueQuery = {
  ...payments.query("/admin/cheques", { due: "yes", limit: 1 }),
  meta: { alsoOf: [...alsoOf] },
};
export const paymentQuery = (id: string) => ({
  ...payments.query("/admin/payments/{id}", { id }),
  meta: { alsoOf: [...alsoOf] },
});
export const chequeQuery = (id: string) => ({
  ...payments.query("/admin/cheques/{id}", { id }),
  meta: { alsoOf: [...alsoOf] },
});
export const contractInstalmentsQuery = (id: string) => ({
  ...payments.query("/admin/contracts/{id}/instalments", { id }),
  meta: { alsoOf: [...alsoOf, "contract" as const] },
});
export const customerMoneyQuery = (id: string) => ({
  ...payments.query("/admin/customers/{id}/balance", { id }),
  meta: { alsoOf: [...alsoOf] },
});

export const useRecordPayment = () => payments.useChange("/admin/customers/{id}/payments", refetchMoney);
export const useRecordDeposit = () => payments.useChange("/admin/quotes/{id}/deposit", refetchMoney);
export const useVoidPayment = () => payments.useChange("/admin/payments/{id}/void", refetchMoney);
export const useApplyCredit = () => payments.useChange("/admin/invoices/{id}/use-credit", refetchMoney);
export const useRefund = () => payments.useChange("/admin/customers/{id}/refunds", refetchMoney);
export const useReceiveCheque = () => payments.useChange("/admin/customers/{id}/cheques", refetchMoney);
export const useTransitionCheque = () => payments.useChange("/admin/cheques/{id}/transitions", refetchMoney);
export const useKeepCheque = () => payments.useChange("/admin/cheques/{id}/keep", refetchMoney);
export const useAcknowledgePayout = () => payments.useChange("/admin/payouts/{id}/acknowledge", refetchMoney);

/** Payments also show on invoices. */
function refetchMoney(_: unknown, queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ["invoice"] });
}

export function exportPath(filter: PaymentFilter): string {
  const params = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${localPath("/api/admin/payments.csv")}?${new URLSearchParams(params)}`;
}
