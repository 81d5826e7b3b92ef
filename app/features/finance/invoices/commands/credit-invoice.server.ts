import { command } from "~/platform/auth/command.server";
import { requireCompanyDetails } from "../../../core/business/read-settings.server";
import { issueCreditNote } from "../credit/credit.server";
import type { CreditRequest } from "../credit/credit-lines";
import type { OpeningCreditRequest } from "../credit/opening-credit";
import type { SeenInvoice } from "../draft/lock-draft.server";

export const creditInvoice = command(
  "invoices.manage",
  async function creditInvoice(
    ctx,
    { id, version }: SeenInvoice,
    request: CreditRequest | OpeningCreditRequest,
    details: { reason: string; eventDate: string },
  ) {
    // A tax credit note names the supplier as a tax invoice does (Cabinet Decision 52 of 2017, article 60(1)).
    const complete = await requireCompanyDetails(ctx);
    if (!complete.ok) return complete;
    return issueCreditNote(ctx, { id, version }, request, details);
  },
);
