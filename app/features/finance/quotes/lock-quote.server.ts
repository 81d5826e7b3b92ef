import type { Selectable, Updateable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { type QuoteParty, type QuoteState, type QuoteTransition, validateQuoteTransition } from "./quote";

export interface LockedQuote extends Selectable<Tables["quotes"]> {
  customer: {
    name: string;
    email: string | null;
    phone: string | null;
    userId: string | null;
    billingCountry: string | null;
  };
}

/**
 * Locks a quote until the transaction ends. The key stays unlocked (`FOR NO KEY UPDATE`), because a
 * concurrent invoice references the quote and would otherwise deadlock.
 */
export async function lockQuote(ctx: Ctx, id: string): Promise<LockedQuote | null> {
  const row = await ctx.db
    .selectFrom("quotes")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const customer = await ctx.db
    .selectFrom("customers")
    .select(["name", "email", "phone", "userId", "billingCountry"])
    .where("id", "=", row.customerId)
    .executeTakeFirstOrThrow();
  return { ...row, customer };
}

/** Quote id and the version that the office had loaded. */
export interface SeenQuote {
  id: string;
  version: number;
}

/** Refuses a quote that was changed since the office loaded it. */
export async function lockSeenQuote(
  ctx: Ctx,
  { id, version }: SeenQuote,
): Promise<{ ok: true; quote: LockedQuote } | Refusal<"not-found" | "stale">> {
  const quote = await lockQuote(ctx, id);
  if (!quote) return refuse("not-found");
  return quote.version === version ? { ok: true, quote } : refuse("stale");
}

export function checkTransition(
  ctx: Ctx,
  quote: LockedQuote,
  transition: QuoteTransition,
  by: QuoteParty,
  comment?: string,
) {
  return validateQuoteTransition({
    transition,
    by,
    state: quote.state,
    validUntil: quote.validUntil,
    today: dubaiDate(ctx.now),
    comment,
  });
}

/**
 * Runs a step that offers or agrees a contract renewal. The database allows one renewal per contract
 * (db/migrations/0024-quotes.sql); a violation becomes a refusal.
 */
export function refuseIfRenewed<Result>(
  ctx: Ctx,
  step: (ctx: Ctx) => Promise<Result>,
): Promise<Result | Refusal<"renewed-otherwise">> {
  const refusal = refuse("renewed-otherwise");
  // "final": the contract is renewed or cancelled. "unique": another quote offers its renewal.
  return mapConstraintToRefusal(ctx, "final", refusal, (ctx) =>
    mapConstraintToRefusal(ctx, "unique", refusal, step),
  );
}

/** Updates a locked quote and increments its version. */
export async function updateQuote(
  ctx: Ctx,
  quote: LockedQuote,
  to: QuoteState,
  change: Omit<Updateable<Tables["quotes"]>, "id" | "state" | "version"> = {},
): Promise<void> {
  await ctx.db
    .updateTable("quotes")
    .set({ ...change, state: to, version: quote.version + 1 })
    .where("id", "=", quote.id)
    .execute();
}
