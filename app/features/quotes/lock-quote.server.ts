import type { Selectable, Updateable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { decideQuoteMove, type QuoteMove, type QuoteParty, type QuoteState } from "./quote";
import "../customers/table";
import "./table";

export interface LockedQuote extends Selectable<Tables["quotes"]> {
  customer: { name: string; email: string | null; phone: string | null; userId: string | null };
}

/**
 * Locks a quote until the caller's transaction ends; null: there is none. Its key stays free: whoever issues its invoice at this moment
 * looks at it again, and would wait in a circle.
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
    .select(["name", "email", "phone", "user_id as userId"])
    .where("id", "=", row.customer_id)
    .executeTakeFirstOrThrow();
  return { ...row, customer };
}

/** A quote as the office saw it. */
export interface SeenQuote {
  id: string;
  version: number;
}

/** Locks a quote for the office; one that somebody changed since is refused, not overwritten. */
export async function lockSeen(
  ctx: Ctx,
  { id, version }: SeenQuote,
): Promise<{ ok: true; quote: LockedQuote } | Refusal<"not-found" | "stale">> {
  const quote = await lockQuote(ctx, id);
  if (!quote) return refuse("not-found");
  return quote.version === version ? { ok: true, quote } : refuse("stale");
}

export function decide(ctx: Ctx, quote: LockedQuote, move: QuoteMove, by: QuoteParty, words?: string) {
  return decideQuoteMove({
    move,
    by,
    state: quote.state,
    validUntil: quote.valid_until,
    today: dubaiDate(ctx.now),
    words,
  });
}

/** Offers or agrees on what renews a contract, once: the database refuses a second time (db/migrations/0027-quotes.sql). */
export function unlessRenewed<Result>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result | Refusal<"renewed-otherwise">> {
  const refused = refuse("renewed-otherwise");
  // Renewed or cancelled already; or offered by another quote.
  return mapConstraintToRefusal(ctx, "final", refused, (ctx) => mapConstraintToRefusal(ctx, "unique", refused, work));
}

/** Brings a locked quote to its next version, and to another state. */
export async function advance(
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
