import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { refuse } from "~/platform/http/refusal";
import { issueDepositInvoice } from "../../invoices/draft/issue.server";
import { settleFromCredit } from "../../invoices/settle.server";
import { depositAwaitsInvoice } from "./amount-due.server";

const AT_ONCE = 20;

/**
 * Invoices card deposits that lacked the customer's address for a full tax invoice. Until then the money is
 * credit, and no further deposit is due.
 */
export async function invoiceWaitingDeposits(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("quotes as document")
    .select("id")
    .where("state", "in", ["approved", "converted"])
    .where("id", "in", (eb) =>
      eb
        .selectFrom("checkouts")
        .select("quoteId")
        .where("state", "=", "paid")
        .where("quoteId", "is not", null),
    )
    .where(depositAwaitsInvoice())
    // Random order, so that deposits without an address do not block others.
    .orderBy(sql`random()`)
    .limit(AT_ONCE)
    .execute();
  const report = {
    code: "deposit-not-invoiced",
    failed: "A paid deposit could not be invoiced",
    idOf: ({ id }: { id: string }) => id,
  };
  await forEachIsolated(waiting, report, ({ id }) => inTransaction(ctx, (ctx) => invoiceDeposit(ctx, id)));
}

async function invoiceDeposit(ctx: Ctx, quoteId: string) {
  await ctx.db.selectFrom("quotes").select("id").where("id", "=", quoteId).forNoKeyUpdate().execute();
  const quote = await ctx.db
    .selectFrom("quotes as document")
    .select("depositFils")
    .select((eb) =>
      eb
        .selectFrom("checkouts")
        .innerJoin("payments", "payments.id", "checkouts.paymentId")
        .select((eb) => eb.fn.max("receivedOn").as("day"))
        .whereRef("checkouts.quoteId", "=", "document.id")
        .as("paidOn"),
    )
    .where("id", "=", quoteId)
    .where("state", "in", ["approved", "converted"])
    .where(depositAwaitsInvoice())
    .executeTakeFirst();
  if (!quote) return refuse("no-deposit");
  const issued = await issueDepositInvoice(ctx, {
    quoteId,
    fils: quote.depositFils,
    paidOn: quote.paidOn!,
  });
  if (!issued.ok) return issued;
  const settled = await settleFromCredit(ctx, issued.id, issued.totalFils);
  return settled === issued.totalFils ? issued : refuse("no-deposit");
}
