import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, formatDay } from "~/platform/time";
import {
  addCustomer,
  createApprovedQuote,
  createIssuedInvoice,
} from "../../../../test/harness/company/billing";
import { type Caller, createCaller, TODAY, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import { payFromCredit } from "./commands/record-payment.server";
import { planWithdrawal, sumAmounts } from "./payment";

/** Payments, cheques and refunds recorded by the office. */

let caller: Caller;
let ctx: Ctx;
let admin: Record<string, string>;
let accountant: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  ctx = caller.ctx();
  admin = await caller.asAdmin();
  const user = {
    email: "books@company.example",
    password: "a password of the books",
    role: "accountant" as const,
  };
  await caller.addUser(user);
  accountant = { Cookie: await caller.signIn(user) };
});
afterAll(() => caller.close());

const post = (path: string, body: object, headers = accountant) =>
  caller.call("POST", `/api/admin${path}`, body, headers);
const money = async (customerId: string) =>
  (await caller.call("GET", `/api/admin/customers/${customerId}/balance`, undefined, accountant)).body;
const invoice = (id: string) =>
  ctx.db.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const cash = (fils: number, invoiceIds: string[], seenOpenFils: number, more: object = {}) => ({
  method: "cash",
  fils,
  receivedOn: TODAY,
  note: "",
  invoiceIds,
  seenOpenFils,
  ...more,
});

