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
afterAll(() => database.drop());

const at = new Date("2026-11-23T05:00:00Z");
const party: Party = { name: "Rukn", address: "Al Quoz, Dubai", trn: "100000000000003" };
let last = 0;

async function addCustomer(): Promise<string> {
  const row = { name: "Noura Al Ketbi", createdAt: at };
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
    netFils: fils - Math.round(fils / 21),
    vatFils: Math.round(fils / 21),
    totalFils: fils,
  };
  await db
    .insertInto("invoices")
    .values({ id, kind, customerId, createdAt: at, ...totals })
    .execute();
  const line = { invoiceId: id, description: "AC service", quantityHundredths: 100, vatPercent: 5 };
  await db
    .insertInto("invoiceLines")
    .values({ ...line, position: 1, unitFils: fils, grossFils: fils, vatFils: Math.round(fils / 21) })
    .execute();
  if (deducts) {
    const vat = Math.round(deducts.fils / 21);
    await db
      .insertInto("invoiceLines")
      .values({
        ...line,
        position: 2,
        quantityHundredths: -100,
        unitFils: deducts.fils,
        grossFils: -deducts.fils,
        vatFils: -vat,
        deductedDepositId: deducts.id,
      })
      .execute();
    const { netFils, vatFils, totalFils } = totals;
    await db
      .updateTable("invoices")
      .set({
        netFils: netFils - deducts.fils + vat,
        vatFils: vatFils - vat,
        totalFils: totalFils - deducts.fils,
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
      issuedAt: at,
      issueDate: "2026-11-23",
      dueDate: "2026-11-30",
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
      .selectFrom("customerBalances")
      .select("creditFils")
      .where("customerId", "=", of)
      .executeTakeFirst()
  )?.creditFils ?? 0;

/** Records a payment and its allocations in one transaction. */
function pay(fils: number, parts: { invoiceId?: string; fils: number }[], of = customerId): Promise<string> {
  return db.transaction().execute(async (db) => {
    const id = randomUUID();
    const payment = { id, customerId: of, method: "cash" as const, amountFils: fils };
    await db
      .insertInto("payments")
      .values({ ...payment, receivedOn: "2026-11-23", recordedAt: at })
      .execute();
    for (const { invoiceId, fils } of parts) {
      if (invoiceId) {
        const settlement = {
          invoiceId,
          kind: "payment" as const,
          amountFils: fils,
          paymentId: id,
        };
        await db
          .insertInto("settlements")
          .values({ ...settlement, at })
          .execute();
      } else {
        await db
          .insertInto("creditEntries")
          .values({ customerId: of, amountFils: fils, paymentId: id, at })
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
    expect(await invoice(id)).toMatchObject({ state: "part_paid", settledFils: 5_00, openFils: 100_00 });
    await expect(pay(100_01, [{ invoiceId: id, fils: 100_01 }])).rejects.toThrow(
      "invoices_settlement_limit_check",
    );
    await pay(100_00, [{ invoiceId: id, fils: 100_00 }]);
    expect(await invoice(id)).toMatchObject({ state: "paid", openFils: 0 });
  });

  it("rejects issuing with lines that do not add up to the totals", async () => {
    const id = await addDraft();
    await db.updateTable("invoiceLines").set({ vatFils: 4_99 }).where("invoiceId", "=", id).execute();
    await expect(issue(id)).rejects.toThrow("differs from its lines");
    await db.deleteFrom("invoiceLines").where("invoiceId", "=", id).execute();
    await expect(issue(id)).rejects.toThrow("differs from its lines");
    await expect(issue(await addDraft(), { buyer: null })).rejects.toThrow("invoices_issued_complete_check");
  });

  it("rejects changes of issued invoices and their lines, but allows them on drafts", async () => {
    const id = await createIssuedInvoice();
    const changes = [
      { totalFils: 1_00, netFils: 1_00, vatFils: 0 },
      { reference: "INV-2026-999999" },
      { buyer: JSON.stringify({ ...party, name: "Zainab Qasim" }) },
      { dueDate: "2027-01-01" },
      { issuedAt: null, reference: null },
      { note: "later" },
    ];
    for (const change of changes) {
      await expect(db.updateTable("invoices").set(change).where("id", "=", id).execute()).rejects.toThrow(
        "immutable",
      );
    }
    await expect(db.deleteFrom("invoices").where("id", "=", id).execute()).rejects.toThrow("immutable");
    const lines = db.updateTable("invoiceLines").set({ description: "Other" }).where("invoiceId", "=", id);
    await expect(lines.execute()).rejects.toThrow("immutable");
    await expect(db.deleteFrom("invoiceLines").where("invoiceId", "=", id).execute()).rejects.toThrow(
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
    expect(await invoice(work)).toMatchObject({ totalFils: 168_00, vatFils: 8_00 });
    expect(await invoice(deposit)).toMatchObject({ deductedFils: 42_00 });
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
      customerId,
      method: "card" as const,
      amountFils: 1_00,
      receivedOn: "2026-11-23",
    };
    const insertProviderPayment = (providerPayment: string) =>
      db.transaction().execute(async (db) => {
        const id = randomUUID();
        await db
          .insertInto("payments")
          .values({ ...payment, id, provider: "stripe", providerPayment, recordedAt: at })
          .execute();
        await db
          .insertInto("creditEntries")
          .values({ customerId, amountFils: 1_00, paymentId: id, at })
          .execute();
      });
    await insertProviderPayment("pi_1");
    await expect(insertProviderPayment("pi_1")).rejects.toThrow("payments_provider_provider_payment_key");
  });

  it("rejects updates and deletion of payments, but allows a full reversal", async () => {
    const id = await createIssuedInvoice();
    const payment = await pay(105_00, [{ invoiceId: id, fils: 105_00 }]);
    await expect(
      db.updateTable("payments").set({ amountFils: 1 }).where("id", "=", payment).execute(),
    ).rejects.toThrow("append-only");
    await expect(db.deleteFrom("payments").where("id", "=", payment).execute()).rejects.toThrow(
      "append-only",
    );
    await expect(
      db.updateTable("payments").set({ reversedFils: 105_00 }).where("id", "=", payment).execute(),
    ).rejects.toThrow("its allocations are");
    await db.transaction().execute(async (db) => {
      await db.updateTable("payments").set({ reversedFils: 105_00 }).where("id", "=", payment).execute();
      const back = { invoiceId: id, kind: "payment" as const, amountFils: -105_00, paymentId: payment };
      await db
        .insertInto("settlements")
        .values({ ...back, at })
        .execute();
    });
    expect(await invoice(id)).toMatchObject({ state: "issued", openFils: 105_00 });
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
          customerId: customer,
          method: "cash" as const,
          amountFils: 6_00,
          reason: "Asked for",
        };
        await db
          .insertInto("refunds")
          .values({ ...refund, state: "done", recordedAt: at })
          .execute();
        await db
          .insertInto("creditEntries")
          .values({ customerId: customer, amountFils: -6_00, refundId: id, at })
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
      await db.updateTable("payments").set({ reversedFils: 12_00 }).where("id", "=", payment).execute();
      await db
        .insertInto("creditEntries")
        .values({ customerId: merged, amountFils: -12_00, paymentId: payment, at })
        .execute();
    });
    await db
      .updateTable("creditEntries")
      .set({ customerId: kept })
      .where("customerId", "=", merged)
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
        .insertInto("creditNotes")
        .values({
          id,
          reference: `CN-2026-${String(++last).padStart(6, "0")}`,
          invoiceId,
          title: "tax-credit-note",
          seller: JSON.stringify(party),
          buyer: JSON.stringify(party),
          reason: "Agreed",
          eventDate: "2026-11-23",
          issueDate: "2026-11-23",
          issuedAt: at,
          netFils: total - vat,
          vatFils: vat,
          totalFils: total,
        })
        .execute();
      await db
        .insertInto("creditNoteLines")
        .values(
          lines.map(({ position, fils, vat }, at) => ({
            creditNoteId: id,
            position: at + 1,
            invoiceId,
            invoicePosition: position,
            description: "Back",
            quantityHundredths: Math.sign(fils) * 100,
            unitFils: Math.abs(fils),
            vatPercent: 5,
            grossFils: fils,
            vatFils: vat,
          })),
        )
        .execute();
      await db
        .insertInto("settlements")
        .values({ invoiceId, kind: "credit-note", amountFils: total, creditNoteId: id, at })
        .execute();
    });
  }

  async function insertCreditNote(invoiceId: string, fils: number, settled: number): Promise<void> {
    await db.transaction().execute(async (db) => {
      const id = randomUUID();
      const vat = Math.round(fils / 21);
      await db
        .insertInto("creditNotes")
        .values({
          id,
          reference: `CN-2026-${String(++last).padStart(6, "0")}`,
          invoiceId,
          title: "tax-credit-note",
          seller: JSON.stringify(party),
          buyer: JSON.stringify(party),
          reason: "Agreed reduction",
          eventDate: "2026-11-23",
          issueDate: "2026-11-23",
          issuedAt: at,
          netFils: fils - vat,
          vatFils: vat,
          totalFils: fils,
        })
        .execute();
      await db
        .insertInto("creditNoteLines")
        .values({
          creditNoteId: id,
          position: 1,
          invoiceId,
          invoicePosition: 1,
          description: "AC service",
          quantityHundredths: 100,
          unitFils: fils,
          vatPercent: 5,
          grossFils: fils,
          vatFils: vat,
        })
        .execute();
      if (settled > 0) {
        const settlement = { invoiceId, kind: "credit-note" as const, creditNoteId: id };
        await db
          .insertInto("settlements")
          .values({ ...settlement, amountFils: settled, at })
          .execute();
      }
      if (settled < fils) {
        const entry = { customerId, amountFils: fils - settled, creditNoteId: id };
        await db
          .insertInto("creditEntries")
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
    expect(await invoice(id)).toMatchObject({ state: "paid", settledFils: 105_00, creditedFils: 25_00 });
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
    expect(await invoice(deposit)).toMatchObject({ deductedFils: 21_00 });
    expect(await invoice(work)).toMatchObject({ creditedFils: 84_00, uncreditedFils: 105_00 });
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
    expect(await invoice(work)).toMatchObject({ creditedFils: 168_00, uncreditedFils: 0 });
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
      .values({ id, reference: "QT-2026-000001", state: "draft", customerId, createdAt: at })
      .execute();
    await db
      .insertInto("quoteRevisions")
      .values({ quoteId: id, number: 1, title: "Paint the hall" })
      .execute();
    const line = {
      quoteId: id,
      revision: 1,
      description: "Walls",
      quantityHundredths: 100,
      unitFils: 800_00,
    };
    await db
      .insertInto("quoteLines")
      .values({ ...line, position: 1 })
      .execute();
    await db.updateTable("quoteLines").set({ unitFils: 900_00 }).where("quoteId", "=", id).execute();
    await db.updateTable("quoteRevisions").set({ sentAt: at }).where("quoteId", "=", id).execute();
    for (const change of [
      db.updateTable("quoteLines").set({ unitFils: 1 }).where("quoteId", "=", id),
      db.insertInto("quoteLines").values({ ...line, position: 2 }),
      db.deleteFrom("quoteLines").where("quoteId", "=", id),
      db.updateTable("quoteRevisions").set({ depositPercent: 90 }).where("quoteId", "=", id),
      db.deleteFrom("quoteRevisions").where("quoteId", "=", id),
    ]) {
      await expect(change.execute()).rejects.toThrow("immutable");
    }
    await db
      .insertInto("quoteRevisions")
      .values({ quoteId: id, number: 2, title: "Paint the hall" })
      .execute();
    await db
      .insertInto("quoteLines")
      .values({ ...line, revision: 2, position: 1 })
      .execute();
  });
});
