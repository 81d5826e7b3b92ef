import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { Topic } from "~/platform/events/events";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { localPath } from "~/platform/locale/locale";
import { useBatches } from "~/ui/list/use-batches";
import { keepContract } from "../contracts/admin-client";
import type { invoicesApi } from "./api.server";
import type { contractMoneyApi } from "./contract/contract-api.server";
import type { finishedWorkApi } from "./finished-work/finished-work-api.server";
import type { FinishedWorkFilter } from "./finished-work/views";
import type { InvoiceFilter } from "./office/invoice-filter";
import type { InvoiceDetail } from "./views";

const invoices = topicClient<typeof invoicesApi | typeof finishedWorkApi>("invoice");

/** Invoices also change with payments, and statements with refunds. */
const meta = { alsoOf: ["payment", "refund"] } as const;

export const invoiceListQuery = (filter: InvoiceFilter) => ({
  ...invoices.pages("/admin/invoices", filter),
  meta,
});
/** Changes with bookings, too. */
export const finishedWorkQuery = (filter: FinishedWorkFilter) => ({
  ...invoices.pages("/admin/finished-work", filter),
  meta: { alsoOf: ["booking", "payment", "refund"] } as const,
});
/** Invoices of one booking, quote, contract or customer. */
export const relatedInvoicesQuery = (filter: InvoiceFilter) => ({
  ...invoices.query("/admin/invoices", { ...filter, limit: 10 }),
  meta,
});
export const ageingQuery = { ...invoices.query("/admin/invoice-ageing", {}), meta };
export const statementQuery = (params: { id: string; from: string; to: string }) => ({
  ...invoices.query("/admin/customers/{id}/statement", params),
  meta,
});

export const invoiceQuery = (id: string) => ({
  ...invoices.query("/admin/invoices/{id}", { id }),
  meta,
  select: ({ invoice }: { invoice: InvoiceDetail }) => invoice,
});

export const useDraftInvoice = () => invoices.useChange("/admin/invoices/drafts", cacheInvoice);
export const useDeleteDraft = () => invoices.useChange("/admin/invoices/{id}/delete");
export const useIssueInvoice = () => invoices.useChange("/admin/invoices/{id}/issue", cacheInvoice);
export const useNotifyOfWriteOff = () =>
  invoices.useChange("/admin/invoices/{id}/write-off-notices", cacheInvoice);
export const useClaimBadDebtRelief = () =>
  invoices.useChange("/admin/invoices/{id}/bad-debt-reliefs", cacheInvoice);
export const useCreditInvoice = () => invoices.useChange("/admin/invoices/{id}/credit", cacheInvoice);
export function useRemind() {
  const { mutateAsync, data, error, isPending } = invoices.useChange("/admin/invoices/remind");
  return {
    data,
    error,
    isPending,
    mutateAsync: (chosen: readonly { id: string }[]) => mutateAsync({ invoices: chosen.map(({ id }) => id) }),
  };
}
export function useInvoiceFinishedWork() {
  const { mutateAsync } = invoices.useChange("/admin/finished-work/invoices");
  return useBatches((chosen: readonly { id: string }[]) =>
    mutateAsync({ bookings: chosen.map(({ id }) => id) }),
  );
}
export const useResendInvoice = () => invoices.useChange("/admin/invoices/{id}/resend", cacheInvoice);
export const useReplaceInvoiceLink = () =>
  invoices.useChange("/admin/invoices/{id}/replace-link", cacheInvoice);
export const useSwitchReminders = () => invoices.useChange("/admin/invoices/{id}/reminders", cacheInvoice);
const contracts = topicClient<typeof contractMoneyApi>("contract");
/** Also changes visits and customer credit. */
export const useCancelContract = () =>
  contracts.useChange("/admin/contracts/{id}/cancel", (answer, queryClient) => {
    keepContract(answer, queryClient);
    refetchTopics(queryClient, ["invoice", "booking", "payment"]);
  });

/** Also changes the booking and customer credit. */
export const useCancelQuote = () =>
  invoices.useChange("/admin/quotes/{id}/cancel", (_, queryClient) =>
    refetchTopics(queryClient, ["quote", "booking", "payment"]),
  );
export const useRequestEInvoice = () => invoices.useChange("/admin/invoices/{id}/e-invoice", cacheInvoice);
export const useUndoWriteOff = () => invoices.useChange("/admin/invoices/{id}/undo-write-off", cacheInvoice);
export const useWriteOff = () => invoices.useChange("/admin/invoices/{id}/write-off", cacheInvoice);

/** Sends autosaved drafts without refetching, which would overwrite the form. */
export const { send } = invoices;

export const openingBalancesQuery = invoices.query("/admin/opening-balances", {});
export function useImportOpeningBalances() {
  const queryClient = useQueryClient();
  return async (input: CsvReading & { csv: string; dryRun: boolean }, key?: string) => {
    const outcome = await invoices.send("/admin/opening-balances", input, key);
    if (outcome.imported) refetchTopics(queryClient, ["invoice", "customer", "payment"]);
    return outcome;
  };
}
export const useSetLastNumbers = () => invoices.useChange("/admin/opening-balances/numbers");

export function exportPath({ from, to }: InvoiceFilter): string {
  return pathWith("/api/admin/invoices.csv", { from, to });
}

export function statementPath(
  { id, ...days }: { id: string; from: string; to: string },
  as: "csv" | "pdf",
): string {
  return pathWith(`/api/admin/customers/${id}/statement.${as}`, days);
}

function pathWith(path: string, params: Record<string, string | undefined>): string {
  const defined = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${localPath(path)}?${new URLSearchParams(defined)}`;
}

function cacheInvoice(answer: { invoice: InvoiceDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(invoiceQuery(answer.invoice.id).queryKey, { invoice: answer.invoice });
}

function refetchTopics(queryClient: QueryClient, topics: readonly Topic[]): void {
  for (const topic of topics) void queryClient.invalidateQueries({ queryKey: [topic] });
}
