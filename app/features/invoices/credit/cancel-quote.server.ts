import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { refuse } from "~/platform/http/refusal";
import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { advance, decide, type LockedQuote, lockQuote } from "../../quotes/lock-quote.server";
import { lockDeposits } from "../draft/draft-lines.server";
import type { DepositResolution } from "./deposit-resolution";
import { credit } from "./credit.server";
import "../../quotes/table";
import "../table";

/**
 * Calls an approved quote off, in the caller's transaction (docs/decisions/0028-deposits.md). A deposit that is given back is credited
 * on its own invoice, and is the customer's credit then: refunded or used otherwise. One that is kept stays as it was invoiced.
 * Refused where the work was invoiced already: a credit note first. Drafts of its invoice go.
 */
export async function cancelApprovedQuote(
  ctx: Ctx,
  quote: LockedQuote,
  { deposit, reason }: { deposit: DepositResolution; reason: string },
) {
  const decision = decide(ctx, quote, "cancel", "office");
  if (!decision.ok || quote.renews_id) return refuse("wrong-state");
  const standing = await ctx.db
    .selectFrom("invoices")
    .select("reference")
    .where("quote_id", "=", quote.id)
    .where("kind", "=", "invoice")
    .where("standing_fils", ">", 0)
    .executeTakeFirst();
  if (standing) return refuse("already-invoiced", { reference: standing.reference! });
  await ctx.db
    .deleteFrom("invoices")
    .where("quote_id", "=", quote.id)
    .where("issued_at", "is", null)
    .execute();

  const paid = (await lockDeposits(ctx, { quoteId: quote.id })).filter(({ leftFils }) => leftFils > 0);
  const became = paid.length === 0 ? "none" : deposit === "by-rule" ? await ruleOf(ctx, quote.id) : deposit;
  if (became === "refunded") {
    for (const { id } of paid) {
      const made = await credit(ctx, { id }, { kind: "whole" }, { reason, eventDate: dubaiDate(ctx.now) });
      if (!made.ok)
        throw new Error(`The deposit of quote ${quote.reference} is not credited: ${made.reason}`);
    }
  }
  await advance(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.cancelled",
    quote.id,
    { deposit: became, fils: paid.reduce((sum, { leftFils }) => sum + leftFils, 0) },
    { reason, before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true as const };
}

/** As it stood in the version that was approved. */
async function ruleOf(ctx: Ctx, quoteId: string): Promise<"refunded" | "kept"> {
  const { deposit_rule } = await ctx.db
    .selectFrom("quote_revisions")
    .innerJoin("quote_answers", (join) =>
      join
        .onRef("quote_answers.quote_id", "=", "quote_revisions.quote_id")
        .onRef("quote_answers.revision", "=", "quote_revisions.number")
        .on("answer", "=", "approved"),
    )
    .select("deposit_rule")
    .where("quote_revisions.quote_id", "=", quoteId)
    .executeTakeFirstOrThrow();
  return deposit_rule;
}

/**
 * A customer who cancels the work has called its quote off, too, and the deposit goes by its rule. Where the office cancelled, it
 * says itself what becomes of it.
 */
export const cancelQuoteOnBookingCancelled: Reaction<"booking.cancelled"> = {
  name: "cancel-quote-on-booking-cancelled",
  async run(ctx, { subjectId, actorRole, reason }) {
    if (!["customer", "visitor", "link-holder"].includes(actorRole)) return;
    const rows = await ctx.db
      .selectFrom("quotes")
      .select("id")
      .where("work_id", "=", subjectId)
      .where("state", "=", "converted")
      .execute();
    for (const { id } of rows) {
      const quote = await lockQuote(ctx, id);
      // What was invoiced already is the office's to settle.
      if (quote)
        await cancelApprovedQuote(ctx, quote, { deposit: "by-rule", reason: wordsOf(reason, quote.language) });
    }
  },
};

/** On the credit note, which needs a reason; the customer need not give one. */
function wordsOf(reason: string | null, language: string): string {
  const said = (reason ?? "").trim();
  return said.length >= 3 ? said : inLocale(localeNamed(language), () => m.invoices_cancelled_by_customer());
}
