import { createPageSlots } from "~/ui/page-slots";
import type { ContractDetail } from "../views";

/** Parts of the contract's page in invoices. */
export const [ContractPageSlots, useContractPageSlots] = createPageSlots<{
  /** Cancellation with its credit note. */
  Cancel: { contract: ContractDetail };
  Documents: { contract: ContractDetail };
}>();
