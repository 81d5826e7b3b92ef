import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { issueCreditNote } from "~/features/finance/invoices/credit/credit.server";
import { refundWithoutLimit } from "~/features/finance/payments/commands/refunds.server";
import { documentKey } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { createRandom } from "~/platform/random";
import { addMinutes, dubaiDate } from "~/platform/time";
import { addCustomer, createApprovedQuote, createIssuedInvoice } from "../harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../harness/company/company";
import { highGuestLimits } from "../harness/http-app";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import {
  type FakeStripe,
  type FakeStripeEvent,
  signEvent,
  startFakeStripe,
} from "../harness/servers/fake-stripe";
import { casesForRun, isProofSelected, rounds, seedOfRun } from "./rounds";

/**
 * Card payments while the product is killed with SIGKILL, at every step and at random moments. After a
 * restart the customer retries and the provider redelivers its events: every payment is booked once and none
 * is lost.
 */

const SECRET = "a secret of at least 32 characters";
const ORIGIN = "http://localhost:3000";

let folder: string;
let program: string;
let database: TestDatabase;
let stripe: FakeStripe;
let ctx: Ctx;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "card-kill-"));
  program = await bundledProgram("product-process");
  stripe = await startFakeStripe();
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await createCompany(database.db);
  await setTrn(database.db, "100000000000003");
  await addOfficeUser(database.db);
}, 120_000);
afterAll(async () => {
  await stripe.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stripe.takeEvents();
});
/** Running processes. */
const processes = new Set<ChildProcess>();
afterEach(() => {
  for (const child of processes) child.kill("SIGKILL");
});

const random = createRandom(seedOfRun());

/** Selection for this run. Card payments without kills are tested in app/features/finance/payments, in every run. */
const selectedCases = isProofSelected("killed card payments")
  ? casesForRun(["checkouts", "events", "refunds", "random kills"] as const, random)
  : [];

