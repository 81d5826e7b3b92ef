import { useLocation, useParams } from "react-router";
import { CancelQuote } from "~/features/finance/invoices/admin/cancel-quote";
import { InvoiceButton } from "~/features/finance/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/finance/invoices/admin/related-invoices";
import { QuotePageSlots } from "~/features/finance/quotes/admin/quote-page-slots";
import { QuoteSheet } from "~/features/finance/quotes/admin/quote-sheet";
import type { QuoteDetail } from "~/features/finance/quotes/views";

const slots = { Documents };

/** /admin/quotes/:quoteId; keeps the filters of the list for the way back. */
export function QuoteScreen() {
  const { quoteId } = useParams();
  const { search } = useLocation();
  return (
    <QuotePageSlots value={slots}>
      <QuoteSheet id={quoteId!} listPath={`/admin/quotes${search}`} />
    </QuotePageSlots>
  );
}

/** Approved work can be invoiced. Existing invoices stay visible after a cancellation. */
function Documents({ quote }: { quote: QuoteDetail }) {
  const agreed = quote.state === "approved" || quote.state === "converted";
  return (
    <>
      {agreed && <InvoiceButton of={{ quoteId: quote.id }} />}
      {agreed && <CancelQuote quote={quote} />}
      <div className="order-last max-w-3xl basis-full empty:hidden">
        <RelatedInvoices of={{ quote: quote.id }} heading="h2" />
      </div>
    </>
  );
}
