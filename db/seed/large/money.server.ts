import { type RawBuilder, sql } from "kysely";
import { compactLedgerDays } from "~/features/finance/ledger/journal.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { recogniseContractRevenue } from "./contracts.server";
import { addToCounter, chance, id, numbered } from "./rows.server";

/**
 * One in this many invoices is corrected: an open one is credited in full, half of a paid one is refunded.
 */
const INVOICES_PER_CREDIT_NOTE = 60;

/** Adds credit notes and refunds. The database triggers add up and post as in normal operation. */
export async function addCreditNotes({ db, now }: Ctx): Promise<void> {
  await db.transaction().execute(async (db) => {
    await sql`CREATE TEMPORARY TABLE credited ON COMMIT DROP AS
      SELECT *, ${id("credit note")} AS note_id, ${id("refund")} AS refund_id, (note_day + time '10:00') AT TIME ZONE 'Asia/Dubai' AS noted_at,
        CASE WHEN vat_fils = 0 THEN 0 WHEN is_paid THEN round(note_fils * 5 / 105.0) ELSE vat_fils END AS note_vat
      FROM (SELECT *, least(issue_date + ${chance(60, 10)}, ${dubaiDate(now)}::date) AS note_day, state = 'paid' AS is_paid,
          CASE state WHEN 'paid' THEN round(total_fils / 2.0) ELSE total_fils END AS note_fils
        FROM (SELECT *, row_number() OVER (ORDER BY issued_at, id) AS n FROM invoices
          WHERE booking_id IS NOT NULL AND state IN ('issued', 'paid')) AS invoices WHERE n % ${sql.lit(INVOICES_PER_CREDIT_NOTE)} = 0) AS invoices`.execute(
      db,
    );
    await sql`INSERT INTO credit_notes (id, reference, invoice_id, title, seller, buyer, reason, event_date, issue_date, issued_at, net_fils, vat_fils, total_fils)
      SELECT note_id, ${numbered("CN", "noted_at")}, id, CASE title WHEN 'invoice' THEN 'credit-note' ELSE 'tax-credit-note' END, seller, buyer,
        'Less was done than planned', note_day, note_day, noted_at, note_fils - note_vat, note_vat, note_fils FROM credited ORDER BY noted_at, n`.execute(
      db,
    );
    await addToCounter(db, "CN", "credited", "noted_at");
    await sql`INSERT INTO credit_note_lines (credit_note_id, position, invoice_id, invoice_position, description, quantity_hundredths, unit_fils,
        vat_percent, gross_fils, vat_fils)
      SELECT note_id, 1, credited.id, 1, description, CASE WHEN is_paid THEN 50 ELSE 100 END, unit_fils, vat_percent, note_fils, note_vat
      FROM credited JOIN invoice_lines ON invoice_id = credited.id AND position = 1`.execute(db);
    await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, credit_note_id, at)
      SELECT id, 'credit-note', note_fils, note_id, noted_at FROM credited WHERE NOT is_paid ORDER BY noted_at, n`.execute(
      db,
    );
    await sql`INSERT INTO credit_entries (customer_id, amount_fils, credit_note_id, at)
      SELECT customer_id, note_fils, note_id, noted_at FROM credited WHERE is_paid ORDER BY noted_at, n`.execute(
      db,
    );
    await sql`INSERT INTO refunds (id, customer_id, method, amount_fils, reason, state, recorded_at)
      SELECT refund_id, customer_id, CASE ${chance(61, 3)} WHEN 0 THEN 'cash' ELSE 'transfer' END, note_fils, 'Less was done than planned', 'done', noted_at
      FROM credited WHERE is_paid ORDER BY noted_at, n`.execute(db);
    await sql`INSERT INTO credit_entries (customer_id, amount_fils, refund_id, at)
      SELECT customer_id, -note_fils, refund_id, noted_at FROM credited WHERE is_paid ORDER BY noted_at, n`.execute(
      db,
    );
  });
}

/** Payouts of the card provider for each day, two days later. */
export async function addPayouts({ db, now }: Ctx): Promise<void> {
  await db.transaction().execute(async (db) => {
    const today = dubaiDate(now);
    const dayId = id("payout", "received_on::text");
    await sql`INSERT INTO payouts (id, provider, provider_payout, amount_fils, arrived_on)
      SELECT ${dayId}, 'stripe', 'po_' || to_char(received_on, 'YYYYMMDD'), sum(amount_fils - fee_fils), received_on + 2
      FROM payments WHERE method = 'card' AND received_on < ${today}::date - 2 GROUP BY received_on`.execute(
      db,
    );
    await sql`UPDATE payments SET payout_id = ${dayId} WHERE method = 'card' AND received_on < ${today}::date - 2`.execute(
      db,
    );
  });
}

const POSTED_AT_ONCE = 2_000;

/**
 * Posts all documents that were inserted without triggers, by the usual posting functions, two thousand per
 * transaction; then recognises contract revenue and compacts the daily sums. The documents to post are read
 * once.
 */
export async function addBooks(ctx: Ctx): Promise<void> {
  const invoices = await sql<{ id: string }>`SELECT id FROM invoices WHERE issued_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = invoices.id) ORDER BY issue_date, reference`.execute(
    ctx.db,
  );
  await inSteps(
    ctx,
    invoices.rows,
    (ids) => sql`SELECT post_invoice(invoices) FROM invoices WHERE id = ANY(${ids})`,
  );
  const payments = await sql<{ id: string }>`SELECT id FROM payments
      WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = payments.id) ORDER BY received_on, reference`.execute(
    ctx.db,
  );
  await inSteps(
    ctx,
    payments.rows,
    (ids) => sql`SELECT post_payment(id), CASE WHEN fee_fils IS NOT NULL THEN post_fee(payments) END
      FROM payments WHERE id = ANY(${ids})`,
  );
  await recogniseContractRevenue(ctx);
  await compactLedgerDays(ctx);
}

async function inSteps(
  ctx: Ctx,
  rows: { id: string }[],
  post: (ids: string[]) => RawBuilder<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += POSTED_AT_ONCE) {
    const ids = rows.slice(at, at + POSTED_AT_ONCE).map((row) => row.id);
    await ctx.db.transaction().execute((db) => post(ids).execute(db));
  }
}
