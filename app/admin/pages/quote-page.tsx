import { useLocation, useParams } from "react-router";
import { CancelQuote } from "~/features/invoices/admin/cancel-quote";
import { FewInvoices } from "~/features/invoices/admin/few-invoices";
import { InvoiceButton } from "~/features/invoices/admin/invoice-button";
import { QuoteSheet } from "~/features/quotes/admin/quote-sheet";
import type { QuoteDetail } from "~/features/quotes/views";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.quote_office_title());

/** /admin/quotes/:quoteId. The filters of the list are kept for the way back. */
export default function QuotePage() {
  const { quoteId } = useParams();
  const { search } = useLocation();
  return <QuoteSheet id={quoteId!} listPath={`/admin/quotes${search}`} Documents={Documents} />;
}

/** Once it is agreed on, money can be asked for; what was asked for stays, also when it is called off. */
function Documents({ quote }: { quote: QuoteDetail }) {
  const agreed = quote.state === "approved" || quote.state === "converted";
  return (
    <>
      {agreed && <InvoiceButton of={{ quoteId: quote.id }} />}
      {agreed && <CancelQuote quote={quote} />}
      <div className="order-last max-w-3xl basis-full empty:hidden">
        <FewInvoices of={{ quote: quote.id }} heading="h2" />
      </div>
    </>
  );
}
