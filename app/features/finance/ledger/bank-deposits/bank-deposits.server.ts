import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockClosing, readClosedThrough } from "../journal.server";

export interface BankDeposit {
  day: string;
  fils: number;
  /** Number of the deposit slip; may be empty. */
  reference: string;
}

export const getCashInHand = query("books.read", async function getCashInHand(ctx) {
  return { fils: await readCashInHand(ctx) };
});

/** For callers that may record a deposit without reading the books, such as API keys. */
export function readCashInHand(ctx: Ctx): Promise<number> {
  return readSpendableCash(ctx, dubaiDate(ctx.now));
}

/** Moves cash in hand to the bank. A database trigger posts it. */
export const recordBankDeposit = command(
  "payments.record",
  async function recordBankDeposit(ctx, { day, fils, reference }: BankDeposit) {
    // Also serialises deposits, which read the same cash.
    await lockClosing(ctx);
    const through = await readClosedThrough(ctx);
    if (through !== null && day <= through) return refuse("period-closed", { through });
    const cashFils = await readSpendableCash(ctx, day);
    if (fils > cashFils) return refuse("cash-too-low", { fils: cashFils });
    const id = randomUUID();
    await ctx.db
      .insertInto("bankDeposits")
      .values({ id, day, amountFils: fils, reference, recordedBy: userIdOf(ctx.actor), recordedAt: ctx.now })
      .execute();
    await emit(ctx, "books.cash-banked", null, { day, fils });
    return { ok: true };
  },
);

/**
 * Lowest balance of cash from the end of a day until now, because a later payout in cash has used the rest; at least 0. The
 * caller holds the closing lock if it spends the cash.
 */
export async function readSpendableCash(ctx: Ctx, day: string): Promise<number> {
  const { rows } = await sql<{ fils: number }>`
    SELECT greatest(min(fils), 0)::bigint AS fils FROM (
      SELECT sum(sum(fils)) OVER (ORDER BY day) AS fils FROM (
        SELECT greatest(day, ${day}::date) AS day, debit_fils - credit_fils AS fils FROM ledger_days WHERE account = 'cash'
      ) AS change GROUP BY day
      UNION ALL
      SELECT 0 WHERE NOT EXISTS (SELECT FROM ledger_days WHERE account = 'cash' AND day <= ${day})
    ) AS balance`.execute(ctx.db);
  return rows[0]?.fils ?? 0;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** `fils`: cash that can be banked on that day. */
    "cash-too-low": { fils: number };
    /** A manual entry takes more than the cash in hand. `fils`: what it can take on that day. */
    "cash-overdrawn": { fils: number };
  }
}
