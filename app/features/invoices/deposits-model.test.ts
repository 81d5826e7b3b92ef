import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import { rounds } from "../../../test/faults/rounds";
import { addCustomer, approveQuote } from "../../../test/harness/billing";
import { addOfficeUser, foundCompany, officeCtx, setTrn } from "../../../test/harness/company";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database";
import { payDeposit } from "../payments/pay-deposit.server";
import { cancelQuote } from "./commands/cancel-quote.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import type { CreditWish } from "./credit-lines";
import { findInvoiceDetail } from "./office-queries.server";
import { findStatement } from "./statement.server";

/**
 * Random lives of a quote with a deposit, its invoices and their credit notes, against an obvious model: all lines that were ever
 * written, added up anew each time.
 */

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ctx = officeCtx(db);
  await foundCompany(db);
  await addOfficeUser(db);
  await setTrn(db, "100000000000003");
});
afterAll(() => database.close());

const step = fc.record({
  what: fc.constantFrom("issue", "issue", "whole", "amount", "lines", "lines", "deposit", "cancel"),
  pick: fc.nat(),
  share: fc.double({ min: 0, max: 1.1, noNaN: true }),
  back: fc.double({ min: 0, max: 1.1, noNaN: true }),
});
const ROUNDS = rounds({ short: 25, long: 300 });

it("a deposit is deducted, given back and credited to the fil, whatever happens", {
  timeout: 900_000,
}, async () => {
  const life = fc.record({
    totalFils: fc.integer({ min: 100, max: 2_000_00 }),
    part: fc.double({ min: 0.01, max: 1, noNaN: true }),
    rule: fc.constantFrom("refunded" as const, "kept" as const),
    steps: fc.array(step, { minLength: 3, maxLength: 14 }),
  });
  await fc.assert(
    fc.asyncProperty(life, async ({ totalFils, part, rule, steps }) => {
      const depositFils = Math.max(1, Math.floor(part * totalFils));
      const customerId = await addCustomer(ctx, { billing_address: "Palm Street 7" });
      const quote = await approveQuote(ctx, customerId, { totalFils, depositFils, depositRule: rule });
      const today = dubaiDate(ctx.now);
      const paid = await inTransaction(ctx, (ctx) =>
        payDeposit(ctx, quote.id, { method: "cash", fils: depositFils, receivedOn: today }),
      );
      if (!paid.ok) throw new Error(paid.reason);
      const deposit = paid.towards[0]!.invoiceId;
      const invoices = [deposit];
      const detail = async (id: string) => (await findInvoiceDetail(ctx, id))!;
      const why = { reason: "Agreed", eventDate: today };
      const credit = async (id: string, wish: CreditWish) =>
        creditInvoice(ctx, { id, version: (await detail(id)).version }, wish, why);

      for (const one of steps) {
        const work = invoices.slice(1);
        const id = one.what === "deposit" ? deposit : work[one.pick % (work.length || 1)];
        if (one.what === "issue") {
          const begun = await draftInvoice(ctx, { quoteId: quote.id });
          if (!begun.ok) {
            expect(["already-invoiced", "not-approved"]).toContain(begun.reason);
            continue;
          }
          const issued = await issueInvoice(ctx, { id: begun.id, version: (await detail(begun.id)).version });
          if (!issued.ok) throw new Error(issued.reason);
          invoices.push(begun.id);
        } else if (one.what === "cancel") {
          const { version } = await ctx.db
            .selectFrom("quotes")
            .select("version")
            .where("id", "=", quote.id)
            .executeTakeFirstOrThrow();
          await cancelQuote(ctx, { id: quote.id, version }, { deposit: "by-rule", reason: "Over" });
        } else if (id) {
          const { lines, totalFils, creditedFils } = await detail(id);
          const wish: CreditWish =
            one.what === "whole"
              ? { kind: "whole" }
              : one.what === "amount"
                ? { kind: "amount", fils: Math.max(1, Math.floor(one.share * (totalFils - creditedFils))) }
                : {
                    kind: "lines",
                    lines: lines.map(({ position, grossFils }) => ({
                      position,
                      fils: Math.max(
                        1,
                        Math.floor((grossFils < 0 ? one.back : one.share) * Math.abs(grossFils)),
                      ),
                    })),
                  };
          const made = await credit(id, wish);
          if (!made.ok) expect(made.reason).toBe("credit-too-much");
        }
        await check({ deposit, invoices, customerId, today, paidFils: depositFils });
      }
      // In the end everything can be taken back, and then nothing is left of it: neither money nor VAT.
      for (const id of [...invoices.slice(1), deposit]) {
        if ((await detail(id)).canCredit) expect((await credit(id, { kind: "whole" })).ok).toBe(true);
      }
      await check({ deposit, invoices, customerId, today, paidFils: depositFils });
      const { rows } = await linesOf(invoices);
      expect(rows.reduce((sum, { gross, vat }) => sum + gross + vat, 0)).toBe(0);
    }),
    { numRuns: ROUNDS },
  );
});

