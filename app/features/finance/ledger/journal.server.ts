import { sql } from "kysely";
import type { Ctx } from "~/platform/context";

export async function readClosedThrough(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("ledgerClosings")
    .select("closedThrough")
    .orderBy("closedThrough", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.closedThrough ?? null;
}

/** Waits for postings in progress, so that none lands in the period that is closed. Held until the transaction ends. */
export async function lockClosing(ctx: Ctx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger closing', 0))`.execute(ctx.db);
}

/**
 * Merges the deltas of each day into one row, in a single statement so that concurrent readers see consistent
 * sums.
 */
export async function compactLedgerDays(ctx: Ctx): Promise<void> {
  await sql`WITH deleted AS (DELETE FROM ledger_days WHERE unmerged RETURNING *)
    INSERT INTO ledger_days (day, account, service_id, vat, emirate, debit_fils, credit_fils, unmerged)
    SELECT day, account, service_id, vat, emirate, sum(debit_fils), sum(credit_fils), false FROM deleted
    GROUP BY day, account, service_id, vat, emirate
    ON CONFLICT (account, day, service_id, vat, emirate) WHERE NOT unmerged DO UPDATE
      SET debit_fils = ledger_days.debit_fils + excluded.debit_fils, credit_fils = ledger_days.credit_fils + excluded.credit_fils`.execute(
    ctx.db,
  );
}
