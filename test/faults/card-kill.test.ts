import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { issueCreditNote } from "~/features/invoices/credit/credit.server";
import { refundWithoutLimit } from "~/features/payments/commands/refunds.server";
import { documentKey } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { createRandom } from "~/platform/random";
import { addMinutes, dubaiDate } from "~/platform/time";
import { addCustomer, approveQuote, issueOne } from "../harness/company/billing";
import { addOfficeUser, foundCompany, officeCtx, setTrn } from "../harness/company/company";
import { manyGuests } from "../harness/http-app";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import {
  type StandInEvent,
  type StripeStandIn,
  signed,
  startStripe,
} from "../harness/servers/stripe-stand-in";
import { rounds, seedOfRun, someOf } from "./rounds";
import "~/features/invoices/table";
import "~/features/payments/table";

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
let stripe: StripeStandIn;
let ctx: Ctx;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "card-kill-"));
  program = await bundledProgram("product-process");
  stripe = await startStripe();
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await foundCompany(database.db);
  await setTrn(database.db, "100000000000003");
  await addOfficeUser(database.db);
}, 120_000);
afterAll(async () => {
  await stripe.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  stripe.take();
});
/** Running processes. */
const processes = new Set<ChildProcess>();
afterEach(() => {
  for (const one of processes) one.kill("SIGKILL");
});

const random = createRandom(seedOfRun());

/** Selection for this run. Card payments without kills are tested in app/features/payments, in every run. */
const tried = someOf(["opened", "told", "refunded", "storm"] as const, random);

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
      ...manyGuests,
      ...{ SAMPLE_DATA: "off", TRUST_PROXY: "1", CLIENT_RATE_LIMIT: "100000", KILL_WHEN: killWhen },
    },
  });
  processes.add(child);
  const ended = once(child, "exit").then(([code, signal]) => {
    processes.delete(child);
    return signal ?? code;
  });
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const port = await vi.waitFor(
    () => {
      const told = /^(\d+)$/m.exec(said)?.[1];
      if (!told) throw new Error(`It does not listen: ${said}`);
      return told;
    },
    { timeout: 60_000, interval: 50 },
  );
  return { origin: `http://127.0.0.1:${port}`, process: child, ended };
}

async function stop({ process, ended }: Product): Promise<void> {
  process.kill("SIGTERM");
  expect(await ended).toBe(0);
}

interface Asked {
  kind: "invoice" | "quote";
  id: string;
  reference: string;
  customerId: string;
  fils: number;
}

let made = 0;
/** An invoice or a quote deposit of a new customer. */
async function ask(kind: Asked["kind"]): Promise<Asked> {
  const customerId = await addCustomer(ctx, { email: `payer.${++made}@example.com` });
  const fils = 100_00 + made;
  const { id, reference } =
    kind === "invoice"
      ? await issueOne(ctx, customerId, fils)
      : await approveQuote(ctx, customerId, { depositFils: fils });
  return { kind, id, reference, customerId, fils };
}

