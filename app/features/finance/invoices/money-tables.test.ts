import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import type { Party } from "../../core/documents/document-data";

/** Constraints and triggers of the money tables, tested below the application code. */

let database: TestDatabase;
let db: TestDatabase["db"];
let customerId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  customerId = await addCustomer();
});
afterAll(() => database.close());

const at = new Date("2026-11-23T05:00:00Z");
const party: Party = { name: "Rukn", address: "Al Quoz, Dubai", trn: "100000000000003" };
let last = 0;

async function addCustomer(): Promise<string> {
  const row = { name: "Noura Al Ketbi", created_at: at };
  const { id } = await db.insertInto("customers").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

interface InvoiceInput {
  fils?: number;
  kind?: "invoice" | "deposit";
  deducts?: { id: string; fils: number };
}

async function addDraft({ fils = 105_00, kind = "invoice", deducts }: InvoiceInput = {}): Promise<string> {
  const id = randomUUID();
  const totals = {
    net_fils: fils - Math.round(fils / 21),
    vat_fils: Math.round(fils / 21),
    total_fils: fils,
  };
  await db
    .insertInto("invoices")
    .values({ id, kind, customer_id: customerId, created_at: at, ...totals })
    .execute();
  const line = { invoice_id: id, description: "AC service", quantity_hundredths: 100, vat_percent: 5 };
  await db
    .insertInto("invoice_lines")
    .values({ ...line, position: 1, unit_fils: fils, gross_fils: fils, vat_fils: Math.round(fils / 21) })
    .execute();
  if (deducts) {
    const vat = Math.round(deducts.fils / 21);
    await db
      .insertInto("invoice_lines")
      .values({
        ...line,
        position: 2,
        quantity_hundredths: -100,
        unit_fils: deducts.fils,
        gross_fils: -deducts.fils,
        vat_fils: -vat,
        deducted_deposit_id: deducts.id,
      })
      .execute();
    const { net_fils, vat_fils, total_fils } = totals;
    await db
      .updateTable("invoices")
      .set({
        net_fils: net_fils - deducts.fils + vat,
        vat_fils: vat_fils - vat,
        total_fils: total_fils - deducts.fils,
      })
      .where("id", "=", id)
      .execute();
  }
  return id;
}

async function issue(id: string, more: Record<string, unknown> = {}): Promise<void> {
  last++;
  await db
    .updateTable("invoices")
    .set({
      reference: `INV-2026-${String(last).padStart(6, "0")}`,
      title: "tax-invoice",
      seller: JSON.stringify(party),
      buyer: JSON.stringify(party),
      issued_at: at,
      issue_date: "2026-11-23",
      due_date: "2026-11-30",
      ...more,
    })
    .where("id", "=", id)
    .execute();
}

async function createIssuedInvoice(input?: InvoiceInput): Promise<string> {
  const id = await addDraft(input);
  await issue(id);
  return id;
}

const invoice = (id: string) =>
  db.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const credit = async (of = customerId) =>
  (
    await db
      .selectFrom("customer_balances")
      .select("credit_fils")
      .where("customer_id", "=", of)
      .executeTakeFirst()
  )?.credit_fils ?? 0;

/** Records a payment and its allocations in one transaction. */
function pay(fils: number, parts: { invoiceId?: string; fils: number }[], of = customerId): Promise<string> {
  return db.transaction().execute(async (db) => {
    const id = randomUUID();
    const payment = { id, customer_id: of, method: "cash" as const, amount_fils: fils };
    await db
      .insertInto("payments")
      .values({ ...payment, received_on: "2026-11-23", recorded_at: at })
      .execute();
    for (const { invoiceId, fils } of parts) {
      if (invoiceId) {
        const settlement = {
          invoice_id: invoiceId,
          kind: "payment" as const,
          amount_fils: fils,
          payment_id: id,
        };
        await db
          .insertInto("settlements")
          .values({ ...settlement, at })
          .execute();
      } else {
        await db
          .insertInto("credit_entries")
          .values({ customer_id: of, amount_fils: fils, payment_id: id, at })
          .execute();
      }
    }
    return id;
  });
}

describe("invoices", () => {
  it("tracks settlements and rejects over-settlement", async () => {
    const id = await createIssuedInvoice();
    await pay(5_00, [{ invoiceId: id, fils: 5_00 }]);
    expect(await invoice(id)).toMatchObject({ state: "part_paid", settled_fils: 5_00, open_fils: 100_00 });
    await expect(pay(100_01, [{ invoiceId: id, fils: 100_01 }])).rejects.toThrow(
      "invoices_settlement_limit_check",
    );
    await pay(100_00, [{ invoiceId: id, fils: 100_00 }]);
    expect(await invoice(id)).toMatchObject({ state: "paid", open_fils: 0 });
  });

  it("rejects issuing with lines that do not add up to the totals", async () => {
    const id = await addDraft();
    await db.updateTable("invoice_lines").set({ vat_fils: 4_99 }).where("invoice_id", "=", id).execute();
    await expect(issue(id)).rejects.toThrow("differs from its lines");
    await db.deleteFrom("invoice_lines").where("invoice_id", "=", id).execute();
    await expect(issue(id)).rejects.toThrow("differs from its lines");
    await expect(issue(await addDraft(), { buyer: null })).rejects.toThrow("invoices_issued_complete_check");
  });

  it("rejects changes of issued invoices and their lines, but allows them on drafts", async () => {
    const id = await createIssuedInvoice();
    const changes = [
      { total_fils: 1_00, net_fils: 1_00, vat_fils: 0 },
      { reference: "INV-2026-999999" },
      { buyer: JSON.stringify({ ...party, name: "Somebody else" }) },
      { due_date: "2027-01-01" },
      { issued_at: null, reference: null },
      { note: "later" },
    ];
    for (const change of changes) {
      await expect(db.updateTable("invoices").set(change).where("id", "=", id).execute()).rejects.toThrow(
        "immutable",
      );
    }
    await expect(db.deleteFrom("invoices").where("id", "=", id).execute()).rejects.toThrow("immutable");
    const lines = db.updateTable("invoice_lines").set({ description: "Other" }).where("invoice_id", "=", id);
    await expect(lines.execute()).rejects.toThrow("immutable");
    await expect(db.deleteFrom("invoice_lines").where("invoice_id", "=", id).execute()).rejects.toThrow(
      "immutable",
    );
    await db.updateTable("invoices").set({ reminders: false }).where("id", "=", id).execute();

    const draft = await addDraft();
    await db.updateTable("invoices").set({ note: "later" }).where("id", "=", draft).execute();
    await db.deleteFrom("invoices").where("id", "=", draft).execute();
  });

  it("deducts a deposit once and at most its amount", async () => {
    const deposit = await createIssuedInvoice({ fils: 42_00, kind: "deposit" });
    const work = await createIssuedInvoice({ fils: 210_00, deducts: { id: deposit, fils: 42_00 } });
    expect(await invoice(work)).toMatchObject({ total_fils: 168_00, vat_fils: 8_00 });
    expect(await invoice(deposit)).toMatchObject({ deducted_fils: 42_00 });
    const again = await addDraft({ fils: 210_00, deducts: { id: deposit, fils: 1_00 } });
    await expect(issue(again)).rejects.toThrow("invoices_credit_limit_check");
    const ofWork = await addDraft({ fils: 210_00, deducts: { id: work, fils: 1_00 } });
    await expect(issue(ofWork)).rejects.toThrow("invoices_deducted_deposit_check");
  });
});

describe("payments", () => {
  it("rejects payments that are not fully allocated", async () => {
    const id = await createIssuedInvoice();
    await expect(pay(105_00, [{ invoiceId: id, fils: 100_00 }])).rejects.toThrow("its allocations are");
    await expect(pay(50_00, [])).rejects.toThrow("its allocations are");
    const before = await credit();
    await pay(110_00, [{ invoiceId: id, fils: 105_00 }, { fils: 5_00 }]);
    expect(await credit()).toBe(before + 5_00);
    expect(await invoice(id)).toMatchObject({ state: "paid" });
  });

  it("rejects a provider payment that is recorded twice", async () => {
    const payment = {
      customer_id: customerId,
      method: "card" as const,
      amount_fils: 1_00,
      received_on: "2026-11-23",
    };
    const insertProviderPayment = (provider_payment: string) =>
      db.transaction().execute(async (db) => {
        const id = randomUUID();
        await db
          .insertInto("payments")
          .values({ ...payment, id, provider: "stripe", provider_payment, recorded_at: at })
          .execute();
        await db
          .insertInto("credit_entries")
          .values({ customer_id: customerId, amount_fils: 1_00, payment_id: id, at })
          .execute();
      });
    await insertProviderPayment("pi_1");
    await expect(insertProviderPayment("pi_1")).rejects.toThrow("payments_provider_provider_payment_key");
  });

  it("rejects updates and deletion of payments, but allows a full reversal", async () => {
    const id = await createIssuedInvoice();
    const payment = await pay(105_00, [{ invoiceId: id, fils: 105_00 }]);
    await expect(
      db.updateTable("payments").set({ amount_fils: 1 }).where("id", "=", payment).execute(),
    ).rejects.toThrow("append-only");
    await expect(db.deleteFrom("payments").where("id", "=", payment).execute()).rejects.toThrow(
      "append-only",
    );
    await expect(
      db.updateTable("payments").set({ reversed_fils: 105_00 }).where("id", "=", payment).execute(),
    ).rejects.toThrow("its allocations are");
    await db.transaction().execute(async (db) => {
      await db.updateTable("payments").set({ reversed_fils: 105_00 }).where("id", "=", payment).execute();
      const back = { invoice_id: id, kind: "payment" as const, amount_fils: -105_00, payment_id: payment };
      await db
        .insertInto("settlements")
        .values({ ...back, at })
        .execute();
    });
    expect(await invoice(id)).toMatchObject({ state: "issued", open_fils: 105_00 });
  });
});

describe("customer credit", () => {
  it("never becomes negative under concurrent spending", async () => {
    const customer = await addCustomer();
    await pay(10_00, [{ fils: 10_00 }], customer);
    const spend = () =>
      db.transaction().execute(async (db) => {
        const id = randomUUID();
        const refund = {
          id,
          customer_id: customer,
          method: "cash" as const,
          amount_fils: 6_00,
          reason: "Asked for",
        };
        await db
          .insertInto("refunds")
          .values({ ...refund, state: "done", recorded_at: at })
          .execute();
        await db
          .insertInto("credit_entries")
          .values({ customer_id: customer, amount_fils: -6_00, refund_id: id, at })
          .execute();
      });
    const spent = await Promise.allSettled([spend(), spend()]);
    expect(spent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await credit(customer)).toBe(4_00);
  });

  it("moves with its entries when customers are merged", async () => {
    const [kept, merged] = [await addCustomer(), await addCustomer()];
    await pay(10_00, [{ fils: 10_00 }], kept);
    const payment = await pay(30_00, [{ fils: 30_00 }], merged);
    await db.transaction().execute(async (db) => {
      await db.updateTable("payments").set({ reversed_fils: 12_00 }).where("id", "=", payment).execute();
      await db
        .insertInto("credit_entries")
        .values({ customer_id: merged, amount_fils: -12_00, payment_id: payment, at })
        .execute();
    });
    await db
      .updateTable("credit_entries")
      .set({ customer_id: kept })
      .where("customer_id", "=", merged)
      .execute();
    expect([await credit(kept), await credit(merged)]).toEqual([28_00, 0]);
  });
});

describe("credit notes", () => {
  /** Inserts a credit note over these lines that settles the invoice by its total. */
  async function insertCreditNoteLines(
    invoiceId: string,
    lines: { position: number; fils: number; vat: number }[],
  ) {
    const total = lines.reduce((sum, { fils }) => sum + fils, 0);
    const vat = lines.reduce((sum, { vat }) => sum + vat, 0);
    await db.transaction().execute(async (db) => {
      const id = randomUUID();
      await db
        .insertInto("credit_notes")
        .values({
          id,
          reference: `CN-2026-${String(++last).padStart(6, "0")}`,
          invoice_id: invoiceId,
          title: "tax-credit-note",
          seller: JSON.stringify(party),
          buyer: JSON.stringify(party),
          reason: "Agreed",
          event_date: "2026-11-23",
          issue_date: "2026-11-23",
          issued_at: at,
          net_fils: total - vat,
          vat_fils: vat,
          total_fils: total,
        })
        .execute();
      await db
        .insertInto("credit_note_lines")
        .values(
          lines.map(({ position, fils, vat }, at) => ({
            credit_note_id: id,
            position: at + 1,
            invoice_id: invoiceId,
            invoice_position: position,
            description: "Back",
            quantity_hundredths: Math.sign(fils) * 100,
            unit_fils: Math.abs(fils),
            vat_percent: 5,
            gross_fils: fils,
            vat_fils: vat,
          })),
        )
        .execute();
      await db
        .insertInto("settlements")
        .values({ invoice_id: invoiceId, kind: "credit-note", amount_fils: total, credit_note_id: id, at })
        .execute();
    });
  }

  async function insertCreditNote(invoiceId: string, fils: number, settled: number): Promise<void> {
    await db.transaction().execute(async (db) => {
      const id = randomUUID();
      const vat = Math.round(fils / 21);
      await db
        .insertInto("credit_notes")
        .values({
          id,
          reference: `CN-2026-${String(++last).padStart(6, "0")}`,
          invoice_id: invoiceId,
          title: "tax-credit-note",
          seller: JSON.stringify(party),
          buyer: JSON.stringify(party),
          reason: "Agreed reduction",
          event_date: "2026-11-23",
          issue_date: "2026-11-23",
          issued_at: at,
          net_fils: fils - vat,
          vat_fils: vat,
          total_fils: fils,
        })
        .execute();
      await db
        .insertInto("credit_note_lines")
        .values({
          credit_note_id: id,
          position: 1,
          invoice_id: invoiceId,
          invoice_position: 1,
          description: "AC service",
          quantity_hundredths: 100,
          unit_fils: fils,
          vat_percent: 5,
          gross_fils: fils,
          vat_fils: vat,
        })
        .execute();
      if (settled > 0) {
        const settlement = { invoice_id: invoiceId, kind: "credit-note" as const, credit_note_id: id };
        await db
          .insertInto("settlements")
          .values({ ...settlement, amount_fils: settled, at })
          .execute();
      }
      if (settled < fils) {
        const entry = { customer_id: customerId, amount_fils: fils - settled, credit_note_id: id };
        await db
          .insertInto("credit_entries")
          .values({ ...entry, at })
          .execute();
      }
    });
  }

  it("reduce the open amount, return paid amounts, and never exceed the invoice", async () => {
    const id = await createIssuedInvoice();
    await pay(100_00, [{ invoiceId: id, fils: 100_00 }]);
    const before = await credit();
    await insertCreditNote(id, 25_00, 5_00);
    expect(await invoice(id)).toMatchObject({ state: "paid", settled_fils: 105_00, credited_fils: 25_00 });
    expect(await credit()).toBe(before + 20_00);
    await expect(insertCreditNote(id, 80_01, 0)).rejects.toThrow("invoices_credit_limit_check");
    await expect(insertCreditNote(id, 80_00, 1_00)).rejects.toThrow("invoices_settlement_limit_check");
  });

  it("release a deducted deposit once, and no line beyond its amount", async () => {
    const deposit = await createIssuedInvoice({ fils: 42_00, kind: "deposit" });
    const work = await createIssuedInvoice({ fils: 210_00, deducts: { id: deposit, fils: 42_00 } });
    const line = (
      position: number,
      fils: number,
      vat = Math.sign(fils) * Math.round(Math.abs(fils) / 21),
    ) => ({
      position,
      fils,
      vat,
    });
    const half = [line(1, 105_00), line(2, -21_00)];
    await insertCreditNoteLines(work, half);
    expect(await invoice(deposit)).toMatchObject({ deducted_fils: 21_00 });
    expect(await invoice(work)).toMatchObject({ credited_fils: 84_00, uncredited_fils: 105_00 });
    // The released half can be credited; the other half is still deducted.
    await insertCreditNoteLines(deposit, [line(1, 21_00)]);
    await expect(insertCreditNoteLines(deposit, [line(1, 1)])).rejects.toThrow("invoices_credit_limit_check");
    await expect(insertCreditNoteLines(work, [line(1, 105_01), line(2, -21_00)])).rejects.toThrow();
    await expect(insertCreditNoteLines(work, [line(1, 50_00), line(2, -21_01)])).rejects.toThrow(
      "by more than its amount",
    );
    await expect(insertCreditNoteLines(work, [line(1, 105_00), line(2, -21_00, -99)])).rejects.toThrow(
      "by more than its amount",
    );
    await insertCreditNoteLines(work, [line(1, 105_00), line(2, -21_00)]);
    expect(await invoice(work)).toMatchObject({ credited_fils: 168_00, uncredited_fils: 0 });
    // The whole remaining amount, but not all of its VAT.
    await expect(insertCreditNoteLines(deposit, [line(1, 21_00, 99)])).rejects.toThrow(
      "by more than its amount",
    );
    await insertCreditNoteLines(deposit, [line(1, 21_00)]);
  });

  it("reject drafts and partly allocated credit notes", async () => {
    await expect(insertCreditNote(await addDraft(), 5_00, 5_00)).rejects.toThrow(
      "Only issued invoices can be credited",
    );
    const id = await createIssuedInvoice();
    const orphan = db.transaction().execute(async (db) => {
      await sql`INSERT INTO credit_notes SELECT ${randomUUID()}::uuid, 'CN-2026-999999', ${id}::uuid, 'tax-credit-note', 'en', '{}', '{}',
        'No reason', '2026-11-23', '2026-11-23', now(), 20, 1, 21`.execute(db);
    });
    await expect(orphan).rejects.toThrow("its allocations are");
  });
});

describe("quote versions", () => {
  it("reject changes once sent", async () => {
    const id = randomUUID();
    await db
      .insertInto("quotes")
      .values({ id, reference: "QT-2026-000001", state: "draft", customer_id: customerId, created_at: at })
      .execute();
    await db
      .insertInto("quote_revisions")
      .values({ quote_id: id, number: 1, title: "Paint the hall" })
      .execute();
    const line = {
      quote_id: id,
      revision: 1,
      description: "Walls",
      quantity_hundredths: 100,
      unit_fils: 800_00,
    };
    await db
      .insertInto("quote_lines")
      .values({ ...line, position: 1 })
      .execute();
    await db.updateTable("quote_lines").set({ unit_fils: 900_00 }).where("quote_id", "=", id).execute();
    await db.updateTable("quote_revisions").set({ sent_at: at }).where("quote_id", "=", id).execute();
    for (const change of [
      db.updateTable("quote_lines").set({ unit_fils: 1 }).where("quote_id", "=", id),
      db.insertInto("quote_lines").values({ ...line, position: 2 }),
      db.deleteFrom("quote_lines").where("quote_id", "=", id),
      db.updateTable("quote_revisions").set({ deposit_percent: 90 }).where("quote_id", "=", id),
      db.deleteFrom("quote_revisions").where("quote_id", "=", id),
    ]) {
      await expect(change.execute()).rejects.toThrow("immutable");
    }
    await db
      .insertInto("quote_revisions")
      .values({ quote_id: id, number: 2, title: "Paint the hall" })
      .execute();
    await db
      .insertInto("quote_lines")
      .values({ ...line, revision: 2, position: 1 })
      .execute();
  });
});
