import type { ReactNode } from "react";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { createPageSlots } from "~/ui/page-slots";
import type { QuoteDetail } from "../views";

interface InvoicingActions {
  invoice: RecordAction;
  /** Cancellation of the order with its deposit. */
  cancel: RecordAction;
  /** Reason why the order cannot be cancelled now. */
  hint: string | null;
}

/** Parts of the quote's page in invoices and notifications. */
export const [QuotePageSlots, useQuotePageSlots] = createPageSlots<{
  /** Passes its actions to its children. */
  Invoicing: { quote: QuoteDetail; children: (actions: InvoicingActions) => ReactNode };
  RelatedInvoices: { quote: QuoteDetail };
  Messages: { quote: QuoteDetail };
}>();
