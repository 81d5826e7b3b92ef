import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiInstant } from "~/platform/time";
import { rounds } from "../../../test/faults/rounds";
import { addOfficeUser, foundCompany, officeCtx, setTrn } from "../../../test/harness/company";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database";
import { gatherOpenByDueDate, readAgeing } from "./ageing.server";
import { saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { writeOff } from "./commands/write-off.server";
import type { CreditWish } from "./credit-lines";
import { exportDocuments } from "./export.server";
import { listInvoices } from "./list.server";
import { findInvoiceDetail } from "./office-queries.server";
import { addCredit, settle, settleFromCredit } from "./settle.server";
import { findStatement } from "./statement.server";

/**
 * Random lives of invoices against a slow, obvious model: a list of what happened, added up anew each time. Sums by line,
 * document, customer and month have to agree to the fils.
 */

/** Numbers are counted by year, up to 2200: after so many runs the books are begun anew. */
const RUNS_OF_ONE = 75;

let database: TestDatabase;
let ctx: Ctx;
beforeAll(beginBooks);
afterAll(() => database.drop());

async function beginBooks(): Promise<void> {
  database = await createTestDatabase();
  const { db } = database;
  ctx = officeCtx(db);
  await foundCompany(db);
  await addOfficeUser(db);
  await setTrn(db, "100000000000003");
}

interface Happened {
  what: "issued" | "credited" | "paid" | "used-credit" | "written-off";
  customer: string;
  invoice: string;
  day: string;
  fils: number;
  vatFils: number;
  /** Of it: what went to the invoice. The rest is the customer's credit. */
  settledFils: number;
}

/** All that there is to know, from what happened. */
function model(facts: readonly Happened[]) {
  const sum = (wanted: (fact: Happened) => number) => facts.reduce((total, fact) => total + wanted(fact), 0);
  return {
    total: (id: string) => sum((f) => (f.invoice === id && f.what === "issued" ? f.fils : 0)),
    credited: (id: string) => sum((f) => (f.invoice === id && f.what === "credited" ? f.fils : 0)),
    vat: (id: string) => sum((f) => (f.invoice === id && f.what === "issued" ? f.vatFils : 0)),
    vatCredited: (id: string) => sum((f) => (f.invoice === id && f.what === "credited" ? f.vatFils : 0)),
    open: (id: string) => sum((f) => (f.invoice !== id ? 0 : f.what === "issued" ? f.fils : -f.settledFils)),
    credit: (customer: string) =>
      sum((f) => {
        if (f.customer !== customer || f.what === "issued") return 0;
        return f.what === "used-credit" ? -f.settledFils : f.fils - f.settledFils;
      }),
    owed: (customer: string, before: string) =>
      sum((f) => {
        if (f.customer !== customer || f.day >= before || f.what === "used-credit") return 0;
        return f.what === "issued" ? f.fils : -f.fils;
      }),
    vatOf: (month: string) =>
      sum((f) => {
        if (!f.day.startsWith(month)) return 0;
        return f.what === "issued" ? f.vatFils : f.what === "credited" ? -f.vatFils : 0;
      }),
  };
}

const share = fc.double({ min: 0, max: 1.2, noNaN: true });
const line = fc.record({
  quantityHundredths: fc.integer({ min: 1, max: 1_000 }),
  unitFils: fc.integer({ min: 0, max: 200_000 }),
  off: fc.double({ min: 0, max: 0.5, noNaN: true }),
});
const step = fc.record({
  what: fc.constantFrom(
    "issue",
    "issue",
    "credit",
    "credit-line",
    "credit-whole",
    "pay",
    "pay",
    "use-credit",
    "write-off",
  ),
  customer: fc.nat(1),
  pick: fc.nat(),
  share,
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  discount: fc.constantFrom(0, 0, 7_77, 1_250),
  later: fc.constantFrom(0, 0, 1, 9, 31),
});

it("sums by line, document, customer and month agree with what happened", { timeout: 900_000 }, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      runs++;
      if (runs % RUNS_OF_ONE === 0) {
        await database.drop();
        await beginBooks();
      }
      const { db } = ctx;
      const customers = await Promise.all([1, 2].map(() => addCustomer()));
      const facts: Happened[] = [];
      const invoices: { id: string; customer: string }[] = [];
      // Each run has years of its own, so that its months are its own.
      let day = addDays("2026-01-05", (runs % RUNS_OF_ONE) * 800);
      for (const one of steps) {
        day = addDays(day, one.later);
        const now = { ...ctx, now: dubaiInstant(day, "10:00") };
        const customer = customers[one.customer]!;
        if (one.what === "issue") {
          const id = await issue(now, customer, one);
          if (id === null) continue;
          const made = (await findInvoiceDetail(now, id.id))!;
          const gross = BigInt(id.grossFils);
          expect(BigInt(made.totalFils)).toBe(gross);
          expect(made.netFils + made.vatFils).toBe(made.totalFils);
          // PINT AE: the VAT of all lines is 5% of their net, to two fils.
          expect(Math.abs(made.vatFils - Math.round((made.netFils * 5) / 100))).toBeLessThanOrEqual(2);
          invoices.push({ id: id.id, customer });
          facts.push({
            what: "issued",
            customer,
            invoice: id.id,
            day,
            fils: made.totalFils,
            vatFils: made.vatFils,
            settledFils: 0,
          });
          continue;
        }
        const invoice = invoices[one.pick % (invoices.length || 1)];
        if (!invoice) continue;
        const before = (await findInvoiceDetail(now, invoice.id))!;
        const seen = { id: invoice.id, version: before.version };
        const fact = { customer: invoice.customer, invoice: invoice.id, day, vatFils: 0 };
        const open = model(facts).open(invoice.id);
        const left = model(facts).total(invoice.id) - model(facts).credited(invoice.id);
        if (one.what.startsWith("credit")) {
          const at = one.pick % before.lines.length;
          const wish: CreditWish =
            one.what === "credit-whole"
              ? { kind: "whole" }
              : one.what === "credit"
                ? { kind: "amount", fils: Math.floor(one.share * left) }
                : {
                    kind: "lines",
                    lines: [
                      {
                        position: at + 1,
                        quantityHundredths: Math.ceil(one.share * before.lines[at]!.quantityHundredths) || 1,
                      },
                    ],
                  };
          const made = await creditInvoice(now, seen, wish, { reason: "Agreed", eventDate: day });
          if (!made.ok) {
            if (wish.kind === "whole") expect(left).toBe(0);
            if (wish.kind === "amount") expect(wish.fils > left || wish.fils === 0).toBe(true);
            continue;
          }
          const note = await db
            .selectFrom("credit_notes")
            .selectAll()
            .where("id", "=", made.id)
            .executeTakeFirstOrThrow();
          if (wish.kind === "amount") expect(note.total_fils).toBe(wish.fils);
          if (wish.kind === "whole") expect(note.total_fils).toBe(left);
          facts.push({
            ...fact,
            what: "credited",
            fils: note.total_fils,
            vatFils: note.vat_fils,
            settledFils: Math.min(open, note.total_fils),
          });
        } else if (one.what === "pay") {
          const fils = Math.ceil(one.share * before.totalFils) || 1;
          await pay(now, invoice, fils);
          facts.push({ ...fact, what: "paid", fils, settledFils: Math.min(open, fils) });
        } else if (one.what === "use-credit") {
          const fils = Math.ceil(one.share * before.totalFils) || 1;
          const had = model(facts).credit(invoice.customer);
          const used = await db
            .transaction()
            .execute((db) => settleFromCredit({ ...now, db }, invoice.id, fils));
          expect(used).toBe(Math.min(fils, had, open));
          facts.push({ ...fact, what: "used-credit", fils: used, settledFils: used });
        } else {
          const result = await writeOff(now, seen, "Lost");
          expect(result.ok).toBe(open > 0);
          if (result.ok) facts.push({ ...fact, what: "written-off", fils: open, settledFils: open });
        }
      }
      await check(facts, invoices, customers, day);
    }),
    { numRuns: rounds({ short: 25, long: 300 }) },
  );
});

