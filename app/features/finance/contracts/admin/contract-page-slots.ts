import type { ReactNode } from "react";
import type { RecordAction } from "~/ui/overlay/record-actions";
import { createPageSlots } from "~/ui/page-slots";
import type { ContractDetail } from "../views";

interface InvoicingActions {
  invoice: RecordAction;
  /** Cancellation with its credit note. */
  cancel: RecordAction;
}

/** Parts of the contract's page in invoices. */
export const [ContractPageSlots, useContractPageSlots] = createPageSlots<{
  Documents: { contract: ContractDetail };
  /** Passes its actions to its children. */
  Invoicing: { contract: ContractDetail; children: (actions: InvoicingActions) => ReactNode };
}>();
