import { sql } from "kysely";
import { readSettings } from "~/features/core/business/read-settings.server";
import { currentSeller } from "~/features/finance/quotes/document/parties.server";
import { labelForLine } from "~/features/operations/bookings/lines/labels";
import { type Actor, nameOf, userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { chance, countUp, id, numbered } from "../large/rows.server";
import { EXAMPLE_CUSTOMER } from "./past-work.server";
import { withoutTriggers } from "./triggers.server";

/** Triggers whose results the statements contain, and checks that another trigger makes for the same rows. */
const KNOWN_BY_STATEMENT = {
  invoices: ["apply_invoice_issue_on_insert", "post_to_ledger_on_insert"],
  invoiceLines: ["refuse_issued_line_change"],
  payments: ["post_fee_to_ledger"],
  settlements: ["apply_settlement", "check_allocation", "post_advance", "post_to_ledger"],
  ledgerLines: ["check_entry_balance"],
};

/** Work of this many days is left to the commands (money.server.ts) for customers with an account. */
export const DAYS_INVOICED_BY_COMMANDS = 17;

/**
 * Invoices and payments of the past work, written by SQL in one pass (`write`). The commands of the sample number
 * documents in between, so each calls `reserveUntil` first: numbers follow the dates without gaps.
 */
export class PastInvoices {
  /** Times of the invoices and payments without a number. */
  private waiting: Date[] = [];

  constructor(private readonly accountant: Actor) {}

  /** Nine of ten customers pay within a week; some pay late, and a few not at all. */
  async plan(ctx: Ctx): Promise<void> {
    const { now } = ctx;
    const { dueDays } = (await readSettings(ctx, "money")).values;
    await sql`CREATE TEMPORARY TABLE past_invoices ON COMMIT DROP AS
      SELECT *, (issued_at AT TIME ZONE 'Asia/Dubai')::date AS issue_date, (issued_at AT TIME ZONE 'Asia/Dubai')::date + ${dueDays}::int AS due_date,
        issued_at + days_to_payment * interval '1 day' + interval '40 minutes' AS paid_at, NULL::text AS reference, NULL::text AS receipt
      FROM (SELECT past_work.n, id AS booking_id, ${id("sample invoice")} AS invoice_id, ${id("sample payment")} AS payment_id, (ended_at AT TIME ZONE 'Asia/Dubai')::date AS supply_date,
          completed_at + (20 + ${chance(70, 60)}) * interval '1 minute' AS issued_at, (ARRAY['card', 'card', 'transfer', 'transfer', 'cash'])[1 + ${chance(71, 5)}] AS method,
          CASE WHEN customer = ${EXAMPLE_CUSTOMER}::int OR ${chance(72, 1_000)} < 905 THEN ${chance(73, 7)} WHEN ${chance(72, 1_000)} < 972 THEN 8 + ${chance(73, 24)}
            WHEN ${chance(72, 1_000)} < 992 THEN 33 + ${chance(73, 60)} END AS days_to_payment
        FROM past_work
        WHERE state = 'completed' AND warranty_of IS NULL AND is_charged AND NOT EXISTS (SELECT FROM quotes WHERE work_booking_id = past_work.id)
          AND (customer >= 0 OR ended_at < ${now}::timestamptz - ${DAYS_INVOICED_BY_COMMANDS}::int * interval '1 day')) AS done
      WHERE issued_at < ${now}`.execute(ctx.db);
    await sql`ANALYZE past_invoices`.execute(ctx.db);
    await sql`CREATE TEMPORARY TABLE past_entries (n bigint, type text, trail_id bigint) ON COMMIT DROP`.execute(
      ctx.db,
    );
    const { rows } = await sql<{
      at: Date;
    }>`SELECT at FROM past_invoices, unnest(ARRAY[issued_at, paid_at]) AS at
      WHERE at <= ${now} ORDER BY at`.execute(ctx.db);
    this.waiting = rows.map(({ at }) => at);
  }

  /** Numbers the invoices, receipts and trail entries up to `now`. */
  async reserveUntil({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
    const next = this.waiting.findIndex((at) => at > now);
    const count = next < 0 ? this.waiting.length : next;
    if (count === 0) return;
    this.waiting.splice(0, count);
    await sql`INSERT INTO past_entries
      SELECT n, type, next_trail_id(at) FROM (
        SELECT n, type, at FROM past_invoices, LATERAL (VALUES
          (1, 'invoice.drafted', issued_at, reference), (2, 'invoice.issued', issued_at, reference),
          (3, 'invoice.settled', paid_at, receipt), (4, 'payment.recorded', paid_at, receipt)) AS entry (position, type, at, number)
        WHERE number IS NULL AND at <= ${now} ORDER BY at, n, position) AS ordered`.execute(db);
    await sql`WITH numbered AS MATERIALIZED (
        SELECT n, issued_at, ${numbered("INV", "issued_at")} AS reference FROM past_invoices WHERE reference IS NULL AND issued_at <= ${now}
      ), given AS (
        UPDATE past_invoices SET reference = numbered.reference FROM numbered WHERE numbered.n = past_invoices.n
      )
      ${countUp("INV", "numbered", "issued_at")}`.execute(db);
    await sql`WITH numbered AS MATERIALIZED (SELECT n, format_reference('RC', nextval('receipt_numbers'), paid_at) AS receipt
        FROM (SELECT n, paid_at FROM past_invoices WHERE receipt IS NULL AND paid_at <= ${now} ORDER BY paid_at, n) AS paid)
      UPDATE past_invoices SET receipt = numbered.receipt FROM numbered WHERE numbered.n = past_invoices.n`.execute(
      db,
    );
  }

  async write(ctx: Ctx): Promise<void> {
    await this.reserveUntil(ctx);
    await withoutTriggers(ctx, KNOWN_BY_STATEMENT, async () => {
      await this.issue(ctx);
      await this.pay(ctx);
    });
  }

  private async issue(ctx: Ctx): Promise<void> {
    const { db } = ctx;
    const seller = JSON.stringify(await currentSeller(ctx));
    await sql`INSERT INTO invoices (id, customer_id, property_id, booking_id, created_at, issued_at, reference, version, title, seller, buyer, issue_date, supply_date, tax_point, due_date, net_fils, vat_fils, total_fils, uncredited_fils, settled_fils)
      SELECT invoice_id, bookings.customer_id, property_id, issued.booking_id, issued_at, issued_at, issued.reference, CASE WHEN receipt IS NULL THEN 2 ELSE 3 END, 'simplified-tax-invoice', ${seller}::jsonb,
        jsonb_build_object('name', contact_name, 'address', concat_ws(', ', street, building, nullif(unit, ''), properties.area), 'email', contact_email, 'phone', contact_phone, 'trn', NULL),
        issue_date, supply_date, supply_date, due_date, gross - vat, vat, gross, gross, CASE WHEN receipt IS NULL THEN 0 ELSE gross END
      FROM past_invoices AS issued JOIN bookings ON bookings.id = booking_id JOIN properties ON properties.id = property_id,
        LATERAL (SELECT sum(gross_fils) AS gross, sum(round(gross_fils * 5 / 105.0)) AS vat FROM booking_lines WHERE booking_lines.booking_id = issued.booking_id) AS sums ORDER BY issued_at, n`.execute(
      db,
    );
    const line = { serviceId: "", serviceName: "", name: "", mode: "fixed", quantity: 1 } as const;
    const surcharge = (kind: "emergency-uplift" | "out-of-hours-uplift", percent: number) =>
      labelForLine({ ...line, kind, percent }, [{ ...line, kind, percent }]);
    await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit, unit_fils, vat_percent, gross_fils, vat_fils, service_id, price_id)
      SELECT invoice_id, lines.position, CASE kind WHEN 'work' THEN services.name || ': ' || lines.name
          WHEN 'emergency-uplift' THEN ${surcharge("emergency-uplift", 50)} ELSE ${surcharge("out-of-hours-uplift", 25)} END,
        quantity * 100, unit, unit_fils, 5, gross_fils, round(gross_fils * 5 / 105.0), service_id, price_id
      FROM past_invoices JOIN booking_lines AS lines USING (booking_id) JOIN services ON services.id = service_id`.execute(
      db,
    );
    await postToLedger(
      db,
      sql`SELECT 'invoice' AS kind, invoice_id AS source_id, reference, supply_date AS day, issued_at AS at FROM past_invoices`,
      sql`SELECT 'invoice' AS kind, id AS source_id, 0 AS at, 'receivables' AS account, NULL AS service_id, total_fils AS fils, NULL AS vat, NULL AS emirate, NULL::bigint AS settlement_id
          FROM invoices JOIN past_invoices ON invoice_id = id
        UNION ALL SELECT 'invoice', invoice_id, 1, account, line.service_id, fils, vat, emirate, NULL FROM past_invoices, document_ledger_lines(invoice_id, NULL) AS line`,
    );
    await this.record(
      ctx,
      sql`SELECT n, invoice_id AS id, issued_at AS at, 'invoice.drafted' AS type, 'invoice' AS subject, '{"from": "booking"}'::jsonb AS data FROM past_invoices
      UNION ALL SELECT n, invoice_id, issued_at, 'invoice.issued', 'invoice', '{"kind": "invoice"}' FROM past_invoices`,
    );
  }

  private async pay(ctx: Ctx): Promise<void> {
    const { db } = ctx;
    await sql`CREATE TEMPORARY TABLE paid ON COMMIT DROP AS
      SELECT past_invoices.*, customer_id, total_fils FROM past_invoices JOIN invoices ON invoices.id = invoice_id
      WHERE receipt IS NOT NULL`.execute(db);
    await sql`INSERT INTO payments (id, reference, customer_id, method, amount_fils, received_on, recorded_by, recorded_at, fee_fils)
      SELECT payment_id, receipt, customer_id, method, total_fils, (paid_at AT TIME ZONE 'Asia/Dubai')::date,
        CASE WHEN method <> 'card' THEN ${userIdOf(this.accountant)}::uuid END, paid_at, CASE method WHEN 'card' THEN round(total_fils * 0.029) + 100 END
      FROM paid ORDER BY paid_at, n`.execute(db);
    await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, payment_id, at) SELECT invoice_id, 'payment', total_fils, payment_id, paid_at FROM paid ORDER BY paid_at, n`.execute(
      db,
    );
    await postToLedger(
      db,
      sql`SELECT kind, id AS source_id, payments.reference, received_on AS day, paid_at AS at
        FROM paid JOIN payments ON id = payment_id, unnest(ARRAY['payment', 'fee']) AS kind WHERE kind = 'payment' OR fee_fils > 0`,
      sql`SELECT 'payment' AS kind, payment_id AS source_id, 0 AS at, payment_method_account(method) AS account, NULL AS service_id, total_fils AS fils, NULL AS vat, NULL AS emirate, NULL::bigint AS settlement_id FROM paid
        UNION ALL SELECT 'payment', paid.payment_id, 1, 'receivables', NULL, -total_fils, NULL, NULL, settlements.id FROM paid JOIN settlements USING (payment_id)
        UNION ALL SELECT 'fee', payment_id, at, account, NULL, CASE at WHEN 0 THEN fee_fils ELSE -fee_fils END, NULL, NULL, NULL
          FROM paid JOIN payments ON payments.id = payment_id AND fee_fils > 0, (VALUES (0, 'fees'), (1, 'card-clearing')) AS side (at, account)`,
    );
    await this.record(
      ctx,
      sql`SELECT n, invoice_id AS id, paid_at AS at, 'invoice.settled' AS type, 'invoice' AS subject, jsonb_build_object('by', 'payment', 'fils', total_fils, 'paid', true) AS data FROM paid
      UNION ALL SELECT n, payment_id, paid_at, 'payment.recorded', 'payment', jsonb_build_object('fils', total_fils, 'late', false, 'method', method, 'excessFils', 0) FROM paid`,
    );
  }

  private async record({ db, requestId }: Ctx, happened: ReturnType<typeof sql>): Promise<void> {
    await sql`WITH recorded AS (
        INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
        SELECT trail_id, at, type, ${userIdOf(this.accountant)}::uuid, ${this.accountant.role}, subject, id, data, ${requestId}
        FROM (${happened}) AS happened JOIN past_entries USING (n, type) ORDER BY trail_id RETURNING id)
      INSERT INTO trail_values (trail_id, actor_name) SELECT id, ${nameOf(this.accountant)} FROM recorded`.execute(
      db,
    );
  }
}

/** Posts entries in the order of time, as `post_ledger_entry` does for one. Positive amounts are debits. */
async function postToLedger(
  db: Ctx["db"],
  entries: ReturnType<typeof sql>,
  lines: ReturnType<typeof sql>,
): Promise<void> {
  await sql`WITH lines AS MATERIALIZED (${lines}), entries AS (
      INSERT INTO ledger_entries (kind, source_id, reference, document_day, day, total_fils)
      SELECT kind, source_id, reference, day, day, debit_fils
      FROM (${entries}) AS entries JOIN (SELECT kind, source_id, sum(fils) FILTER (WHERE fils > 0) AS debit_fils FROM lines GROUP BY 1, 2) AS sums USING (kind, source_id)
      ORDER BY at RETURNING id, kind, source_id
    )
    INSERT INTO ledger_lines (entry_id, position, account, service_id, debit_fils, credit_fils, vat, emirate, settlement_id)
    SELECT id, row_number() OVER (PARTITION BY id ORDER BY fils < 0, at), account, service_id, greatest(fils, 0), greatest(-fils, 0), vat, emirate, settlement_id
    FROM lines JOIN entries USING (kind, source_id) WHERE fils <> 0`.execute(db);
}

/**
 * Reminders as `sendInvoiceReminders` would have sent them each morning: at each step while the invoice was open and
 * no cheque was in hand.
 */
export async function addReminders(ctx: Ctx): Promise<void> {
  const { reminderDaysBefore } = (await readSettings(ctx, "money")).values;
  await sql`WITH reminded AS (
      INSERT INTO invoice_reminders (invoice_id, days_after_due, at)
      SELECT id, step, (due_date + step + time '09:05') AT TIME ZONE 'Asia/Dubai'
      FROM invoices LEFT JOIN LATERAL (SELECT max(at) AS at FROM settlements WHERE invoice_id = invoices.id) AS settled ON true,
        unnest(ARRAY[${-reminderDaysBefore}::int, 0, 7, 14]) AS step
      WHERE issued_at IS NOT NULL AND issue_date < due_date + step
        AND (due_date + step + time '09:05') AT TIME ZONE 'Asia/Dubai' BETWEEN ${ctx.now}::timestamptz - interval '90 days' AND ${ctx.now}
        AND (open_fils > 0 OR settled.at > (due_date + step + time '09:05') AT TIME ZONE 'Asia/Dubai')
        AND NOT EXISTS (SELECT FROM cheques WHERE cheques.customer_id = invoices.customer_id)
        AND EXISTS (SELECT FROM customers WHERE customers.id = invoices.customer_id AND email IS NOT NULL)
      ON CONFLICT DO NOTHING
      RETURNING *)
    INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
    SELECT next_trail_id(at), at, 'invoice.reminded', 'system', 'invoice', invoice_id, jsonb_build_object('daysAfterDue', days_after_due), ${ctx.requestId}
    FROM reminded ORDER BY at`.execute(ctx.db);
}
