import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { DepositOutcome, DepositResolution } from "./deposit-resolution";
import { checkTransition, type LockedQuote, lockQuote, updateQuote } from "./lock-quote.server";

/**
 * Settles the invoices of a quote that is being cancelled, in the caller's transaction. Invoices build on
 * quotes, so their API and the reactions pass it in. `fils`: paid deposits.
 */
export type SettleDeposits = (
  ctx: Ctx,
  quote: LockedQuote,
  cancellation: Cancellation,
) => Promise<
  { ok: true; deposit: DepositOutcome; fils: number } | Refusal<"already-invoiced" | "deposit-not-credited">
>;

export interface Cancellation {
  deposit: DepositResolution;
  reason: string;
}

/**
 * Applies the deposit rule when the customer cancels the booking. If the office cancels it, the office
 * resolves the deposit in `cancelQuote`.
 */
export function cancelQuoteOnBookingCancelled(settleDeposits: SettleDeposits): Reaction<"booking.cancelled"> {
  return {
    name: "cancel-quote-on-booking-cancelled",
    run: async function cancelConvertedQuotes(ctx, { subjectId, actorRole, reason }) {
      if (!["customer", "visitor", "link-holder"].includes(actorRole)) return;
      const rows = await ctx.db
        .selectFrom("quotes")
        .select("id")
        .where("workBookingId", "=", subjectId)
        .where("state", "=", "converted")
        .execute();
      for (const { id } of rows) {
        const quote = await lockQuote(ctx, id);
        if (!quote) continue;
        const cancellation = {
          deposit: "by-rule" as const,
          reason: reasonOrDefault(reason, quote.language),
        };
        // A refusal is rolled back and ignored, because the office settles what is already invoiced.
        await inTransaction(ctx, (ctx) => cancelApprovedQuote(ctx, settleDeposits, quote, cancellation));
      }
    },
  };
}

/** Runs in the caller's transaction (docs/domain.md, "Money"). */
export async function cancelApprovedQuote(
  ctx: Ctx,
  settleDeposits: SettleDeposits,
  quote: LockedQuote,
  cancellation: Cancellation,
) {
  const decision = checkTransition(ctx, quote, "cancel", "office");
  if (!decision.ok || quote.renewsContractId) return refuse("wrong-state");
  const settled = await settleDeposits(ctx, quote, cancellation);
  if (!settled.ok) return settled;
  await updateQuote(ctx, quote, decision.to);
  await emit(
    ctx,
    "quote.cancelled",
    quote.id,
    { deposit: settled.deposit, fils: settled.fils },
    { reason: cancellation.reason, before: { state: quote.state }, after: { state: decision.to } },
  );
  return { ok: true as const };
}

/** Reason printed on the credit note. Customers may cancel without one. */
function reasonOrDefault(reason: string | null, language: string): string {
  const given = (reason ?? "").trim();
  return given.length >= 3
    ? given
    : inLocale(localeOrDefault(language), () => m.invoices_cancelled_by_customer());
}
