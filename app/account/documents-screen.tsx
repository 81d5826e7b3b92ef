import { useQuery } from "@tanstack/react-query";
import { myInvoicesQuery } from "~/features/finance/invoices/client";
import { MyInvoices } from "~/features/finance/invoices/components/my-invoices";
import { myReceiptsQuery } from "~/features/finance/payments/client";
import { MyReceipts } from "~/features/finance/payments/components/my-receipts";
import { myQuotesQuery } from "~/features/finance/quotes/client";
import { MyQuotes } from "~/features/finance/quotes/components/my-quotes";
import { m } from "~/paraglide/messages";
import { EmptyState } from "~/ui/screen/empty-state";
import { DashboardFrame } from "./dashboard-frame";

/** /dashboard/documents: invoices, quotes and receipts. */
export function DocumentsScreen() {
  const invoices = useQuery(myInvoicesQuery).data?.invoices;
  const quotes = useQuery(myQuotesQuery).data?.quotes;
  const receipts = useQuery(myReceiptsQuery).data?.receipts;
  const isEmpty = [invoices, quotes, receipts].every((documents) => documents?.length === 0);
  return (
    <DashboardFrame>
      <div className="flex max-w-3xl flex-col gap-8">
        <MyInvoices />
        <MyQuotes />
        <MyReceipts />
        {isEmpty && (
          <div className="rounded-lg border border-dashed border-control">
            <EmptyState title={m.account_documents_none()}>
              <p>{m.account_documents_none_hint()}</p>
            </EmptyState>
          </div>
        )}
      </div>
    </DashboardFrame>
  );
}
