import type { Ctx } from "~/platform/context";
import { issueDeposit } from "../invoices/issue.server";
import { findDue } from "./due.server";
import type { NewPayment, TakenPayment } from "./take-payment.server";
import { takePayment } from "./take-payment.server";
import "../quotes/table";

/**
 * Books the deposit of an approved quote and issues its own tax invoice with it, as the payment is the tax point. Null: nothing
 * was to be paid any more, or not this much; nothing was done then.
 */
export async function payDeposit(
  ctx: Ctx,
  quoteId: string,
  payment: Omit<NewPayment, "customerId" | "invoiceIds">,
): Promise<TakenPayment | null> {
  // Two who pay it at once do so one after the other.
  await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forUpdate().execute();
  const due = await findDue(ctx, "quote", { id: quoteId });
  if (!due || due.fils === 0 || payment.fils < due.fils) return null;
  const { id } = await issueDeposit(ctx, { quoteId, fils: due.fils });
  return takePayment(ctx, { ...payment, customerId: due.customerId, invoiceIds: [id] });
}