let taps = 0;
/** Clicks the card button. Returns the provider's session; null if the answer was lost. */
async function tap({ origin }: Product, { kind, id, reference }: Asked): Promise<string | null> {
  const key = documentKey(SECRET, { kind, id }, addMinutes(new Date(), 60 * 24));
  const answer = await fetch(`${origin}/api/${kind}s/${reference}/checkout`, {
    method: "POST",
    headers: {
      ...{ "Content-Type": "application/json", Origin: ORIGIN },
      // Separate addresses, because one address would reach the rate limit.
      "X-Forwarded-For": `192.0.2.${(++taps % 250) + 1}`,
    },
    body: JSON.stringify({ key }),
  }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as { url?: string } | null | undefined;
  if (!body) return null;
  if (!body.url) throw new Error(`A tap was answered with ${JSON.stringify(body)}`);
  return body.url.split("/").at(-1)!;
}

/**
 * Delivers a provider event. Returns the status; null if the answer was lost and the event will be
 * redelivered.
 */
async function tell({ origin }: Product, event: StandInEvent): Promise<number | null> {
  const answer = await fetch(`${origin}/api/payments/stripe`, { method: "POST", ...signed(event) }).catch(
    () => null,
  );
  return answer?.status ?? null;
}

/** Checkout sessions opened at the provider. */
const sessionsOf = ({ reference }: Asked) =>
  [...stripe.sessions.values()].filter(({ title }) => String(title).includes(reference));

/** Expects a single payment: invoiced, settled, without credit, with one receipt to the customer. */
async function expectPaidOnce({ kind, id, customerId, fils }: Asked, payment: string): Promise<void> {
  const { db } = database;
  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("customer_id", "=", customerId)
    .execute();
  expect(payments).toMatchObject([{ method: "card", amount_fils: fils, provider_payment: payment }]);
  const invoices = await db
    .selectFrom("invoices")
    .selectAll()
    .where("customer_id", "=", customerId)
    .execute();
  const wanted = kind === "invoice" ? { id, kind } : { quote_id: id, kind: "deposit" };
  expect(invoices).toMatchObject([{ ...wanted, state: "paid", total_fils: fils, settled_fils: fils }]);
  const credit = db
    .selectFrom("customer_balances")
    .select("credit_fils")
    .where("customer_id", "=", customerId);
  expect((await credit.executeTakeFirst())?.credit_fils ?? 0).toBe(0);
  const checkouts = await db
    .selectFrom("checkouts")
    .select(["state", "payment_id"])
    .where(kind === "invoice" ? "invoice_id" : "quote_id", "=", id)
    .execute();
  expect(checkouts).toEqual([{ state: "paid", payment_id: payments[0]!.id }]);
}

/** Expects one payment and one receipt each. */
async function expectReceipts(asked: readonly Asked[]): Promise<void> {
  const customers = asked.map(({ customerId }) => customerId).sort();
  await vi.waitFor(
    async () => {
      const mails = await database.db
        .selectFrom("mails")
        .innerJoin("trail", "trail.id", "mails.trail_id")
        .innerJoin("payments", (join) => join.on(sql`payments.id::text`, "=", sql.ref("trail.subject_id")))
        .select("customer_id")
        .where("kind", "=", "payment-receipt")
        .where("mails.state", "=", "sent")
        .execute();
      const told = mails.map(({ customer_id }) => customer_id).filter((id) => customers.includes(id));
      expect(told.sort()).toEqual(customers);
    },
    { timeout: 120_000, interval: 500 },
  );
}

const opened = tried.includes("opened") ? someOf(["invoice", "quote"] as const, random) : [];
for (const kind of opened)
  describe(`card checkout of the ${kind}`, () => {
    const points = [
      'before => insert into "checkouts"',
      'before insert into "checkouts".*=> commit',
      'after insert into "checkouts".*=> commit',
      "while the provider works",
      'before => update "checkouts" set "state" = [^,]*, "session"',
      'after => update "checkouts" set "state" = [^,]*, "session"',
    ];
    test("opens one session, wherever the product is killed", { timeout: 300_000 }, async () => {
      for (const point of someOf(points, random)) {
        const asked = await ask(kind);
        const dying = await start(point.includes("=>") ? point : "");
        let answer = () => {};
        if (!point.includes("=>")) {
          stripe.hold = new Promise((resolve) => {
            answer = resolve;
          });
          stripe.calls.length = 0;
        }
        const lost = tap(dying, asked);
        if (!point.includes("=>")) {
          await vi.waitFor(() => expect(stripe.calls).toContain("POST /v1/checkout/sessions"), {
            timeout: 30_000,
          });
          dying.process.kill("SIGKILL");
        }
        expect(await dying.ended, point).toBe("SIGKILL");
        expect(await lost, point).toBeNull();
        // The provider completes the request although the caller is gone.
        answer();
        stripe.hold = null;

        const again = await start();
        const session = await tap(again, asked);
        expect(sessionsOf(asked), point).toMatchObject([
          { id: session, status: "open", amount_total: asked.fils },
        ]);
        const payment = stripe.pay(session!);
        for (const event of stripe.take()) expect(await tell(again, event)).toBe(200);
        await expectPaidOnce(asked, payment);
        await stop(again);
      }
    });
  });

if (tried.includes("told"))
  describe("card provider events", () => {
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
    test.each(someOf(["invoice", "quote"] as const, random))(
      "books the payment of the %s once, wherever the product is killed",
      {
        timeout: 300_000,
      },
      async (kind) => {
        const all: Asked[] = [];
        for (const point of someOf(points[kind], random)) {
          const asked = await ask(kind);
          const before = await start();
          const session = await tap(before, asked);
          await stop(before);
          const payment = stripe.pay(session!);
          const [event] = stripe.take();

          const dying = await start(point);
          expect(await tell(dying, event!), point).toBeNull();
          expect(await dying.ended, point).toBe("SIGKILL");
          const again = await start();
          // Redelivered because of the missing answer, and once more.
          for (let time = 1; time <= 2; time++) expect(await tell(again, event!), point).toBe(200);
          await expectPaidOnce(asked, payment);
          all.push(asked);
          if (point === points[kind].at(-1)) await expectReceipts(all);
          await stop(again);
        }
      },
    );
  });

if (tried.includes("refunded"))
  describe("card refunds", () => {
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
      for (const point of someOf(points, random)) {
        const asked = await ask("invoice");
        const before = await start();
        const session = await tap(before, asked);
        const payment = stripe.pay(session!);
        for (const event of stripe.take()) expect(await tell(before, event)).toBe(200);
        await expectReceipts([asked]);
        await stop(before);
        const refundId = await wantBack(asked);

        // With a kill statement the process ends by itself once its worker runs.
        let answer = () => {};
        if (!point.includes("=>")) {
          stripe.hold = new Promise((resolve) => {
            answer = resolve;
          });
          stripe.calls.length = 0;
        }
        const dying = await start(point.includes("=>") ? point : "");
        if (!point.includes("=>")) {
          await vi.waitFor(() => expect(stripe.calls).toContain("POST /v1/refunds"), { timeout: 30_000 });
          dying.process.kill("SIGKILL");
        }
        expect(await dying.ended, point).toBe("SIGKILL");
        answer();
        stripe.hold = null;

        const again = await start();
        await vi.waitFor(
          async () => expect(await mailsOfRefund(refundId), point).toEqual(["refund-done sent"]),
          {
            timeout: 120_000,
            interval: 500,
          },
        );
        // The provider's own events arrive late.
        for (const event of stripe.take()) expect(await tell(again, event), point).toBe(200);
        const given = [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === payment);
        expect(given, point).toMatchObject([{ amount: asked.fils, status: "succeeded" }]);
        const refunds = await database.db
          .selectFrom("refunds")
          .innerJoin("payments", "payments.id", "refunds.payment_id")
          .select(["refunds.state", "provider_refund", "refunded_fils"])
          .where("refunds.customer_id", "=", asked.customerId)
          .execute();
        expect(refunds, point).toEqual([
          { state: "done", provider_refund: given[0]!.id, refunded_fils: asked.fils },
        ]);
        expect(await mailsOfRefund(refundId), point).toEqual(["refund-done sent"]);
        await stop(again);
      }
    });

    /** The office credits the invoice and requests a refund to the card. */
    async function wantBack({ id, customerId, fils }: Asked): Promise<string> {
      const reason = "Wanted back";
      const payment = await database.db
        .selectFrom("payments")
        .select("id")
        .where("customer_id", "=", customerId)
        .executeTakeFirstOrThrow();
      return inTransaction(ctx, async (ctx) => {
        const taken = await issueCreditNote(
          ctx,
          { id },
          { kind: "whole" },
          { reason, eventDate: dubaiDate(ctx.now) },
        );
        if (!taken.ok) throw new Error(taken.reason);
        const wish = { customerId, method: "card" as const, fils, reason, paymentId: payment.id };
        const refund = await refundWithoutLimit(ctx, wish);
        if (!refund.ok) throw new Error(refund.reason);
        return refund.id;
      });
    }

    async function mailsOfRefund(refundId: string): Promise<string[]> {
      const mails = await database.db
        .selectFrom("mails")
        .innerJoin("trail", "trail.id", "mails.trail_id")
        .select(["kind", "mails.state"])
        .where("subject_id", "=", refundId)
        .execute();
      return mails.map(({ kind, state }) => `${kind} ${state}`);
    }
  });

