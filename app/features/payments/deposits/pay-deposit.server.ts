import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { refuse } from "~/platform/http/refusal";
import { issueDepositInvoice } from "../../invoices/draft/issue.server";
import type { NewPayment } from "../take-payment.server";
import { takePayment } from "../take-payment.server";
import { findDue } from "./due.server";
import "../../quotes/table";

/**
 * Books the deposit of an approved quote and issues its own tax invoice with it, as the payment is the tax point. Refused
 * as `no-deposit`: nothing was to be paid any more, or not this much. Of a refusal nothing remains: money that is here all the
 * same is then the customer's credit.
 */
export async function payDeposit(
  ctx: Ctx,
  quoteId: string,
  payment: Omit<NewPayment, "customerId" | "invoiceIds">,
) {
  // Two who pay it at once do so one after the other.
  await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forNoKeyUpdate().execute();
  const due = await findDue(ctx, "quote", { id: quoteId });
  if (!due || due.fils === 0 || payment.fils < due.fils) return refuse("no-deposit");
  const issued = await inTransaction(ctx, (ctx) => issueDepositInvoice(ctx, { quoteId, fils: due.fils }));
  if (!issued.ok) return issued;
  return takePayment(ctx, { ...payment, customerId: due.customerId, invoiceIds: [issued.id] });
}
