import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { system } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { rounds } from "../../../test/faults/rounds";
import { addCustomer, issueOne } from "../../../test/harness/billing";
import { addOfficeUser, foundCompany, officeCtx } from "../../../test/harness/company";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database";
import { moveCheque, receiveCheque } from "./commands/cheques.server";
import { payFromCredit, recordPayment, takeBackPayment } from "./commands/record-payment.server";
import { refundWithoutLimit } from "./commands/refunds.server";
import type { ProviderNews } from "./provider/card-provider";
import { findCustomerMoney } from "./queries.server";
import { takePayment } from "./take-payment.server";
import { takeProviderEvent } from "./take-provider-event.server";

/**
 * Random lives of a customer's money against an obvious model: what was asked for, what came in, what went out. Whatever
 * happens between, what is open less what we owe is what was asked for less what is here.
 */

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ctx = officeCtx(db);
  await foundCompany(db);
  await addOfficeUser(db);
});
afterAll(() => database.close());

const step = fc.record({
  what: fc.constantFrom(
    "issue",
    "issue",
    "pay",
    "pay",
    "take-back",
    "use-credit",
    "refund",
    "cheque",
    "bounce",
    "card",
    "card",
    "dispute",
    "win",
    "dashboard",
  ),
  fils: fc.integer({ min: 1, max: 500_00 }),
  pick: fc.nat(),
});

/** A payment as the model knows it. */
interface Paid {
  id: string;
  /** Of a card: the provider's name of it. */
  card: string | null;
  cheque: string | null;
  byHand: boolean;
  fils: number;
  reversed: number;
  refunded: number;
}

