import { command } from "~/platform/auth/command.server";
import { issueCreditNote } from "../credit/credit.server";
import type { CreditRequest } from "../credit/credit-lines";
import type { SeenInvoice } from "../draft/lock-draft.server";

export const creditInvoice = command(
  "invoices.manage",
  function creditInvoice(
    ctx,
    { id, version }: SeenInvoice,
    request: CreditRequest,
    details: { reason: string; eventDate: string },
  ) {
    return issueCreditNote(ctx, { id, version }, request, details);
  },
);