interface Product {
  origin: string;
  process: ChildProcess;
  /** Exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Starts the product, as also after a crash. `killWhen`: statement at which it kills itself. */
async function start(killWhen = ""): Promise<Product> {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...stripe.env,
      ...{
        DATABASE_URL: database.connectionString,
        DATA_DIR: join(folder, "data"),
        PUBLIC_URL: ORIGIN,
        SECRET,
      },
      ...highGuestLimits,
      ...{ SAMPLE_DATA: "off", TRUST_PROXY: "1", CLIENT_RATE_LIMIT: "100000", KILL_WHEN: killWhen },
    },
  });
  processes.add(child);
  const ended = once(child, "exit").then(([code, signal]) => {
    processes.delete(child);
    return signal ?? code;
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  const port = await vi.waitFor(
    () => {
      const line = /^(\d+)$/m.exec(output)?.[1];
      if (!line) throw new Error(`The product does not listen: ${output}`);
      return line;
    },
    { timeout: 60_000, interval: 50 },
  );
  return { origin: `http://127.0.0.1:${port}`, process: child, ended };
}

async function stop({ process, ended }: Product): Promise<void> {
  process.kill("SIGTERM");
  expect(await ended).toBe(0);
}

interface PayableDocument {
  kind: "invoice" | "quote";
  id: string;
  reference: string;
  customerId: string;
  fils: number;
}

let payableCount = 0;
/** An invoice or a quote deposit of a new customer. */
async function createPayable(kind: PayableDocument["kind"]): Promise<PayableDocument> {
  const customerId = await addCustomer(ctx, { email: `payer.${++payableCount}@example.com` });
  const fils = 100_00 + payableCount;
  const { id, reference } =
    kind === "invoice"
      ? await createIssuedInvoice(ctx, customerId, fils)
      : await createApprovedQuote(ctx, customerId, { depositFils: fils });
  return { kind, id, reference, customerId, fils };
}

let checkoutCount = 0;
/** Clicks the card button. Returns the provider's session; null if the answer was lost. */
async function openCheckout(
  { origin }: Product,
  { kind, id, reference }: PayableDocument,
): Promise<string | null> {
  const key = documentKey(SECRET, { kind, id, linkVersion: 0 }, addMinutes(new Date(), 60 * 24));
  const answer = await fetch(`${origin}/api/${kind}s/${reference}/checkout`, {
    method: "POST",
    headers: {
      ...{ "Content-Type": "application/json", Origin: ORIGIN },
      // Separate addresses, because one address would reach the rate limit.
      "X-Forwarded-For": `192.0.2.${(++checkoutCount % 250) + 1}`,
    },
    body: JSON.stringify({ key }),
  }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as { url?: string } | null | undefined;
  if (!body) return null;
  if (!body.url) throw new Error(`The checkout was answered with ${JSON.stringify(body)}`);
  return body.url.split("/").at(-1)!;
}

/**
 * Delivers a provider event. Returns the status; null if the answer was lost and the event will be
 * redelivered.
 */
async function deliverEvent({ origin }: Product, event: FakeStripeEvent): Promise<number | null> {
  const answer = await fetch(`${origin}/api/payments/stripe`, { method: "POST", ...signEvent(event) }).catch(
    () => null,
  );
  return answer?.status ?? null;
}

/** Checkout sessions opened at the provider. */
const sessionsOf = ({ reference }: PayableDocument) =>
  [...stripe.sessions.values()].filter(({ title }) => String(title).includes(reference));

/** Expects a single payment: invoiced, settled, without credit, with one receipt to the customer. */
async function expectPaidOnce(
  { kind, id, customerId, fils }: PayableDocument,
  payment: string,
): Promise<void> {
  const { db } = database;
  const payments = await db.selectFrom("payments").selectAll().where("customerId", "=", customerId).execute();
  expect(payments).toMatchObject([{ method: "card", amountFils: fils, providerPayment: payment }]);
  const invoices = await db.selectFrom("invoices").selectAll().where("customerId", "=", customerId).execute();
  const expectedInvoice = kind === "invoice" ? { id, kind } : { quoteId: id, kind: "deposit" };
  expect(invoices).toMatchObject([{ ...expectedInvoice, state: "paid", totalFils: fils, settledFils: fils }]);
  const credit = db.selectFrom("customerBalances").select("creditFils").where("customerId", "=", customerId);
  expect((await credit.executeTakeFirst())?.creditFils ?? 0).toBe(0);
  const checkouts = await db
    .selectFrom("checkouts")
    .select(["state", "paymentId"])
    .where(kind === "invoice" ? "invoiceId" : "quoteId", "=", id)
    .execute();
  expect(checkouts).toEqual([{ state: "paid", paymentId: payments[0]!.id }]);
}

/** Expects one payment and one receipt each. */
async function expectReceipts(payables: readonly PayableDocument[]): Promise<void> {
  const customers = payables.map(({ customerId }) => customerId).sort();
  await vi.waitFor(
    async () => {
      const mails = await database.db
        .selectFrom("mails")
        .innerJoin("trail", "trail.id", "mails.trailId")
        .innerJoin("payments", (join) => join.on(sql`payments.id::text`, "=", sql.ref("trail.subjectId")))
        .select("customerId")
        .where("kind", "=", "payment-receipt")
        .where("mails.state", "=", "sent")
        .execute();
      const receiptCustomers = mails
        .map(({ customerId }) => customerId)
        .filter((id) => customers.includes(id));
      expect(receiptCustomers.sort()).toEqual(customers);
    },
    { timeout: 120_000, interval: 500 },
  );
}

const checkoutKinds = selectedCases.includes("checkouts")
  ? casesForRun(["invoice", "quote"] as const, random)
  : [];
for (const kind of checkoutKinds)
  describe(`card checkout of the ${kind}`, () => {
    const points = [
      'before => insert into "checkouts"',
      'before insert into "checkouts".*=> commit',
      'after insert into "checkouts".*=> commit',
      "while the provider works",
      'before => update "checkouts" set "state" = [^,]*, "session"',
      'after => update "checkouts" set "state" = [^,]*, "session"',
    ];
    test("opens one session wherever the product is killed", { timeout: 300_000 }, async () => {
      for (const point of casesForRun(points, random)) {
        const payable = await createPayable(kind);
        const killedProduct = await start(point.includes("=>") ? point : "");
        let answer = () => {};
        if (!point.includes("=>")) {
          stripe.responseGate = new Promise((resolve) => {
            answer = resolve;
          });
          stripe.calls.length = 0;
        }
        const pendingSession = openCheckout(killedProduct, payable);
        if (!point.includes("=>")) {
          await vi.waitFor(() => expect(stripe.calls).toContain("POST /v1/checkout/sessions"), {
            timeout: 30_000,
          });
          killedProduct.process.kill("SIGKILL");
        }
        expect(await killedProduct.ended, point).toBe("SIGKILL");
        expect(await pendingSession, point).toBeNull();
        // The provider completes the request although the caller is gone.
        answer();
        stripe.responseGate = null;

        const restarted = await start();
        const session = await openCheckout(restarted, payable);
        expect(sessionsOf(payable), point).toMatchObject([
          { id: session, status: "open", amount_total: payable.fils },
        ]);
        const payment = stripe.pay(session!);
        for (const event of stripe.takeEvents()) expect(await deliverEvent(restarted, event)).toBe(200);
        await expectPaidOnce(payable, payment);
        await stop(restarted);
      }
    });
  });

describe.runIf(selectedCases.includes("events"))("card provider events", () => {
  const points = {
    invoice: [
      'before => insert into "provider_events"',
      'after => insert into "provider_events"',
      'before => insert into "payments"',
      'after => insert into "payments"',
      'after => insert into "settlements"',
      'before => update "checkouts" set "state"',
      'after => update "checkouts" set "state"',
      'before insert into "payments".*=> commit',
      'after insert into "payments".*=> commit',
    ],
    quote: [
      'after => insert into "invoices"',
      'after => update "invoices" set "reference"',
      'before => insert into "payments"',
      'after => insert into "settlements"',
      'before insert into "payments".*=> commit',
      'after insert into "payments".*=> commit',
    ],
  };
  test.each(casesForRun(["invoice", "quote"] as const, random))(
    "books the payment of the %s once, wherever the product is killed",
    {
      timeout: 300_000,
    },
    async (kind) => {
      const all: PayableDocument[] = [];
      for (const point of casesForRun(points[kind], random)) {
        const payable = await createPayable(kind);
        const firstProduct = await start();
        const session = await openCheckout(firstProduct, payable);
        await stop(firstProduct);
        const payment = stripe.pay(session!);
        const [event] = stripe.takeEvents();

        const killedProduct = await start(point);
        expect(await deliverEvent(killedProduct, event!), point).toBeNull();
        expect(await killedProduct.ended, point).toBe("SIGKILL");
        const restarted = await start();
        // Redelivered because of the missing answer, and once more.
        for (let time = 1; time <= 2; time++) expect(await deliverEvent(restarted, event!), point).toBe(200);
        await expectPaidOnce(payable, payment);
        all.push(payable);
        if (point === points[kind].at(-1)) await expectReceipts(all);
        await stop(restarted);
      }
    },
  );
});

describe.runIf(selectedCases.includes("refunds"))("card refunds", () => {
  const points = [
    "while the provider works",
    'before => update "refunds"',
    'after => update "refunds"',
    'before update "refunds".*=> commit',
    'after update "refunds".*=> commit',
  ];
  test("pays and announces a refund once, wherever the product is killed", {
    timeout: 300_000,
  }, async () => {
    for (const point of casesForRun(points, random)) {
      const payable = await createPayable("invoice");
      const firstProduct = await start();
      const session = await openCheckout(firstProduct, payable);
      const payment = stripe.pay(session!);
      for (const event of stripe.takeEvents()) expect(await deliverEvent(firstProduct, event)).toBe(200);
      await expectReceipts([payable]);
      await stop(firstProduct);
      const refundId = await requestRefund(payable);

      // With a kill statement the process ends by itself once its worker runs.
      let answer = () => {};
      if (!point.includes("=>")) {
        stripe.responseGate = new Promise((resolve) => {
          answer = resolve;
        });
        stripe.calls.length = 0;
      }
      const killedProduct = await start(point.includes("=>") ? point : "");
      if (!point.includes("=>")) {
        await vi.waitFor(() => expect(stripe.calls).toContain("POST /v1/refunds"), { timeout: 30_000 });
        killedProduct.process.kill("SIGKILL");
      }
      expect(await killedProduct.ended, point).toBe("SIGKILL");
      answer();
      stripe.responseGate = null;

      const restarted = await start();
      await vi.waitFor(
        async () => expect(await listRefundEmails(refundId), point).toEqual(["refund-done sent"]),
        {
          timeout: 120_000,
          interval: 500,
        },
      );
      // The provider's own events arrive late.
      for (const event of stripe.takeEvents()) expect(await deliverEvent(restarted, event), point).toBe(200);
      const providerRefunds = [...stripe.refunds.values()].filter(
        ({ payment_intent }) => payment_intent === payment,
      );
      expect(providerRefunds, point).toMatchObject([{ amount: payable.fils, status: "succeeded" }]);
      const refunds = await database.db
        .selectFrom("refunds")
        .innerJoin("payments", "payments.id", "refunds.paymentId")
        .select(["refunds.state", "providerRefund", "refundedFils"])
        .where("refunds.customerId", "=", payable.customerId)
        .execute();
      expect(refunds, point).toEqual([
        { state: "done", providerRefund: providerRefunds[0]!.id, refundedFils: payable.fils },
      ]);
      expect(await listRefundEmails(refundId), point).toEqual(["refund-done sent"]);
      await stop(restarted);
    }
  });

  /** The office credits the invoice and requests a refund to the card. */
  async function requestRefund({ id, customerId, fils }: PayableDocument): Promise<string> {
    const reason = "Requested by the customer";
    const payment = await database.db
      .selectFrom("payments")
      .select("id")
      .where("customerId", "=", customerId)
      .executeTakeFirstOrThrow();
    return inTransaction(ctx, async (ctx) => {
      const creditNote = await issueCreditNote(
        ctx,
        { id },
        { kind: "whole" },
        { reason, eventDate: dubaiDate(ctx.now) },
      );
      if (!creditNote.ok) throw new Error(creditNote.reason);
      const refundRequest = { customerId, method: "card" as const, fils, reason, paymentId: payment.id };
      const refund = await refundWithoutLimit(ctx, refundRequest);
      if (!refund.ok) throw new Error(refund.reason);
      return refund.id;
    });
  }

  async function listRefundEmails(refundId: string): Promise<string[]> {
    const mails = await database.db
      .selectFrom("mails")
      .innerJoin("trail", "trail.id", "mails.trailId")
      .select(["kind", "mails.state"])
      .where("subjectId", "=", refundId)
      .execute();
    return mails.map(({ kind, state }) => `${kind} ${state}`);
  }
});

const KILL_ROUNDS = rounds({ short: 1, long: 25 });
const PAYERS = 4;
test.runIf(selectedCases.includes("random kills"))(
  `keeps payments correct while the product is killed at random moments (${KILL_ROUNDS})`,
  {
    timeout: 120_000 + KILL_ROUNDS * 20_000,
  },
  async () => {
    const all: { payable: PayableDocument; session: string | null; payment: string | null }[] = [];
    /** Events without an answer and events that are redelivered anyway. */
    const undelivered = new Set<FakeStripeEvent>();
    /** One click, one payment and its event; each may be lost on the way. */
    const payAndDeliver = async (product: Product, attempt: (typeof all)[number]) => {
      attempt.session ??= await openCheckout(product, attempt.payable);
      if (attempt.session && !attempt.payment) attempt.payment = stripe.pay(attempt.session);
      for (const event of stripe.takeEvents()) undelivered.add(event);
      for (const event of [...undelivered].toSorted(() => random.next() - 0.5)) {
        const status = await deliverEvent(product, event);
        if (status === 200 && random.below(3) > 0) undelivered.delete(event);
      }
    };
    for (let round = 0; round < KILL_ROUNDS; round++) {
      for (let count = 0; count < PAYERS; count++) {
        const payable = await createPayable(random.pick(["invoice", "quote"] as const));
        all.push({ payable, session: null, payment: null });
      }
      const product = await start();
      const payers = all.filter(({ payment }) => !payment).map((attempt) => payAndDeliver(product, attempt));
      await sleep(random.next() * 400);
      product.process.kill("SIGKILL");
      expect(await product.ended).toBe("SIGKILL");
      await Promise.all(payers);
    }

    const product = await start();
    for (const attempt of all) if (!attempt.payment) await payAndDeliver(product, attempt);
    for (const event of undelivered) expect(await deliverEvent(product, event)).toBe(200);
    for (const { payable, payment } of all) {
      expect(sessionsOf(payable)).toMatchObject([{ status: "complete" }]);
      await expectPaidOnce(payable, payment!);
    }
    await expectReceipts(all.map(({ payable }) => payable));
    await stop(product);
  },
);