it("is open, owed and here as the model says, whatever happened", { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const customerId = await addCustomer(ctx);
      const today = dubaiDate(ctx.now);
      const invoices: { id: string; fils: number }[] = [];
      const paid: Paid[] = [];
      let refunded = 0;
      const tell = (news: ProviderNews) =>
        takeProviderEvent({ ...ctx, actor: system }, "stripe", {
          id: randomUUID(),
          type: "test",
          at: ctx.now,
          news,
        });
      const oneOf = <One>(all: readonly One[], pick: number): One | undefined =>
        all[pick % (all.length || 1)];
      const left = (payment: Paid) => payment.fils - payment.reversed - payment.refunded;
      const money = async () => (await findCustomerMoney(ctx, customerId))!;

      for (const { what, fils, pick } of steps) {
        const before = await money();
        const invoice = oneOf(invoices, pick);
        const cards = paid.filter(({ card }) => card);
        const card = oneOf(cards, pick);
        if (what === "issue") {
          invoices.push({ id: (await issueOne(ctx, customerId, fils)).id, fils });
        } else if (what === "pay") {
          const open = before.open.slice(0, pick % 3);
          const seenOpenFils = open.reduce((sum, { openFils }) => sum + openFils, 0);
          const wish = {
            customerId,
            method: "cash" as const,
            fils,
            receivedOn: today,
            note: "",
            seenOpenFils,
          };
          const invoiceIds = open.map(({ id }) => id);
          const answer = await recordPayment(ctx, { ...wish, invoiceIds, creditRest: true, another: true });
          if (!answer.ok) throw new Error(answer.reason);
          paid.push({
            id: answer.id,
            card: null,
            cheque: null,
            byHand: true,
            fils,
            reversed: 0,
            refunded: 0,
          });
        } else if (what === "take-back") {
          const payment = oneOf(
            paid.filter(({ byHand, reversed }) => byHand && reversed === 0),
            pick,
          );
          if (!payment) continue;
          const answer = await takeBackPayment(ctx, payment.id, "A mistake");
          if (answer.ok) payment.reversed = payment.fils;
          else expect(answer.reason).toBe("money-gone");
        } else if (what === "use-credit") {
          const open = before.open.find(({ id }) => id === invoice?.id);
          if (!open) continue;
          const answer = await payFromCredit(ctx, open.id, open.openFils);
          expect(answer.ok).toBe(before.creditFils > 0);
        } else if (what === "refund") {
          const wish = { customerId, method: "cash" as const, fils, reason: "Wanted back", paymentId: null };
          const answer = await refundWithoutLimit(ctx, wish);
          expect(answer.ok).toBe(fils <= before.creditFils);
          if (answer.ok) refunded += fils;
        } else if (what === "cheque") {
          const id = await clearCheque(customerId, invoice?.id ?? null, fils);
          paid.push({ ...id, card: null, byHand: false, fils, reversed: 0, refunded: 0 });
        } else if (what === "bounce") {
          const payment = oneOf(
            paid.filter(({ cheque, reversed }) => cheque && reversed === 0),
            pick,
          );
          if (!payment) continue;
          const answer = await moveCheque(ctx, payment.cheque!, "bounce", 3);
          if (answer.ok) payment.reversed = payment.fils;
          else expect(answer.reason).toBe("money-gone");
        } else if (what === "card") {
          const name = `pi_${randomUUID()}`;
          const invoiceIds = invoice ? [invoice.id] : [];
          const provider = { name: "stripe", payment: name };
          const { id } = await ctx.db
            .transaction()
            .execute((db) =>
              takePayment(
                { ...ctx, db, actor: system },
                { customerId, method: "card", fils, receivedOn: today, invoiceIds, provider },
              ),
            );
          paid.push({ id, card: name, cheque: null, byHand: false, fils, reversed: 0, refunded: 0 });
        } else if (card) {
          const news = { payment: card.card!, amount: Math.min(fils, card.fils), currency: "aed" };
          const row = async () =>
            ctx.db.selectFrom("payments").selectAll().where("id", "=", card.id).executeTakeFirstOrThrow();
          if (what === "dashboard") {
            const refund = { refund: `re_${randomUUID()}`, state: "done" as const };
            await tell({ kind: "refund", id: null, refund, ...news });
            const done = (await row()).refunded_fils - card.refunded;
            // All of it or nothing; nothing only where it is not there.
            expect([0, news.amount]).toContain(done);
            if (news.amount <= left(card) && news.amount <= before.creditFils) expect(done).toBe(news.amount);
            card.refunded += done;
            refunded += done;
          } else {
            await tell({ kind: "dispute", taken: what === "dispute", ...news });
            const done = (await row()).reversed_fils - card.reversed;
            expect([0, what === "dispute" ? news.amount : -news.amount]).toContain(done);
            card.reversed += done;
          }
        }

        const now = await money();
        const open = now.open.reduce((sum, { openFils }) => sum + openFils, 0);
        const asked = invoices.reduce((sum, { fils }) => sum + fils, 0);
        const here = paid.reduce((sum, { fils, reversed }) => sum + fils - reversed, 0) - refunded;
        expect(open - now.creditFils).toBe(asked - here);
        for (const payment of paid) expect(left(payment)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: rounds({ short: 25, long: 300 }) },
  );
});

async function clearCheque(customerId: string, invoiceId: string | null, fils: number) {
  const number = String(Math.floor(Math.random() * 1e12));
  const wish = {
    customerId,
    invoiceId,
    quoteId: null,
    number,
    bank: "ADCB",
    dated: dubaiDate(ctx.now),
    fils,
  };
  const received = await receiveCheque(ctx, wish);
  if (!received.ok) throw new Error(received.reason);
  await moveCheque(ctx, received.id, "deposit", 1);
  const cleared = await moveCheque(ctx, received.id, "clear", 2);
  if (!cleared.ok) throw new Error(cleared.reason);
  const { payment_id } = await ctx.db
    .selectFrom("cheques")
    .select("payment_id")
    .where("id", "=", received.id)
    .executeTakeFirstOrThrow();
  return { id: payment_id!, cheque: received.id };
}