describe("recording a payment", () => {
  it("settles invoices by due date and reports the allocation", async () => {
    const customerId = await addCustomer(ctx);
    const later = await createIssuedInvoice(ctx, customerId, 100_00, { dueDate: "2026-12-20" });
    const sooner = await createIssuedInvoice(ctx, customerId, 50_00, { dueDate: "2026-11-25" });
    const body = cash(80_00, [later.id, sooner.id], 150_00, { note: "FT26327" });
    const answer = await post(`/customers/${customerId}/payments`, body);
    expect(answer.status).toBe(201);
    const { payment } = answer.body;
    expect(payment).toMatchObject({ fils: 80_00, method: "cash", creditFils: 0, note: "FT26327" });
    expect(payment.reference).toMatch(/^RC-2026-\d{6}$/);
    const parts = payment.allocations.map(({ reference, fils }: { reference: string; fils: number }) => [
      reference,
      fils,
    ]);
    expect(parts.sort()).toEqual(
      [
        [sooner.reference, 50_00],
        [later.reference, 30_00],
      ].sort(),
    );
    expect((await invoice(sooner.id)).state).toBe("paid");
    expect(await invoice(later.id)).toMatchObject({ state: "part_paid", openFils: 70_00 });
    const trail = await readTrail(ctx.db, { subjectId: payment.id });
    expect(trail.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "payment.recorded", data: { method: "cash", fils: 80_00, excessFils: 0, late: false } },
    ]);
  });

  it("turns an excess into credit after confirmation only", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
    const refused = await post(`/customers/${customerId}/payments`, cash(120_00, [id], 100_00));
    expect(refused).toMatchObject({ status: 409, body: { reason: "over-payment", excessFils: 20_00 } });
    expect(refused.body.message).toContain("AED\u00a020 more");
    expect((await money(customerId)).creditFils).toBe(0);
    const body = cash(120_00, [id], 100_00, { creditRemainder: true });
    expect((await post(`/customers/${customerId}/payments`, body)).body.payment.creditFils).toBe(20_00);
    expect(await money(customerId)).toMatchObject({ creditFils: 20_00, openInvoices: [] });

    const next = await createIssuedInvoice(ctx, customerId, 50_00);
    expect((await post(`/invoices/${next.id}/use-credit`, { seenOpenFils: 50_00 })).status).toBe(200);
    expect(await invoice(next.id)).toMatchObject({ openFils: 30_00 });
    const again = await post(`/invoices/${next.id}/use-credit`, { seenOpenFils: 30_00 });
    expect(again).toMatchObject({ status: 400, body: { errors: { fils: expect.any(String) } } });
  });

  it("asks for confirmation of a duplicate, also for two concurrent payments", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
    const path = `/customers/${customerId}/payments`;
    const both = await Promise.all([
      post(path, cash(10_00, [], 0, { creditRemainder: true })),
      post(path, cash(10_00, [], 0, { creditRemainder: true })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      reason: "same-payment",
      reference: both.find(({ status }) => status === 201)?.body.payment.reference,
    });
    expect((await post(path, cash(10_00, [id], 100_00, { allowDuplicate: true }))).status).toBe(201);
  });

  it("records once per idempotency key and refuses a stale open amount", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
    const path = `/customers/${customerId}/payments`;
    const keyed = { ...accountant, "Idempotency-Key": randomUUID() };
    const answers = await Promise.all([
      post(path, cash(40_00, [id], 100_00), keyed),
      post(path, cash(40_00, [id], 100_00), keyed),
    ]);
    expect(answers[0]!.text).toBe(answers[1]!.text);
    expect(await invoice(id)).toMatchObject({ openFils: 60_00 });
    const stale = await post(path, cash(60_00, [id], 100_00));
    expect(stale.body).toMatchObject({
      reason: "stale",
      message: expect.stringContaining("in the meantime"),
    });
  });

  it("refuses invalid input beside its field", async () => {
    const customerId = await addCustomer(ctx);
    const errors = async (more: object) =>
      (await post(`/customers/${customerId}/payments`, cash(1_00, [], 0, more))).body.errors;
    expect(await errors({ fils: 0 })).toEqual({
      fils: "Please enter an amount above zero, such as 1,500.50",
    });
    expect(await errors({ fils: 1.5 })).toHaveProperty("fils");
    expect(await errors({ receivedOn: TOMORROW })).toEqual({
      receivedOn: "Please enter today or an earlier date",
    });
    expect(await errors({ receivedOn: "2026-02-30" })).toHaveProperty("receivedOn");
    expect(await errors({ receivedOn: "2016-11-24" })).toEqual({
      receivedOn: "This date is more than five years ago. Please check the year.",
    });
    expect(await errors({ fils: 100_000_000_01 })).toEqual({
      fils: "Please check the amounts: at most AED\u00a0100,000,000 is possible here",
    });
    expect(await errors({ method: "card" })).toEqual({ method: "Please choose the payment method" });
    const other = await createIssuedInvoice(ctx, await addCustomer(ctx), 10_00);
    const old = { fils: 1_00, receivedOn: "2026-01-10", creditRemainder: true };
    expect(await errors({ ...old, note: "" })).toEqual({ note: expect.stringMatching(/180 days old/) });
    expect(await errors({ ...old, note: "Found in the cash box" })).toBeUndefined();
    const stranger = await post(`/customers/${customerId}/payments`, cash(1_00, [other.id], 10_00));
    expect(stranger.body.reason).toBe("not-found");
  });

  it("reopens invoices and removes credit when a payment is voided", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
    const { payment } = (
      await post(`/customers/${customerId}/payments`, cash(130_00, [id], 100_00, { creditRemainder: true }))
    ).body;
    expect((await post(`/payments/${payment.id}/void`, { reason: " " })).body.errors).toHaveProperty(
      "reason",
    );
    const voided = await post(`/payments/${payment.id}/void`, { reason: "Another customer's" });
    expect(voided.body).toMatchObject({
      remainingFils: 0,
      reversedFils: 130_00,
      creditFils: 0,
      allocations: [],
    });
    expect(await money(customerId)).toMatchObject({
      creditFils: 0,
      openInvoices: [{ id, openFils: 100_00 }],
    });
    expect((await post(`/payments/${payment.id}/void`, { reason: "Again" })).body.reason).toBe(
      "payment-reversed",
    );
  });

  it("reverses invoices paid by the credit of a voided payment and refuses to void after a refund", async () => {
    const customerId = await addCustomer(ctx);
    const path = `/customers/${customerId}/payments`;
    const { payment } = (await post(path, cash(100_00, [], 0, { creditRemainder: true }))).body;
    const settledByCredit = await createIssuedInvoice(ctx, customerId, 60_00);
    await post(`/invoices/${settledByCredit.id}/use-credit`, { seenOpenFils: 60_00 });
    expect((await post(`/payments/${payment.id}/void`, { reason: "A mistake" })).status).toBe(200);
    expect(await invoice(settledByCredit.id)).toMatchObject({ openFils: 60_00 });

    const second = (await post(path, cash(70_00, [], 0, { creditRemainder: true }))).body.payment;
    await post(`/customers/${customerId}/refunds`, { method: "cash", fils: 70_00, reason: "Wanted back" });
    expect((await post(`/payments/${second.id}/void`, { reason: "A mistake" })).body.reason).toBe(
      "already-refunded",
    );
  });
});

