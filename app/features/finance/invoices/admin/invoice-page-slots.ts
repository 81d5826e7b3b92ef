import type { ReactNode } from "react";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { createPageSlots } from "~/ui/page-slots";
import type { InvoiceDetail } from "../views";

/** Parts of the invoice's page in payments and notifications. */
export const [InvoicePageSlots, useInvoicePageSlots] = createPageSlots<{
  /** Passes the actions that record money to its children. */
  Payments: { invoice: InvoiceDetail; children: (payments: readonly RecordAction[]) => ReactNode };
  Messages: { invoice: InvoiceDetail };
}>();
