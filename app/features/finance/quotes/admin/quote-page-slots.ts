import { createPageSlots } from "~/ui/page-slots";
import type { QuoteDetail } from "../views";

/** Parts of the quote's page in invoices. */
export const [QuotePageSlots, useQuotePageSlots] = createPageSlots<{
  Documents: { quote: QuoteDetail };
}>();