describe("cheque", () => {
  const cheque = (changes: object = {}) => ({
    number: String(Math.floor(Math.random() * 1e9)),
    bank: "Emirates NBD",
    dated: TODAY,
    fils: 100_00,
    ...changes,
  });
  const move = async (id: string, move: string, version: number) =>
    post(`/cheques/${id}/transitions`, { transition: move, version });

  it("takes its credit back from an invoice not before the day on which that was paid", async () => {
    const customerId = await addCustomer(ctx);
    const on = (days: number) => addDays(TODAY, -days);
    const { id } = (await post(`/customers/${customerId}/cheques`, cheque({ dated: on(30) }))).body;
    const receivedAt = addMinutes(ctx.now, -60 * 24 * 30);
    await ctx.db.updateTable("cheques").set({ receivedAt }).where("id", "=", id).execute();
    const steps = [
      ["deposit", on(20)],
      ["clear", on(15)],
    ];
    for (const [at, [transition, day]] of steps.entries())
      expect((await post(`/cheques/${id}/transitions`, { transition, version: at + 1, day })).status).toBe(
        200,
      );
    const { id: invoiceId } = await createIssuedInvoice(ctx, customerId, 100_00);
    expect(await payFromCredit(ctx, invoiceId, 100_00)).toMatchObject({ ok: true });
    expect(
      (await post(`/cheques/${id}/transitions`, { transition: "bounce", version: 3, day: on(10) })).status,
    ).toBe(200);
    expect(await invoice(invoiceId)).toMatchObject({ state: "issued", openFils: 100_00 });
    const used = await ctx.db
      .selectFrom("ledgerEntries")
      .select("day")
      .where("sourceId", "=", invoiceId)
      .where("kind", "=", "credit-used")
      .execute();
    expect(used).toEqual([{ day: TODAY }, { day: TODAY }]);
  });

  it("pays when cleared; a later bounce reopens the invoice", async () => {
    const customerId = await addCustomer(ctx);
    const { id: invoiceId } = await createIssuedInvoice(ctx, customerId, 100_00);
    const received = await post(`/customers/${customerId}/cheques`, cheque({ invoiceId }));
    expect(received).toMatchObject({
      status: 201,
      body: { state: "received", readyToDeposit: true, version: 1 },
    });
    const { id } = received.body;
    expect((await move(id, "clear", 1)).body.reason).toBe("wrong-state");
    expect((await move(id, "deposit", 1)).body).toMatchObject({ state: "deposited", version: 2 });
    expect((await invoice(invoiceId)).state).toBe("issued");
    const clearings = await Promise.all([move(id, "clear", 2), move(id, "clear", 2)]);
    expect(clearings.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await invoice(invoiceId)).state).toBe("paid");
    expect((await move(id, "bounce", 3)).body).toMatchObject({ state: "bounced" });
    expect(await invoice(invoiceId)).toMatchObject({ state: "issued", openFils: 100_00 });
    // A cheque deposited again pays again.
    await move(id, "deposit", 4);
    const receipt = { reference: expect.stringMatching(/^RC-/) };
    expect((await move(id, "clear", 5)).body).toMatchObject({ state: "cleared", payment: receipt });
    expect((await invoice(invoiceId)).state).toBe("paid");
    const payments = await ctx.db
      .selectFrom("payments")
      .selectAll()
      .where("customerId", "=", customerId)
      .execute();
    expect(payments.map(({ reversedFils }) => reversedFils).sort()).toEqual([0, 100_00]);
  });

  it("refuses to deposit a post-dated cheque before its day and lists it by that day", async () => {
    const customerId = await addCustomer(ctx, { name: "Post Dated" });
    const postDated = (await post(`/customers/${customerId}/cheques`, cheque({ dated: "2027-03-01" }))).body;
    const today = (await post(`/customers/${customerId}/cheques`, cheque())).body;
    expect((await move(postDated.id, "deposit", 1)).body.reason).toBe("cheque-not-due");
    const list = async (query: string) =>
      (await caller.call("GET", `/api/admin/cheques?search=Post%20Dated${query}`, undefined, accountant))
        .body;
    expect((await list("")).cheques.map(({ id }: { id: string }) => id)).toEqual([today.id, postDated.id]);
    const due = await list("&due=yes");
    expect(due.cheques.map(({ id }: { id: string }) => id)).toEqual([today.id]);
    expect(due.due.count).toBeGreaterThan(0);
    expect((await move(postDated.id, "returnUnused", 1)).body.state).toBe("returned");
  });

  it("refuses cheques beyond what is due, also when two are recorded at once", async () => {
    const customerId = await addCustomer(ctx);
    const { id: invoiceId } = await createIssuedInvoice(ctx, customerId, 250_00);
    const path = `/customers/${customerId}/cheques`;
    const rivals = await Promise.all(
      [150_00, 150_00].map((fils) => post(path, cheque({ invoiceId, fils, dated: "2027-03-01" }))),
    );
    expect(rivals.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = rivals.find(({ status }) => status === 400)!;
    expect(refused.body.errors).toEqual({
      fils: expect.stringMatching(/^At most AED\s100 is due and not covered by cheques in hand\.$/),
    });
    expect((await post(path, cheque({ invoiceId }))).status).toBe(201);
    const { id } = rivals.find(({ status }) => status === 201)!.body;
    expect((await post(path, cheque({ invoiceId, fils: 1 }))).body.errors).toHaveProperty("fils");
    await move(id, "returnUnused", 1);
    expect((await post(path, cheque({ invoiceId, fils: 150_00 }))).status).toBe(201);
  });

  it("asks whether to keep or return held cheques when their invoice is paid by other means", async () => {
    const customerId = await addCustomer(ctx, { name: "Cash Instead" });
    for (const heldCheques of ["keep", "return"] as const) {
      const { id: invoiceId } = await createIssuedInvoice(ctx, customerId, 100_00);
      const held = cheque({ invoiceId, dated: "2027-03-01", number: heldCheques });
      const { id } = (await post(`/customers/${customerId}/cheques`, held)).body;
      const pay = (choice: object) =>
        post(
          `/customers/${customerId}/payments`,
          cash(100_00, [invoiceId], 100_00, { ...choice, allowDuplicate: true }),
        );
      expect((await pay({})).body).toMatchObject({ reason: "cheques-held", count: 1, fils: 100_00 });
      expect((await pay({ heldCheques })).status).toBe(201);
      const { state } = await caller.db
        .selectFrom("cheques")
        .select("state")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(state).toBe(heldCheques === "keep" ? "received" : "returned");
    }
  });

  it("asks whether to keep or return held cheques when the deposit is paid by other means", async () => {
    const customerId = await addCustomer(ctx, { name: "Transfer Instead" });
    for (const heldCheques of ["keep", "return"] as const) {
      const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
      const held = cheque({
        quoteId: quote.id,
        fils: 300_00,
        dated: "2027-03-01",
        number: `D ${heldCheques}`,
      });
      const { id } = (await post(`/customers/${customerId}/cheques`, held)).body;
      const deposit = { method: "transfer", receivedOn: TODAY, note: "", seenFils: 300_00 };
      expect((await post(`/quotes/${quote.id}/deposit`, deposit)).body).toMatchObject({
        ...{ reason: "cheques-held", count: 1, fils: 300_00 },
      });
      expect((await post(`/quotes/${quote.id}/deposit`, { ...deposit, heldCheques })).status).toBe(201);
      const { state } = await caller.db
        .selectFrom("cheques")
        .select("state")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect(state).toBe(heldCheques === "keep" ? "received" : "returned");
    }
  });

  it("records a cheque once and rejects invalid data", async () => {
    const customerId = await addCustomer(ctx);
    const one = cheque();
    expect((await post(`/customers/${customerId}/cheques`, one)).status).toBe(201);
    expect((await post(`/customers/${customerId}/cheques`, one)).body.errors).toHaveProperty("number");
    const wrong = await post(
      `/customers/${customerId}/cheques`,
      cheque({ number: "", bank: "", dated: "2020-01-01", fils: -1 }),
    );
    expect(Object.keys(wrong.body.errors).sort()).toEqual(["bank", "dated", "fils", "number"]);
  });
});

