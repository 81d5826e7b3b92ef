import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import type { SettleDeposits } from "../../quotes/cancel-approved-quote.server";
import { lockDeposits } from "../draft/draft-lines.server";
import { issueCreditNote } from "./credit.server";

/**
 * Settles the invoices of a quote that is being cancelled. A refunded deposit is credited on its own invoice
 * and becomes customer credit; a forfeited one stays invoiced. Drafts are deleted. The caller must roll back on refusal.
 */
export const settleDeposits: SettleDeposits = async (ctx, quote, { deposit, reason }) => {
  const uncredited = await ctx.db
    .selectFrom("invoices")
    .select("reference")
    .where("quoteId", "=", quote.id)
    .where("kind", "=", "invoice")
    .where("uncreditedFils", ">", 0)
    .executeTakeFirst();
  if (uncredited) return refuse("already-invoiced", { reference: uncredited.reference! });
  await ctx.db.deleteFrom("invoices").where("quoteId", "=", quote.id).where("issuedAt", "is", null).execute();

  const paid = (await lockDeposits(ctx, { quoteId: quote.id })).filter(({ leftFils }) => leftFils > 0);
  const outcome =
    paid.length === 0 ? "none" : deposit === "by-rule" ? await loadDepositRule(ctx, quote.id) : deposit;
  if (outcome === "refunded") {
    for (const { id, reference } of paid) {
      const creditNote = await issueCreditNote(
        ctx,
        { id },
        { kind: "whole" },
        { reason, eventDate: dubaiDate(ctx.now) },
      );
      if (!creditNote.ok) return refuse("deposit-not-credited", { reference });
    }
  }
  return { ok: true, deposit: outcome, fils: paid.reduce((sum, { leftFils }) => sum + leftFils, 0) };
};

/** Deposit rule of the approved version. */
async function loadDepositRule(ctx: Ctx, quoteId: string): Promise<"refunded" | "forfeited"> {
  const { depositRule } = await ctx.db
    .selectFrom("quoteRevisions")
    .innerJoin("quoteAnswers", (join) =>
      join
        .onRef("quoteAnswers.quoteId", "=", "quoteRevisions.quoteId")
        .onRef("quoteAnswers.revision", "=", "quoteRevisions.number")
        .on("answer", "=", "approved"),
    )
    .select("depositRule")
    .where("quoteRevisions.quoteId", "=", quoteId)
    .executeTakeFirstOrThrow();
  return depositRule;
}
