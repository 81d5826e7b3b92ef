import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { ContractState } from "../../core/packages/contract";
import type { contractsApi } from "./api.server";
import type { ContractDetail } from "./views";

const contracts = topicClient<typeof contractsApi>("contract");

export interface ContractFilter {
  search?: string;
  state?: ContractState;
  customer?: string;
  ending?: "yes";
}

/** Balances change with bookings, renewals with quotes. */
const meta = { alsoOf: ["booking", "quote"] } as const;

export const contractListQuery = (filter: ContractFilter) => ({
  ...contracts.pages("/admin/contracts", filter),
  meta,
});

/** Latest matching contracts, or those of a customer. */
export const relatedContractsQuery = (filter: ContractFilter) => ({
  ...contracts.query("/admin/contracts", { ...filter, limit: 10 }),
  meta,
});

export const contractQuery = (id: string) => ({
  ...contracts.record("/admin/contracts/{id}", { id }),
  meta: { ...meta, record: id },
  select: ({ contract }: { contract: ContractDetail }) => contract,
});

export const coverQuery = (id: string) => ({
  ...contracts.query("/admin/bookings/{id}/contract", { id }),
  meta,
});

export const useAgreeContract = () => contracts.useChange("/admin/contracts/{id}/agree", keepContract);
export const useRecordAcceptance = () =>
  contracts.useChange("/admin/contracts/{id}/acceptance", keepContract);
export const useSendContract = () => contracts.useChange("/admin/contracts/{id}/send", keepContract);
export const useReplaceContractLink = () =>
  contracts.useChange("/admin/contracts/{id}/replace-link", keepContract);
export const useActivateContract = () => contracts.useChange("/admin/contracts/{id}/activate", keepContract);
export const usePlanVisit = () => contracts.useChange("/admin/contracts/{id}/visits", keepContract);
export const useRenewContract = () => contracts.useChange("/admin/contracts/{id}/renew", keepContract);

export const useQuoteRenewal = () => contracts.useChange("/admin/contracts/{id}/renewal-quote");

export function keepContract({ contract }: { contract: ContractDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(contractQuery(contract.id).queryKey, { contract });
}