describe("refund", () => {
  const customerWithCredit = async (fils: number) => {
    const customerId = await addCustomer(ctx);
    await post(`/customers/${customerId}/payments`, cash(fils, [], 0, { creditRemainder: true }));
    return customerId;
  };
  const refund = (customerId: string, fils: number, headers = accountant, more: object = {}) =>
    post(
      `/customers/${customerId}/refunds`,
      { method: "transfer", fils, reason: "Paid twice", ...more },
      headers,
    );

  it("pays a refund from credit and never more than the credit", async () => {
    const customerId = await customerWithCredit(90_00);
    expect((await refund(customerId, 90_01)).body.errors).toEqual({
      fils: "The customer's credit is AED\u00a090. You cannot refund or use more than that.",
    });
    expect((await refund(customerId, 40_00)).body).toMatchObject({
      creditFils: 50_00,
      refunds: [{ fils: 40_00, method: "transfer", state: "done", reason: "Paid twice" }],
    });
    const both = await Promise.all([refund(customerId, 50_00), refund(customerId, 50_00)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it("refuses a day on which, or after which, the credit did not cover it", async () => {
    const customerId = await addCustomer(ctx);
    const dayBefore = (days: number) => addDays(TODAY, -days);
    const credit = (fils: number, receivedOn: string) =>
      post(`/customers/${customerId}/payments`, cash(fils, [], 0, { creditRemainder: true, receivedOn }));
    await credit(100_00, dayBefore(60));
    const on = (day: string, fils: number) => refund(customerId, fils, accountant, { day });
    expect((await on(dayBefore(50), 100_00)).status).toBe(201);
    await credit(40_00, dayBefore(20));
    await credit(30_00, dayBefore(5));
    // The credit of 60 days ago is refunded already.
    for (const [day, fils, from] of [
      [dayBefore(60), 40_00, dayBefore(20)],
      [dayBefore(21), 1, dayBefore(20)],
      [dayBefore(20), 40_01, dayBefore(5)],
    ] as const) {
      expect((await on(day, fils)).body.errors).toEqual({
        day: `Choose a day from ${formatDay(from, "date")} to ${formatDay(TODAY, "date")}.`,
      });
    }
    expect((await on(dayBefore(20), 40_00)).status).toBe(201);
    expect((await on(dayBefore(5), 30_00)).status).toBe(201);
  });

  it("needs an admin above the daily limit, also in parts", async () => {
    const customerId = await customerWithCredit(2_000_00);
    expect((await refund(customerId, 1_000_01)).body).toMatchObject({ reason: "refund-above-limit" });
    expect((await refund(customerId, 600_00)).status).toBe(201);
    expect((await refund(customerId, 400_01)).body.reason).toBe("refund-above-limit");
    expect((await refund(customerId, 1_400_00, admin)).status).toBe(201);
    expect((await money(customerId)).creditFils).toBe(0);
  });
});

describe("deposit", () => {
  it("issues its own tax invoice, settled by the payment, once", async () => {
    const customerId = await addCustomer(ctx);
    const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    expect((await money(customerId)).deposits).toEqual([
      { quoteId: quote.id, reference: quote.reference, fils: 300_00 },
    ]);
    const deposit = { method: "transfer", receivedOn: TODAY, note: "", seenFils: 300_00 };
    expect((await post(`/quotes/${quote.id}/deposit`, { ...deposit, seenFils: 200_00 })).body.reason).toBe(
      "stale",
    );
    const both = await Promise.all([
      post(`/quotes/${quote.id}/deposit`, deposit),
      post(`/quotes/${quote.id}/deposit`, deposit),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const invoices = await ctx.db
      .selectFrom("invoices")
      .selectAll()
      .where("quoteId", "=", quote.id)
      .execute();
    expect(invoices).toMatchObject([{ kind: "deposit", state: "paid", totalFils: 300_00 }]);
    expect(await money(customerId)).toMatchObject({ deposits: [], creditFils: 0 });
  });

  it("deducts the deposit from an existing draft and refuses either a concurrent issue or the payment", async () => {
    const pay = (id: string) =>
      post(`/quotes/${id}/deposit`, { method: "cash", receivedOn: TODAY, note: "", seenFils: 300_00 });
    const draftOfQuote = async () => {
      const quote = await createApprovedQuote(ctx, await addCustomer(ctx), { depositFils: 300_00 });
      const { id, version } = (await post("/invoices/drafts", { quoteId: quote.id })).body.invoice;
      return { quoteId: quote.id, id, version };
    };
    const one = await draftOfQuote();
    expect((await pay(one.quoteId)).status).toBe(201);
    // An open draft becomes stale.
    expect((await post(`/invoices/${one.id}/issue`, { version: one.version })).body.reason).toBe("stale");
    const { invoice } = (await caller.call("GET", `/api/admin/invoices/${one.id}`, undefined, accountant))
      .body;
    expect(invoice).toMatchObject({
      totalFils: 700_00,
      lines: [{ grossFils: 1000_00 }, { grossFils: -300_00 }],
    });
    expect((await post(`/invoices/${one.id}/issue`, { version: invoice.version })).status).toBe(200);

    for (let time = 1; time <= 5; time++) {
      const { quoteId, id, version } = await draftOfQuote();
      const both = await Promise.all([pay(quoteId), post(`/invoices/${id}/issue`, { version })]);
      expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
    }
  });

  it("counts a deposit as paid when its cheque clears", async () => {
    const customerId = await addCustomer(ctx);
    const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    const body = { quoteId: quote.id, number: "778899", bank: "ADCB", dated: TODAY, fils: 300_00 };
    const part = await post(`/customers/${customerId}/cheques`, { ...body, fils: 150_00 });
    expect(part.body).toMatchObject({
      errors: { fils: expect.stringContaining("A deposit is paid as a whole") },
    });
    const { id } = (await post(`/customers/${customerId}/cheques`, body)).body;
    await post(`/cheques/${id}/transitions`, { transition: "deposit", version: 1 });
    expect((await money(customerId)).deposits).toHaveLength(1);
    await post(`/cheques/${id}/transitions`, { transition: "clear", version: 2 });
    const invoices = await ctx.db
      .selectFrom("invoices")
      .selectAll()
      .where("quoteId", "=", quote.id)
      .execute();
    expect(invoices).toMatchObject([{ kind: "deposit", state: "paid", totalFils: 300_00 }]);
  });
});

describe("payment list", () => {
  it("pages by day and supports search and export", async () => {
    const customerId = await addCustomer(ctx, { name: 'Listed, "Sheikh"' });
    for (const [at, receivedOn] of ["2026-11-20", "2026-11-22", "2026-11-21"].entries()) {
      await post(
        `/customers/${customerId}/payments`,
        cash(10_05 + at, [], 0, { creditRemainder: true, receivedOn }),
      );
    }
    const get = (query: string) => caller.call("GET", `/api/admin/payments${query}`, undefined, accountant);
    const days = (answer: { body: { payments: { receivedOn: string }[] } }) =>
      answer.body.payments.map(({ receivedOn }) => receivedOn);
    const first = await get("?search=listed&limit=2");
    expect(days(first)).toEqual(["2026-11-22", "2026-11-21"]);
    expect(days(await get(`?search=listed&limit=2&cursor=${first.body.nextCursor}`))).toEqual(["2026-11-20"]);
    expect(days(await get("?search=listed&from=2026-11-21&until=2026-11-21"))).toEqual(["2026-11-21"]);
    expect(days(await get("?search=listed&method=card"))).toEqual([]);
    const csv = await get(".csv?search=listed");
    expect(csv.text.split("\r\n")).toHaveLength(5);
    expect(csv.text).toContain('2026-11-22,"Listed, ""Sheikh""",Cash,10.06,');
    expect((await get(`/${first.body.payments[0].id}`)).body).toMatchObject({
      history: [{ type: "payment.recorded" }],
    });
    expect((await get(`/${randomUUID()}`)).status).toBe(404);
  });

  it("exports all rows beyond one page of a day", async () => {
    const customerId = await addCustomer(ctx, { name: "Pays Often" });
    const count = 1_250;
    await ctx.db.transaction().execute(async (trx) => {
      // The allocation is irrelevant here.
      await sql`ALTER TABLE payments DISABLE TRIGGER USER`.execute(trx);
      await sql`INSERT INTO payments (id, customer_id, method, amount_fils, received_on, recorded_at)
        SELECT gen_random_uuid(), ${customerId}, 'cash', n, date '2026-10-01' + n % 2, now() FROM generate_series(1, ${count}) AS n`.execute(
        trx,
      );
      await sql`ALTER TABLE payments ENABLE TRIGGER USER`.execute(trx);
    });
    const { text } = await caller.call(
      "GET",
      "/api/admin/payments.csv?search=Pays+Often",
      undefined,
      accountant,
    );
    const amounts = text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Math.round(Number(line.split(",")[4]) * 100));
    expect(amounts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  });
});

describe("planWithdrawal", () => {
  const parts = fc.array(fc.record({ invoiceId: fc.uuid(), fils: fc.integer({ min: 1, max: 500 }) }), {
    maxLength: 4,
  });

  it("property: withdraws exactly the amount, never more than available, and fails only if it is not available", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.nat(800),
        fc.nat(800),
        parts,
        parts,
        (fils, creditFils, maxCreditFils, settledByPayment, settledByCredit) => {
          const plan = planWithdrawal(fils, { creditFils, maxCreditFils, settledByPayment, settledByCredit });
          const possible =
            fils <=
            Math.min(maxCreditFils, creditFils + sumAmounts(settledByCredit)) + sumAmounts(settledByPayment);
          expect(plan !== null).toBe(possible);
          if (!plan) return;
          expect(plan.fromCredit + sumAmounts(plan.settlementsToReverse)).toBe(fils);
          expect(plan.fromCredit).toBeLessThanOrEqual(maxCreditFils);
          expect(plan.fromCredit - sumAmounts(plan.creditToReverse)).toBeLessThanOrEqual(creditFils);
          const within = (some: typeof settledByPayment, all: typeof settledByPayment) =>
            some.every(
              ({ invoiceId, fils }) =>
                fils > 0 && all.some((part) => part.invoiceId === invoiceId && part.fils >= fils),
            );
          expect(
            within(plan.settlementsToReverse, settledByPayment) &&
              within(plan.creditToReverse, settledByCredit),
          ).toBe(true);
        },
      ),
    );
  });
});
