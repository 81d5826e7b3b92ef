import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";

/**
 * Owner of the records; `userId` acts as customer and as office, so that every reference to an account is
 * filled.
 */
interface Owner {
  customerId: string;
  propertyId: string;
  userId?: string;
  name: string;
  at: Date;
}

/**
 * Creates a row in every table about money: an approved quote, its invoice, partly paid by cheque and written
 * off for the rest, and a refunded overpayment. Both balances are zero at the end.
 */
export async function createMoneyRecords(db: Ctx["db"], owner: Owner): Promise<void> {
  const { customerId: customer_id, propertyId: property_id, userId = null, name, at } = owner;
  const day = at.toISOString().slice(0, 10);
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");

  const quote_id = randomUUID();
  await db
    .insertInto("quotes")
    .values({
      id: quote_id,
      reference: `QT-2026-${digits}`,
      state: "approved",
      customer_id,
      property_id,
      created_at: at,
      sent_at: at,
      answered_at: at,
      valid_until: day,
    })
    .execute();
  await db
    .insertInto("quote_revisions")
    .values({ quote_id, number: 1, title: "New pump", introduction: `Found at ${name}'s`, sent_at: at })
    .execute();
  await db
    .insertInto("quote_answers")
    .values({ quote_id, revision: 1, answer: "approved", name, client_ip: "192.0.2.1", user_id: userId, at })
    .execute();

  const invoice_id = randomUUID();
  await db
    .insertInto("invoices")
    .values({
      id: invoice_id,
      customer_id,
      property_id,
      quote_id,
      created_at: at,
      net_fils: 100_00,
      vat_fils: 5_00,
      total_fils: 105_00,
    })
    .execute();
  await db
    .insertInto("invoice_lines")
    .values({
      invoice_id,
      position: 1,
      description: "New pump",
      quantity_hundredths: 100,
      unit_fils: 105_00,
      vat_percent: 5,
      gross_fils: 105_00,
      vat_fils: 5_00,
    })
    .execute();
  const party = (name: string) => JSON.stringify({ name, address: "Dubai", trn: null });
  await db
    .updateTable("invoices")
    .set({
      reference: `INV-2026-${digits}`,
      title: "simplified-tax-invoice",
      seller: party("Rukn"),
      buyer: party(name),
      issued_at: at,
      issue_date: day,
      due_date: day,
    })
    .where("id", "=", invoice_id)
    .execute();

  await db
    .insertInto("e_invoices")
    .values({ id: randomUUID(), invoice_id, xml: `<Invoice>${name}</Invoice>`, created_at: at })
    .execute();

  await db.transaction().execute(async (db) => {
    const payment = { customer_id, received_on: day, recorded_by: userId, recorded_at: at };
    const cheque_id = randomUUID();
    await db
      .insertInto("payments")
      .values({ ...payment, id: cheque_id, method: "cheque", amount_fils: 100_00 })
      .execute();
    await db
      .insertInto("settlements")
      .values({ invoice_id, kind: "payment", amount_fils: 100_00, payment_id: cheque_id, at })
      .execute();
    const cheque = { id: randomUUID(), customer_id, invoice_id, number: digits, bank: "A bank", dated: day };
    await db
      .insertInto("cheques")
      .values({ ...cheque, amount_fils: 100_00, state: "cleared", payment_id: cheque_id, received_at: at })
      .execute();

    const beyond_id = randomUUID();
    await db
      .insertInto("payments")
      .values({ ...payment, id: beyond_id, method: "cash", amount_fils: 1_00 })
      .execute();
    const credit = { customer_id, at };
    await db
      .insertInto("credit_entries")
      .values({ ...credit, amount_fils: 1_00, payment_id: beyond_id })
      .execute();
    const recorded = { recorded_by: userId, recorded_at: at };
    const opening_credit_id = randomUUID();
    // Opening balances are locked if another customer was invoiced before.
    await sql`ALTER TABLE opening_credits DISABLE TRIGGER refuse_late_opening_balance`.execute(db);
    await db
      .insertInto("opening_credits")
      .values({ ...recorded, id: opening_credit_id, customer_id, amount_fils: 1_00, as_of: day })
      .execute();
    await sql`ALTER TABLE opening_credits ENABLE TRIGGER refuse_late_opening_balance`.execute(db);
    await db
      .insertInto("credit_entries")
      .values({ ...credit, amount_fils: 1_00, opening_credit_id })
      .execute();
    const refund_id = randomUUID();
    const refund = { id: refund_id, customer_id, method: "cash" as const, amount_fils: 2_00 };
    await db
      .insertInto("refunds")
      .values({ ...refund, ...recorded, reason: "Paid too much", state: "done" })
      .execute();
    await db
      .insertInto("credit_entries")
      .values({ ...credit, amount_fils: -2_00, refund_id })
      .execute();

    const write_off_id = randomUUID();
    await db
      .insertInto("write_offs")
      .values({
        ...recorded,
        id: write_off_id,
        invoice_id,
        amount_fils: 5_00,
        reason: "Too small to ask for",
      })
      .execute();
    await db
      .insertInto("settlements")
      .values({ invoice_id, kind: "write-off", amount_fils: 5_00, write_off_id, at })
      .execute();
    if (userId) await closeOldPeriod(db, userId, at);
  });
}

/** Closes the books up to a day before all entries, so that no entry is affected. */
async function closeOldPeriod(db: Ctx["db"], closed_by: string, closed_at: Date): Promise<void> {
  const { count } = await db
    .selectFrom("ledger_closings")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const closed_through = new Date(Date.UTC(2001, count + 1, 0)).toISOString().slice(0, 10);
  await db.insertInto("ledger_closings").values({ closed_through, closed_by, closed_at }).execute();
}
