import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useLocation, useParams } from "react-router";
import { CancelQuoteForm } from "~/features/finance/invoices/admin/cancel-quote";
import { useInvoiceAction } from "~/features/finance/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/finance/invoices/admin/related-invoices";
import { relatedInvoicesQuery } from "~/features/finance/invoices/admin-client";
import { QuotePageSlots, type useQuotePageSlots } from "~/features/finance/quotes/admin/quote-page-slots";
import { QuoteSheet } from "~/features/finance/quotes/admin/quote-sheet";
import { QuoteMessages } from "~/features/oversight/notifications/admin/record-messages";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";

const slots = { Invoicing, Messages: QuoteMessages, RelatedInvoices: RelatedInvoicesOfQuote };

type SlotProps<Name extends keyof Slots> = ComponentProps<Slots[Name]>;
type Slots = ReturnType<typeof useQuotePageSlots>;

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

/** Existing invoices stay visible after a cancellation. */
function RelatedInvoicesOfQuote({ quote }: SlotProps<"RelatedInvoices">) {
  return (
    <div className="max-w-3xl empty:hidden">
      <RelatedInvoices of={{ quote: quote.id }} heading="h2" />
    </div>
  );
}

/** Approved work can be invoiced, and cancelled until it is invoiced. */
function Invoicing({ quote, children }: SlotProps<"Invoicing">) {
  const { id, state, canCancel } = quote;
  const mayCancel = useMay("invoices.manage") && canCancel;
  const { data } = useQuery({ ...relatedInvoicesQuery({ quote: id }), enabled: mayCancel });
  const blockingInvoice = data?.invoices.find(({ isUncredited }) => isUncredited);
  const invoice = useInvoiceAction({ quoteId: id }, state === "approved" || state === "converted");
  return children({
    invoice,
    cancel: {
      label: m.invoices_cancel_quote(),
      isOffered: mayCancel && data !== undefined && !blockingInvoice,
      form: (onClose) => <CancelQuoteForm quote={quote} onClose={onClose} />,
    },
    hint:
      mayCancel && blockingInvoice
        ? m.invoices_cancel_quote_blocked({ reference: blockingInvoice.reference! })
        : null,
  });
}