async function check(
  facts: readonly Happened[],
  invoices: readonly { id: string; customer: string }[],
  customers: readonly string[],
  today: string,
): Promise<void> {
  const wanted = model(facts);
  const now = { ...ctx, now: dubaiInstant(today, "12:00") };
  for (const { id } of invoices) {
    const made = (await findInvoiceDetail(now, id))!;
    expect(made).toMatchObject({
      openFils: wanted.open(id),
      creditedFils: wanted.credited(id),
      vatFils: wanted.vat(id),
    });
    expect(made.lines.reduce((sum, { grossFils }) => sum + grossFils, 0)).toBe(made.totalFils);
    expect(made.lines.reduce((sum, { vatFils }) => sum + vatFils, 0)).toBe(made.vatFils);
    expect(wanted.vatCredited(id)).toBeLessThanOrEqual(made.vatFils);
    if (made.creditedFils === made.totalFils) expect(wanted.vatCredited(id)).toBe(made.vatFils);
  }
  for (const customer of customers) {
    const owned = invoices.filter((invoice) => invoice.customer === customer);
    const open = owned.reduce((sum, { id }) => sum + wanted.open(id), 0);
    const from = addDays(today, -20);
    const statement = (await findStatement(now, { customerId: customer, from, to: today }))!;
    expect(statement.openingFils).toBe(wanted.owed(customer, from));
    expect(statement.closingFils).toBe(wanted.owed(customer, addDays(today, 1)));
    expect(statement.closingFils).toBe(open - wanted.credit(customer));
    expect(statement.creditFils).toBe(wanted.credit(customer));
    const ageing = await readAgeing(now, customer);
    expect(Object.values(ageing).reduce((sum, fils) => sum + fils, 0)).toBe(open);
    const listed = await listInvoices(now, { customer, state: "open", limit: 100 });
    expect(listed.invoices.reduce((sum, { openFils }) => sum + openFils, 0)).toBe(open);
    const late = await listInvoices(now, { customer, state: "overdue", limit: 100 });
    expect(late.invoices.reduce((sum, { openFils }) => sum + openFils, 0)).toBe(open - ageing.notDueFils);
  }
  await expectOpenByDueDate(now);
  await gatherOpenByDueDate(now);
  await expectOpenByDueDate(now);
  for (const month of new Set(facts.map(({ day }) => day.slice(0, 7)))) {
    const csv = await exportDocuments(now, { from: `${month}-01`, to: addDays(`${month}-28`, 0) });
    const until28 = facts.filter(({ day }) => day <= `${month}-28`);
    const vat = csv
      .trim()
      .split("\r\n")
      .slice(1)
      .reduce((sum, line) => sum + Math.round(Number(line.split(",").at(-2)) * 100), 0);
    expect(vat).toBe(model(until28).vatOf(month));
  }
}