const STORMS = rounds({ short: 1, long: 25 });
const PAYERS = 4;
if (tried.includes("storm"))
  test(`keeps payments correct while the product is killed at random moments (${STORMS})`, {
    timeout: 120_000 + STORMS * 20_000,
  }, async () => {
    const all: { asked: Asked; session: string | null; payment: string | null }[] = [];
    /** Events without an answer and events that are redelivered anyway. */
    const waiting = new Set<StandInEvent>();
    /** One click, one payment and its event; each may be lost on the way. */
    const live = async (product: Product, one: (typeof all)[number]) => {
      one.session ??= await tap(product, one.asked);
      if (one.session && !one.payment) one.payment = stripe.pay(one.session);
      for (const event of stripe.take()) waiting.add(event);
      for (const event of [...waiting].toSorted(() => random.next() - 0.5)) {
        const status = await tell(product, event);
        if (status === 200 && random.below(3) > 0) waiting.delete(event);
      }
    };
    for (let storm = 0; storm < STORMS; storm++) {
      for (let count = 0; count < PAYERS; count++) {
        const asked = await ask(random.pick(["invoice", "quote"] as const));
        all.push({ asked, session: null, payment: null });
      }
      const product = await start();
      const people = all.filter(({ payment }) => !payment).map((one) => live(product, one));
      await sleep(random.next() * 400);
      product.process.kill("SIGKILL");
      expect(await product.ended).toBe("SIGKILL");
      await Promise.all(people);
    }

    const product = await start();
    for (const one of all) if (!one.payment) await live(product, one);
    for (const event of waiting) expect(await tell(product, event)).toBe(200);
    for (const { asked, payment } of all) {
      expect(sessionsOf(asked)).toMatchObject([{ status: "complete" }]);
      await expectPaidOnce(asked, payment!);
    }
    await expectReceipts(all.map(({ asked }) => asked));
    await stop(product);
  });
