import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { Topic } from "~/platform/events/events";
import { localPath } from "~/platform/locale/locale";
import { keepContract } from "../contracts/admin-client";
import type { invoicesApi } from "./api.server";
import type { contractMoneyApi } from "./contract/contract-api.server";
import type { InvoiceFilter } from "./office-list/invoice-filter";
import type { InvoiceDetail } from "./views";

const invoices = topicClient<typeof invoicesApi>("invoice");

/** What else changes how invoices stand: a payment that is taken back or bounces, and on a statement a refund. */
const meta = { alsoOf: ["payment", "refund"] } as const;

export const invoiceListQuery = (filter: InvoiceFilter) => ({
  ...invoices.pages("/admin/invoices", filter),
  meta,
});
/** A few invoices: those of a booking or a customer. */
export const fewInvoicesQuery = (filter: InvoiceFilter) => ({
  ...invoices.query("/admin/invoices", { ...filter, limit: 10 }),
  meta,
});
export const ageingQuery = { ...invoices.query("/admin/invoice-ageing", {}), meta };
export const statementQuery = (wish: { id: string; from: string; to: string }) => ({
  ...invoices.query("/admin/customers/{id}/statement", wish),
  meta,
});

export const invoiceQuery = (id: string) => ({
  ...invoices.query("/admin/invoices/{id}", { id }),
  meta,
  select: ({ invoice }: { invoice: InvoiceDetail }) => invoice,
});

export const useDraftInvoice = () => invoices.useChange("/admin/invoices/drafts", keep);
export const useDeleteDraft = () => invoices.useChange("/admin/invoices/{id}/delete");
export const useIssueInvoice = () => invoices.useChange("/admin/invoices/{id}/issue", keep);
export const useCreditInvoice = () => invoices.useChange("/admin/invoices/{id}/credit", keep);
export function useRemind() {
  const { mutateAsync, data, error, isPending } = invoices.useChange("/admin/invoices/remind");
  return {
    data,
    error,
    isPending,
    mutateAsync: (chosen: readonly { id: string }[]) => mutateAsync({ invoices: chosen.map(({ id }) => id) }),
  };
}
export const useSwitchReminders = () => invoices.useChange("/admin/invoices/{id}/reminders", keep);
const contracts = topicClient<typeof contractMoneyApi>("contract");
/** With the contract go its visits, and what was paid for the days that are left becomes credit. */
export const useCancelContract = () =>
  contracts.useChange("/admin/contracts/{id}/cancel", (answer, queryClient) => {
    keepContract(answer, queryClient);
    askAgain(queryClient, ["invoice", "booking", "payment"]);
  });

/** With the quote goes its work, and what was paid for it becomes credit. */
export const useCancelQuote = () =>
  invoices.useChange("/admin/quotes/{id}/cancel", (_, queryClient) =>
    askAgain(queryClient, ["quote", "booking", "payment"]),
  );
export const useAskForEInvoice = () => invoices.useChange("/admin/invoices/{id}/e-invoice", keep);
export const useWriteOff = () => invoices.useChange("/admin/invoices/{id}/write-off", keep);

/** What is drafted is kept as it is typed: nothing of the page is asked for again after it. */
export const { send } = invoices;

export const openingBalancesQuery = invoices.query("/admin/opening-balances", {});
/** Tries a list of what stood open before, or takes it over. */
export function useImportOpeningBalances() {
  const queryClient = useQueryClient();
  return async (input: { csv: string; dryRun: boolean }) => {
    const outcome = await invoices.send("/admin/opening-balances", input);
    if (outcome.imported) askAgain(queryClient, ["invoice", "customer", "payment"]);
    return outcome;
  };
}
export const useSetLastNumbers = () => invoices.useChange("/admin/opening-balances/numbers");

/** The documents of the days that the list is narrowed down to, for the accountant. */
export function exportPath({ from, to }: InvoiceFilter): string {
  return pathWith("/api/admin/invoices.csv", { from, to });
}

export function statementPath(
  { id, ...days }: { id: string; from: string; to: string },
  as: "csv" | "pdf",
): string {
  return pathWith(`/api/admin/customers/${id}/statement.${as}`, days);
}

function pathWith(path: string, wish: Record<string, string | undefined>): string {
  const said = Object.entries(wish).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${localPath(path)}?${new URLSearchParams(said)}`;
}

function keep(answer: { invoice: InvoiceDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(invoiceQuery(answer.invoice.id).queryKey, answer);
}

function askAgain(queryClient: QueryClient, topics: readonly Topic[]): void {
  for (const topic of topics) void queryClient.invalidateQueries({ queryKey: [topic] });
}