/** What is noted of each day is what is open of the invoices that are due on it. */
async function expectOpenByDueDate({ db }: Ctx): Promise<void> {
  const noted = await sql`SELECT due_date, sum(fils) AS fils FROM open_by_due_date
    GROUP BY due_date HAVING sum(fils) <> 0 ORDER BY due_date`.execute(db);
  const open =
    await sql`SELECT due_date, sum(open_fils) AS fils FROM invoices WHERE state IN ('issued', 'part_paid')
    GROUP BY due_date HAVING sum(open_fils) <> 0 ORDER BY due_date`.execute(db);
  expect(noted.rows).toEqual(open.rows);
}

async function addCustomer(): Promise<string> {
  // An address, so that an invoice above AED 10,000 is issued.
  const row = {
    name: "Noura",
    billing_address: "Palm Street 7",
    created_at: new Date("2026-01-01T00:00:00Z"),
  };
  return (await ctx.db.insertInto("customers").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

async function issue(
  now: Ctx,
  customerId: string,
  wish: { lines: { quantityHundredths: number; unitFils: number; off: number }[]; discount: number },
): Promise<{ id: string; grossFils: number } | null> {
  const begun = await draftInvoice(now, { customerId });
  if (!begun.ok) throw new Error(begun.reason);
  const lines = wish.lines.map(({ quantityHundredths, unitFils, off }) => {
    const whole = Math.round((quantityHundredths * unitFils) / 100);
    const rest = { section: "", unit: "h", serviceId: null, priceId: null, deductsId: null };
    return {
      ...rest,
      description: "Work",
      quantityHundredths,
      unitFils,
      discountFils: Math.floor(off * whole),
    };
  });
  const gross = lines.reduce(
    (sum, { quantityHundredths, unitFils, discountFils }) =>
      sum + Number((BigInt(quantityHundredths) * BigInt(unitFils) * 2n + 100n) / 200n) - discountFils,
    0,
  );
  const content = { propertyId: null, note: "", supplyDate: null, dueDate: null, lines };
  const seen = { id: begun.id, version: (await findInvoiceDetail(now, begun.id))!.version };
  const saved = await saveDraft(now, seen, { ...content, discount: { kind: "amount", fils: wish.discount } });
  if (!saved.ok) throw new Error(saved.reason);
  const issued = await issueInvoice(now, {
    ...seen,
    version: (await findInvoiceDetail(now, begun.id))!.version,
  });
  const grossFils = gross - Math.min(gross, wish.discount);
  if (!issued.ok) {
    expect([issued.reason, grossFils]).toEqual(["nothing-to-charge", 0]);
    return null;
  }
  return { id: begun.id, grossFils };
}

/** What is beyond what is open becomes the customer's credit. */
async function pay(
  now: Ctx,
  { id, customer }: { id: string; customer: string },
  fils: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...now, db };
    const paymentId = randomUUID();
    const received_on = new Date(now.now).toISOString().slice(0, 10);
    await db
      .insertInto("payments")
      .values({
        id: paymentId,
        customer_id: customer,
        method: "cash",
        amount_fils: fils,
        received_on,
        recorded_at: now.now,
      })
      .execute();
    const settled = await settle(inside, id, fils, { by: "payment", paymentId });
    if (settled < fils) await addCredit(inside, customer, fils - settled, { paymentId });
  });
}