/** Every line of these invoices, with what its credit notes took back of it. */
async function linesOf(invoices: readonly string[]) {
  const written = await ctx.db
    .selectFrom("invoice_lines")
    .select(["invoice_id", "position", "gross_fils", "vat_fils", "deducts_id"])
    .where("invoice_id", "in", invoices)
    .execute();
  const credited = await ctx.db
    .selectFrom("credit_note_lines")
    .select(["invoice_id", "invoice_position", "gross_fils", "vat_fils"])
    .where("invoice_id", "in", invoices)
    .execute();
  const rows = written.map((line) => {
    const back = credited.filter(
      (one) => one.invoice_id === line.invoice_id && one.invoice_position === line.position,
    );
    const sum = (of: (one: (typeof back)[number]) => number) =>
      back.reduce((total, one) => total + of(one), 0);
    return {
      invoice: line.invoice_id,
      deducts: line.deducts_id,
      whole: line.gross_fils,
      wholeVat: line.vat_fils,
      gross: line.gross_fils - sum(({ gross_fils }) => gross_fils),
      vat: line.vat_fils - sum(({ vat_fils }) => vat_fils),
    };
  });
  return { rows };
}

interface Life {
  deposit: string;
  invoices: readonly string[];
  customerId: string;
  today: string;
  paidFils: number;
}

async function check({ deposit, invoices, customerId, today, paidFils }: Life): Promise<void> {
  const { rows } = await linesOf(invoices);
  for (const line of rows) {
    // What is left of a line is a part of it, with a part of its VAT; nothing of it has none.
    const by = Math.sign(line.whole);
    expect(by * line.gross).toBeGreaterThanOrEqual(0);
    expect(by * line.vat).toBeGreaterThanOrEqual(0);
    expect(Math.abs(line.vat)).toBeLessThanOrEqual(Math.abs(line.wholeVat));
    if (line.gross === 0) expect(line.vat).toBe(0);
  }
  const sumOf = (of: typeof rows) => ({
    gross: of.reduce((sum, { gross }) => sum + gross, 0),
    vat: of.reduce((sum, { vat }) => sum + vat, 0),
  });
  // Of the deposit: what it still says, less what invoices still take off.
  const own = sumOf(rows.filter(({ invoice }) => invoice === deposit));
  const taken = sumOf(rows.filter(({ deducts }) => deducts === deposit));
  expect(own.gross + taken.gross).toBeGreaterThanOrEqual(0);
  expect(own.vat + taken.vat).toBeGreaterThanOrEqual(0);
  if (own.gross + taken.gross === 0) expect(own.vat + taken.vat).toBe(0);
  const known = (await findInvoiceDetail(ctx, deposit))!;
  expect(known.totalFils - known.creditedFils - known.deductedFils).toBe(own.gross + taken.gross);

  for (const id of invoices) {
    const { totalFils, creditedFils } = (await findInvoiceDetail(ctx, id))!;
    expect(totalFils - creditedFils).toBe(sumOf(rows.filter(({ invoice }) => invoice === id)).gross);
  }
  // Of the customer: what all of it still asks for, less what was paid.
  const statement = (await findStatement(ctx, { customerId, from: today, to: today }))!;
  expect(statement.closingFils).toBe(sumOf(rows).gross - paidFils);
}
