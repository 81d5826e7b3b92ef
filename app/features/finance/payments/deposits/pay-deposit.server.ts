import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { refuse } from "~/platform/http/refusal";
import { issueDepositInvoice } from "../../invoices/draft/issue.server";
import type { NewPayment } from "../take-payment.server";
import { takePayment } from "../take-payment.server";
import { findAmountDue } from "./amount-due.server";

/**
 * Books the deposit of an approved quote and issues its tax invoice, because the payment is the tax point.
 * Refused with `no-deposit` if nothing is due or the payment is too small. A refusal changes nothing; the
 * caller books received money as credit.
 */
export async function payDeposit(
  ctx: Ctx,
  quoteId: string,
  payment: Omit<NewPayment, "customerId" | "invoiceIds">,
) {
  // Serialises concurrent payments of one deposit.
  await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forNoKeyUpdate().execute();
  const due = await findAmountDue(ctx, "quote", { id: quoteId });
  if (!due || due.fils === 0 || payment.fils < due.fils) return refuse("no-deposit");
  const issued = await inTransaction(ctx, (ctx) =>
    issueDepositInvoice(ctx, { quoteId, fils: due.fils, paidOn: payment.receivedOn }),
  );
  if (!issued.ok) return issued;
  return takePayment(ctx, { ...payment, customerId: due.customerId, invoiceIds: [issued.id] });
}
