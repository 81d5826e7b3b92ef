import { createPageSlots } from "~/ui/page-slots";
import type { InvoiceDetail } from "../views";

/** Parts of the invoice's page in payments. */
export const [InvoicePageSlots, useInvoicePageSlots] = createPageSlots<{
  Payments: { invoice: InvoiceDetail };
}>();
