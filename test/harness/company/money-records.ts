import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { addDays } from "~/platform/time";

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
  const { customerId, propertyId, userId = null, name, at } = owner;
  const day = at.toISOString().slice(0, 10);
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");

  const quoteId = randomUUID();
  await db
    .insertInto("quotes")
    .values({
      id: quoteId,
      reference: `QT-2026-${digits}`,
      state: "approved",
      customerId,
      propertyId,
      createdAt: at,
      sentAt: at,
      answeredAt: at,
      validUntil: day,
    })
    .execute();
  await db
    .insertInto("quoteRevisions")
    .values({ quoteId, number: 1, title: "New pump", introduction: `Found at ${name}'s`, sentAt: at })
    .execute();
  await db
    .insertInto("quoteAnswers")
    .values({ quoteId, revision: 1, answer: "approved", name, clientIp: "192.0.2.1", userId, at })
    .execute();

  const invoiceId = randomUUID();
  await db
    .insertInto("invoices")
    .values({
      id: invoiceId,
      customerId,
      propertyId,
      quoteId,
      createdAt: at,
      netFils: 100_00,
      vatFils: 5_00,
      totalFils: 105_00,
    })
    .execute();
  await db
    .insertInto("invoiceLines")
    .values({
      invoiceId,
      position: 1,
      description: "New pump",
      quantityHundredths: 100,
      unitFils: 105_00,
      vatPercent: 5,
      grossFils: 105_00,
      vatFils: 5_00,
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
      issuedAt: at,
      issueDate: day,
      dueDate: day,
    })
    .where("id", "=", invoiceId)
    .execute();

  await db
    .insertInto("eInvoices")
    .values({ id: randomUUID(), invoiceId, xml: `<Invoice>${name}</Invoice>`, createdAt: at })
    .execute();

  await db.transaction().execute(async (db) => {
    const payment = { customerId, receivedOn: day, recordedBy: userId, recordedAt: at };
    const chequeId = randomUUID();
    await db
      .insertInto("payments")
      .values({ ...payment, id: chequeId, method: "cheque", amountFils: 100_00 })
      .execute();
    await db
      .insertInto("settlements")
      .values({ invoiceId, kind: "payment", amountFils: 100_00, paymentId: chequeId, at })
      .execute();
    const cheque = { id: randomUUID(), customerId, invoiceId, number: digits, bank: "A bank", dated: day };
    await db
      .insertInto("cheques")
      .values({ ...cheque, amountFils: 100_00, state: "cleared", paymentId: chequeId, receivedAt: at })
      .execute();

    const beyondId = randomUUID();
    await db
      .insertInto("payments")
      .values({ ...payment, id: beyondId, method: "cash", amountFils: 1_00 })
      .execute();
    const credit = { customerId, at };
    await db
      .insertInto("creditEntries")
      .values({ ...credit, amountFils: 1_00, paymentId: beyondId })
      .execute();
    const recorded = { recordedBy: userId, recordedAt: at };
    const openingCreditId = randomUUID();
    // Opening balances are locked if another customer was invoiced before.
    await sql`ALTER TABLE opening_credits DISABLE TRIGGER refuse_late_opening_balance`.execute(db);
    await db
      .insertInto("openingCredits")
      .values({ ...recorded, id: openingCreditId, customerId, amountFils: 1_00, asOf: day })
      .execute();
    await sql`ALTER TABLE opening_credits ENABLE TRIGGER refuse_late_opening_balance`.execute(db);
    await db
      .insertInto("creditEntries")
      .values({ ...credit, amountFils: 1_00, openingCreditId })
      .execute();
    const refundId = randomUUID();
    const refund = { id: refundId, customerId, method: "cash" as const, amountFils: 2_00 };
    await db
      .insertInto("refunds")
      .values({ ...refund, ...recorded, reason: "Paid too much", state: "done" })
      .execute();
    await db
      .insertInto("creditEntries")
      .values({ ...credit, amountFils: -2_00, refundId })
      .execute();

    const writeOff = async () => {
      const id = randomUUID();
      const ofInvoice = { invoiceId, amountFils: 5_00 };
      await db
        .insertInto("writeOffs")
        .values({ ...recorded, ...ofInvoice, id, reason: "Too small to ask for" })
        .execute();
      await db
        .insertInto("settlements")
        .values({ ...ofInvoice, kind: "write-off", writeOffId: id, at })
        .execute();
      return id;
    };
    const writeOffId = await writeOff();
    const reversal = { id: randomUUID(), writeOffId, kind: "undone" as const, amountFils: 5_00 };
    await db
      .insertInto("writeOffReversals")
      .values({ ...recorded, ...reversal, reason: "A mistake", day })
      .execute();
    const reversed = { kind: "write-off" as const, writeOffId, writeOffReversalId: reversal.id };
    await db
      .insertInto("settlements")
      .values({ ...reversed, invoiceId, amountFils: -5_00, at })
      .execute();
    await writeOff();
    const change = { invoiceId, ...recorded };
    await db
      .insertInto("writeOffNotices")
      .values({ ...change, id: randomUUID(), sentBy: "letter", sentOn: day, amountFils: 5_00 })
      .execute();
    await db
      .insertInto("badDebtReliefs")
      .values({ ...change, id: randomUUID(), day, amountFils: 1_00, vatFils: 5 })
      .execute();
    if (userId) await closeOldPeriod(db, userId, at);
  });
}

/** Closes the books and files a return up to a day before all entries, so that no entry is affected. */
async function closeOldPeriod(db: Ctx["db"], closedBy: string, closedAt: Date): Promise<void> {
  const { count } = await db
    .selectFrom("ledgerClosings")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const closedThrough = new Date(Date.UTC(2001, count + 1, 0)).toISOString().slice(0, 10);
  await db.insertInto("ledgerClosings").values({ closedThrough, closedBy, closedAt }).execute();
  await db
    .insertInto("financialYears")
    .values({
      id: randomUUID(),
      startsOn: closedThrough,
      endsOn: closedThrough,
      profitFils: 1,
      closedBy,
      closedAt,
    })
    .execute();
  await db
    .insertInto("bankDeposits")
    .values({
      ...{ id: randomUUID(), day: addDays(closedThrough, 1), amountFils: 1_00, reference: "" },
      ...{ recordedBy: closedBy, recordedAt: closedAt },
    })
    .execute();
  const journal = { id: randomUUID(), reference: "", reason: "Test", postedBy: closedBy, postedAt: closedAt };
  await db
    .insertInto("manualJournals")
    .values({ ...journal, day: addDays(closedThrough, 1) })
    .execute();
  await db
    .insertInto("manualJournalLines")
    .values([
      { journalId: journal.id, position: 1, account: "rent", debitFils: 1_00, creditFils: 0 },
      { journalId: journal.id, position: 2, account: "bank", debitFils: 0, creditFils: 1_00 },
    ])
    .execute();
  const recorded = { recordedAt: closedAt };
  const returned = {
    startsOn: closedThrough,
    endsOn: closedThrough,
    filedOn: addDays(closedThrough, 1),
    netFils: 0,
    vatFils: 0,
  };
  await db
    .insertInto("vatReturns")
    .values({ ...returned, filedBy: closedBy, ...recorded })
    .execute();
  const disclosure = {
    returnEndsOn: closedThrough,
    disclosedOn: returned.filedOn,
    reference: "VD-1",
    vatFils: 0,
  };
  await db
    .insertInto("vatDisclosures")
    .values({ id: randomUUID(), ...disclosure, recordedBy: closedBy, ...recorded })
    .execute();
}
