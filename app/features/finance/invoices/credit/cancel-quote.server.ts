import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { checkTransition, type LockedQuote, lockQuote, updateQuote } from "../../quotes/lock-quote.server";
import { lockDeposits } from "../draft/draft-lines.server";
import { issueCreditNote } from "./credit.server";
import type { DepositResolution } from "./deposit-resolution";

/**
 * Cancels an approved quote in the caller's transaction (docs/domain.md, "Money"). A refunded deposit
 * is credited on its own invoice and becomes customer credit; a forfeited one stays invoiced.
 */
export async function cancelApprovedQuote(
  ctx: Ctx,
  quote: LockedQuote,
  { deposit, reason }: { deposit: DepositResolution; reason: string },
) {
  const decision = checkTransition(ctx, quote, "cancel", "office");
  if (!decision.ok || quote.renews_contract_id) return refuse("wrong-state");
  const uncredited = await ctx.db
    .selectFrom("invoices")
    .select("reference")
    .where("quote_id", "=", quote.id)
    .where("kind", "=", "invoice")
    .where("uncredited_fils", ">", 0)
    .executeTakeFirst();
  if (uncredited) return refuse("already-invoiced", { reference: uncredited.reference! });
  await ctx.db
    .deleteFrom("invoices")
    .where("quote_id", "=", quote.id)
    .where("issued_at", "is", null)
    .execute();

  const paid = (await lockDeposits(ctx, { quoteId: quote.id })).filter(({ leftFils }) => leftFils > 0);
  const resolution =
    paid.length === 0 ? "none" : deposit === "by-rule" ? await loadDepositRule(ctx, quote.id) : deposit;
  if (resolution === "refunded") {
    for (const { id } of paid) {
      const creditNote = await issueCreditNote(
        ctx,
        { id },
        { kind: "whole" },
        { reason, eventDate: dubaiDate(ctx.now) },
      );
      if (!creditNote.ok)
        throw new Error(`The deposit of quote ${quote.reference} is not credited: ${creditNote.reason}`);
    }
  }
  await updateQuote(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.cancelled",
    quote.id,
    { deposit: resolution, fils: paid.reduce((sum, { leftFils }) => sum + leftFils, 0) },
    { reason, before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true as const };
}

/** Deposit rule of the approved version. */
async function loadDepositRule(ctx: Ctx, quoteId: string): Promise<"refunded" | "forfeited"> {
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
 * Applies the deposit rule when the customer cancels the booking. If the office cancels it, the office
 * resolves the deposit in `cancelQuote`.
 */
export const cancelQuoteOnBookingCancelled: Reaction<"booking.cancelled"> = {
  name: "cancel-quote-on-booking-cancelled",
  async run(ctx, { subjectId, actorRole, reason }) {
    if (!["customer", "visitor", "link-holder"].includes(actorRole)) return;
    const rows = await ctx.db
      .selectFrom("quotes")
      .select("id")
      .where("work_booking_id", "=", subjectId)
      .where("state", "=", "converted")
      .execute();
    for (const { id } of rows) {
      const quote = await lockQuote(ctx, id);
      // A refusal is ignored, because the office settles work that is already invoiced.
      if (quote)
        await cancelApprovedQuote(ctx, quote, {
          deposit: "by-rule",
          reason: reasonOrDefault(reason, quote.language),
        });
    }
  },
};

/** Reason printed on the credit note. Customers may cancel without one. */
function reasonOrDefault(reason: string | null, language: string): string {
  const given = (reason ?? "").trim();
  return given.length >= 3
    ? given
    : inLocale(localeOrDefault(language), () => m.invoices_cancelled_by_customer());
}
