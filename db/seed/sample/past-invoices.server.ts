import { sql } from "kysely";
import { readSettings } from "~/features/core/business/read-settings.server";
import { currentSeller } from "~/features/finance/quotes/document/parties.server";
import { labelForLine } from "~/features/operations/bookings/lines/labels";
import { type Actor, nameOf, userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { addToCounter, chance, id, numbered } from "../large/rows.server";
import { withoutTriggers } from "./triggers.server";

/** Triggers whose results the statements contain. Invoices are posted to the ledger as always. */
const KNOWN_BY_STATEMENT = {
  invoices: ["apply_invoice_issue_on_insert"],
  invoiceLines: ["refuse_issued_line_change"],
  settlements: ["apply_settlement"],
};

/** Work of this many days is left to the commands (money.server.ts) for customers with an account. */
export const DAYS_INVOICED_BY_COMMANDS = 17;

/**
 * Invoices and payments of the past work, written by SQL in the order of time. The commands of the sample number
 * documents in between, so each calls `issueUntil` first: invoice numbers follow the dates without gaps.
 */
export class PastInvoices {
  private issueTimes: Date[] = [];

  constructor(private readonly accountant: Actor) {}

  /** Nine of ten customers pay within a week; some pay late, and a few not at all. */
  async plan(ctx: Ctx): Promise<void> {
    const { now } = ctx;
    const { dueDays } = (await readSettings(ctx, "money")).values;
    await sql`CREATE TEMPORARY TABLE past_invoices ON COMMIT DROP AS
      SELECT *, (issued_at AT TIME ZONE 'Asia/Dubai')::date AS issue_date, (issued_at AT TIME ZONE 'Asia/Dubai')::date + ${dueDays}::int AS due_date,
        false AS is_issued, false AS is_paid
      FROM (SELECT past_work.n, id AS booking_id, ${id("sample invoice")} AS invoice_id, ${id("sample payment")} AS payment_id, (ended_at AT TIME ZONE 'Asia/Dubai')::date AS supply_date,
          completed_at + (20 + ${chance(70, 60)}) * interval '1 minute' AS issued_at, (ARRAY['card', 'card', 'transfer', 'transfer', 'cash'])[1 + ${chance(71, 5)}] AS method,
          CASE WHEN ${chance(72, 1_000)} < 905 THEN ${chance(73, 7)} WHEN ${chance(72, 1_000)} < 972 THEN 8 + ${chance(73, 24)}
            WHEN ${chance(72, 1_000)} < 992 THEN 33 + ${chance(73, 60)} END AS days_to_payment
        FROM past_work
        WHERE state = 'completed' AND warranty_of IS NULL AND is_charged AND NOT EXISTS (SELECT FROM quotes WHERE work_booking_id = past_work.id)
          AND (customer > 0 OR ended_at < ${now}::timestamptz - ${DAYS_INVOICED_BY_COMMANDS}::int * interval '1 day')) AS done
      WHERE issued_at < ${now}`.execute(ctx.db);
    await sql`ALTER TABLE past_invoices ADD COLUMN paid_at timestamptz`.execute(ctx.db);
    await sql`UPDATE past_invoices SET paid_at = issued_at + days_to_payment * interval '1 day' + interval '40 minutes'`.execute(
      ctx.db,
    );
    await sql`ANALYZE past_invoices`.execute(ctx.db);
    const { rows } = await sql<{
      at: Date;
    }>`SELECT issued_at AS at FROM past_invoices ORDER BY issued_at`.execute(ctx.db);
    this.issueTimes = rows.map(({ at }) => at);
  }

  /** Issues the invoices up to `ctx.now` and records their payments; without new invoices only at the last call. */
  async issueUntil(ctx: Ctx, { isLast = false } = {}): Promise<void> {
    const next = this.issueTimes.findIndex((at) => at > ctx.now);
    const count = next < 0 ? this.issueTimes.length : next;
    if (count === 0 && !isLast) return;
    this.issueTimes.splice(0, count);
    await withoutTriggers(ctx, KNOWN_BY_STATEMENT, async () => {
      await this.issue(ctx);
      await this.pay(ctx);
    });
  }

  private async issue({ db, now, requestId, ...rest }: Ctx): Promise<void> {
    const ctx = { db, now, requestId, ...rest };
    const seller = JSON.stringify(await currentSeller(ctx));
    await sql`CREATE TEMPORARY TABLE issued AS
      SELECT *, ${numbered("INV", "issued_at")} AS reference FROM past_invoices WHERE NOT is_issued AND issued_at <= ${now}`.execute(
      db,
    );
    await addToCounter(db, "INV", "issued", "issued_at");
    await sql`INSERT INTO invoices (id, customer_id, property_id, booking_id, created_at, issued_at, reference, version, title, seller, buyer, issue_date, supply_date, tax_point, due_date, net_fils, vat_fils, total_fils, uncredited_fils)
      SELECT invoice_id, bookings.customer_id, property_id, issued.booking_id, issued_at, issued_at, issued.reference, 2, 'simplified-tax-invoice', ${seller}::jsonb,
        jsonb_build_object('name', contact_name, 'address', concat_ws(', ', street, building, nullif(unit, ''), properties.area), 'email', contact_email, 'phone', contact_phone, 'trn', NULL),
        issue_date, supply_date, supply_date, due_date, gross - vat, vat, gross, gross
      FROM issued JOIN bookings ON bookings.id = booking_id JOIN properties ON properties.id = property_id,
        LATERAL (SELECT sum(gross_fils) AS gross, sum(round(gross_fils * 5 / 105.0)) AS vat FROM booking_lines WHERE booking_lines.booking_id = issued.booking_id) AS sums`.execute(
      db,
    );
    const line = { serviceId: "", serviceName: "", name: "", mode: "fixed", quantity: 1 } as const;
    const surcharge = (kind: "emergency-uplift" | "out-of-hours-uplift", percent: number) =>
      labelForLine({ ...line, kind, percent }, [{ ...line, kind, percent }]);
    await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit, unit_fils, vat_percent, gross_fils, vat_fils, service_id, price_id)
      SELECT invoice_id, lines.position, CASE kind WHEN 'work' THEN services.name || ': ' || lines.name
          WHEN 'emergency-uplift' THEN ${surcharge("emergency-uplift", 50)} ELSE ${surcharge("out-of-hours-uplift", 25)} END,
        quantity * 100, unit, unit_fils, 5, gross_fils, round(gross_fils * 5 / 105.0), service_id, price_id
      FROM issued JOIN booking_lines AS lines USING (booking_id) JOIN services ON services.id = service_id`.execute(
      db,
    );
    await this.record(
      ctx,
      sql`SELECT invoice_id AS id, issued_at AS at, 'invoice.drafted' AS type, 'invoice' AS subject, '{"from": "booking"}'::jsonb AS data FROM issued
      UNION ALL SELECT invoice_id, issued_at, 'invoice.issued', 'invoice', '{"kind": "invoice"}' FROM issued`,
    );
    await sql`UPDATE past_invoices SET is_issued = true FROM issued WHERE past_invoices.n = issued.n`.execute(
      db,
    );
    await sql`DROP TABLE issued`.execute(db);
  }

  private async pay(ctx: Ctx): Promise<void> {
    const { db, now } = ctx;
    await sql`CREATE TEMPORARY TABLE paid AS
      SELECT past_invoices.*, customer_id, total_fils FROM past_invoices JOIN invoices ON invoices.id = invoice_id
      WHERE is_issued AND NOT is_paid AND paid_at <= ${now}`.execute(db);
    await sql`INSERT INTO payments (id, reference, customer_id, method, amount_fils, received_on, recorded_by, recorded_at, fee_fils)
      SELECT payment_id, format_reference('RC', nextval('receipt_numbers'), paid_at), customer_id, method, total_fils, (paid_at AT TIME ZONE 'Asia/Dubai')::date,
        CASE WHEN method <> 'card' THEN ${userIdOf(this.accountant)}::uuid END, paid_at, CASE method WHEN 'card' THEN round(total_fils * 0.029) + 100 END
      FROM (SELECT * FROM paid ORDER BY paid_at, n) AS paid`.execute(db);
    await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, payment_id, at) SELECT invoice_id, 'payment', total_fils, payment_id, paid_at FROM paid ORDER BY paid_at, n`.execute(
      db,
    );
    await sql`UPDATE invoices SET settled_fils = paid.total_fils, version = version + 1 FROM paid WHERE id = invoice_id`.execute(
      db,
    );
    await this.record(
      ctx,
      sql`SELECT invoice_id AS id, paid_at AS at, 'invoice.settled' AS type, 'invoice' AS subject, jsonb_build_object('by', 'payment', 'fils', total_fils, 'paid', true) AS data FROM paid
      UNION ALL SELECT payment_id, paid_at, 'payment.recorded', 'payment', jsonb_build_object('fils', total_fils, 'late', false, 'method', method, 'excessFils', 0) FROM paid`,
    );
    await sql`UPDATE past_invoices SET is_paid = true FROM paid WHERE past_invoices.n = paid.n`.execute(db);
    await sql`DROP TABLE paid`.execute(db);
  }

  private async record({ db, requestId }: Ctx, happened: ReturnType<typeof sql>): Promise<void> {
    await sql`WITH recorded AS (
        INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, data, request_id) OVERRIDING SYSTEM VALUE
        SELECT next_trail_id(at), at, type, ${userIdOf(this.accountant)}::uuid, ${this.accountant.role}, subject, id, data, ${requestId}
        FROM (SELECT * FROM (${happened}) AS happened ORDER BY at) AS happened RETURNING id)
      INSERT INTO trail_values (trail_id, actor_name) SELECT id, ${nameOf(this.accountant)} FROM recorded`.execute(
      db,
    );
  }
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
