import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { emit, takeFromOutbox } from "~/platform/events/events.server";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { requestTestContract } from "../../../../test/harness/company/contracts";
import { notifyOfDisabledWebhook } from "../../oversight/notifications/mails/webhook-mails.server";
import "~/platform/mail/mail.server";
import { createSecondFactorCheck } from "../accounts/sign-in/second-factor.server";
import { queueDeliveries } from "./webhook-deliveries.server";
import { RETRY_DELAYS_SECONDS, sendDueDeliveries } from "./webhook-sender.server";

/** Webhooks: signed, retried until delivered, and only about readable records. */

interface Got {
  headers: Record<string, string>;
  body: string;
}

let caller: Caller;
let admin: Record<string, string>;
let server: Server;
let url: string;
let got: Got[] = [];
let status = 200;
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      got.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
      response.writeHead(status).end(status === 200 ? "Thank you" : "Not now");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  caller = await createCaller({ WEBHOOK_LOOPBACK: "on" });
  admin = await caller.asAdmin();
  await caller.addTechnician("Omar Saleh");
});
afterAll(async () => {
  server.close();
  await caller.close();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  got = [];
  status = 200;
  await sql`TRUNCATE webhooks, outbox CASCADE`.execute(caller.db);
});

const post = (path: string, body: object = {}) =>
  caller.call("POST", `/api/admin/webhooks${path}`, body, admin);
const read = async (path = "") =>
  (await caller.call("GET", `/api/admin/webhooks${path}`, undefined, admin)).body;

async function add(events: string[], to = url): Promise<{ id: string; secret: string }> {
  const added = await post("", { url: to, events });
  if (added.status !== 201) throw new Error(added.text);
  return added.body;
}

/** Runs the worker for new events. */
async function dispatch() {
  const ctx = caller.ctx();
  await queueDeliveries(ctx, await takeFromOutbox(ctx, 100), createSecondFactorCheck(caller.config));
}
const send = (isHeld = false) =>
  sendDueDeliveries({
    db: caller.db,
    config: caller.config,
    isOutboundPaused: async () => isHeld,
    isSecondFactorRequired: createSecondFactorCheck(caller.config),
  });
async function makerOf(id: string): Promise<string> {
  const webhook = caller.db.selectFrom("webhooks").select("userId").where("id", "=", id);
  return (await webhook.executeTakeFirstOrThrow()).userId;
}
/** Skips the retry delay. */
const wait = () =>
  sql`UPDATE webhook_deliveries SET due_at = now() - interval '1 second' WHERE state = 'waiting'`.execute(
    caller.db,
  );

describe("webhook delivery", () => {
  it("signs webhooks by Standard Webhooks and names the record without personal data", async () => {
    const { id, secret } = await add(["booking.requested"]);
    const { bookingId, reference } = await caller.book({
      customerName: "Zebulon Okapi",
      email: "okapi@example.com",
    });
    await dispatch();
    vi.useRealTimers();
    try {
      expect(await send()).toBe(1);
      const [{ headers, body }] = got as [Got];
      // Throws for another secret or an old signature.
      const verified = new Webhook(secret).verify(body, headers);
      expect(verified).toEqual({
        type: "booking.requested",
        timestamp: NOW.toISOString(),
        data: { id: bookingId, reference, href: `/api/admin/bookings/${bookingId}` },
      });
      expect(() => new Webhook(secret).verify(body.replace("booking", "Booking"), headers)).toThrow();
    } finally {
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    }
    const { deliveries } = await read(`/${id}/deliveries`);
    expect(deliveries).toMatchObject([{ event: "booking.requested", state: "delivered", status: 200 }]);
    const detail = await read(`/${id}/deliveries/${deliveries[0].id}`);
    expect(detail.attempts).toMatchObject([{ status: 200, responseBody: "Thank you", error: null }]);
    expect(await send()).toBe(0);
  });

  it("covers recurring bookings when started, moved and ended", async () => {
    const { bookingId, reference } = await caller.book();
    const office = (path: string, body: object) => caller.call("POST", `/api/admin/${path}`, body, admin);
    await add(["recurring-booking.started", "recurring-booking.shifted", "recurring-booking.ended"]);
    const recurrence = { version: 1, interval: "monthly", day: "2026-12-24", time: "10:00" };
    const { recurringBooking } = (await office(`bookings/${bookingId}/recurrence`, recurrence)).body;
    const shift = { version: recurringBooking.version, day: "2026-12-28", time: "10:00" };
    const shifted = (await office(`recurring-bookings/${recurringBooking.id}/shift`, shift)).body
      .recurringBooking;
    const ended = await office(`recurring-bookings/${recurringBooking.id}/end`, {
      version: shifted.version,
      unconfirmed: "keep",
    });
    expect(ended.status, ended.text).toBe(200);
    await dispatch();
    await send();
    const href = `/api/admin/bookings/${bookingId}/recurrence`;
    const data = { id: recurringBooking.id, bookingId, reference, href };
    const verified = got.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.type < b.type ? -1 : 1));
    expect(verified).toMatchObject([
      { type: "recurring-booking.ended", data },
      { type: "recurring-booking.shifted", data },
      { type: "recurring-booking.started", data },
    ]);
    expect((await caller.call("GET", href, undefined, admin)).body.recurringBooking.id).toBe(
      recurringBooking.id,
    );
  });

  it("covers contracts, refunds and reviews with their API paths", async () => {
    await add(["contract.requested", "refund.done", "review.written", "review.answered"]);
    const { bookingId, reference } = await caller.book();
    const db = caller.db;
    const { customerId } = await db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO reviews (booking_id, rating, created_at) VALUES (${bookingId}, 5, now())`.execute(
      db,
    );
    const { id: contractId } = await requestTestContract(caller.ctx(), { customerId });
    const contract = await db
      .selectFrom("contracts")
      .select(["id", "reference"])
      .where("id", "=", contractId)
      .executeTakeFirstOrThrow();
    const refund = (
      await sql<{
        id: string;
        reference: string;
      }>`INSERT INTO refunds (id, customer_id, method, amount_fils, state, reason, recorded_at)
        VALUES (gen_random_uuid(), ${customerId}, 'cash', 5000, 'done', 'Agreed', now()) RETURNING id, reference`.execute(
        db,
      )
    ).rows[0]!;
    const ctx = caller.ctx();
    await emit(ctx, "contract.requested", contract.id, { packageId: "plus", propertyType: "villa-3br" });
    await emit(ctx, "refund.done", refund.id, { method: "cash", fils: 50_00 });
    await emit(ctx, "booking.reviewed", bookingId, { rating: 5 });
    await emit(ctx, "booking.review-answered", bookingId, {});
    await dispatch();
    await send();
    const verified = new Map(got.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data]));
    const review = {
      id: bookingId,
      bookingId,
      reference,
      href: `/api/admin/bookings/${bookingId}/feedback`,
    };
    expect(Object.fromEntries(verified)).toEqual({
      "contract.requested": {
        id: contract.id,
        reference: contract.reference,
        href: `/api/admin/contracts/${contract.id}`,
      },
      "refund.done": {
        id: refund.id,
        reference: refund.reference,
        href: `/api/admin/customers/${customerId}/balance`,
      },
      "review.written": review,
      "review.answered": review,
    });
    for (const { href } of verified.values()) {
      const { status, text } = await caller.call("GET", href, undefined, admin);
      expect(status, href).toBe(200);
      if (href.endsWith("/balance")) expect(text).toContain(refund.reference);
    }
  });

  it("names visit events separately and sends only subscribed events", async () => {
    const { bookingId } = await caller.book();
    const office = (action: string, body: object) =>
      caller.call("POST", `/api/admin/bookings/${bookingId}/${action}`, body, admin);
    const { technicians } = (await caller.call("GET", "/api/admin/technicians", undefined, admin)).body;
    await add(["visit.planned"]);
    await office("transitions", { transition: "confirm", version: 1 });
    const put = { version: 2, technicianId: technicians[0].id, date: "2026-11-24", time: "10:00" };
    expect((await office("assign", put)).status).toBe(200);
    await dispatch();
    await send();
    const [visit] = await caller.db
      .selectFrom("visits")
      .select("id")
      .where("bookingId", "=", bookingId)
      .execute();
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: "visit.planned", data: { id: visit!.id, bookingId, href: `/api/admin/bookings/${bookingId}` } },
    ]);
  });

  it("creates no delivery without read permission", async () => {
    const { id } = await add(["booking.requested", "payment.recorded"]);
    const admins = caller.db.updateTable("users").where("email", "=", "office@company.example");
    await admins.set({ role: "customer" }).execute();
    await caller.book();
    await dispatch();
    expect(await send()).toBe(0);
    await admins.set({ role: "admin", banned: true }).execute();
    await caller.book();
    await dispatch();
    expect(await send()).toBe(0);
    await admins.set({ banned: false, twoFactorRequired: true }).execute();
    await caller.book();
    await dispatch();
    expect(await send()).toBe(0);
    await admins.set({ twoFactorRequired: false }).execute();
    expect((await read(`/${id}/deliveries`)).deliveries).toEqual([]);
  });

  it.each([
    ["has another role", { role: "customer" }],
    ["is banned", { banned: true }],
    ["lacks a newly required second factor", { twoFactorRequired: true }],
  ] as const)("sends no webhook after its owner %s, not even a retry", async (_, change) => {
    const { id } = await add(["booking.requested"]);
    const makers = caller.db.updateTable("users").where("id", "=", await makerOf(id));
    const back = { role: "admin", banned: false, twoFactorRequired: false } as const;
    await caller.book();
    await dispatch();
    status = 503;
    await send();
    expect(got).toHaveLength(1);
    await wait();
    await makers.set(change).execute();
    await send();
    expect(got).toHaveLength(1);
    await makers.set(back).execute();
    const { deliveries } = await read(`/${id}/deliveries?state=skipped`);
    expect(deliveries).toMatchObject([{ state: "skipped", status: 503, nextAttemptAt: null }]);
    // The receiver is not at fault.
    expect((await read()).webhooks[0].disabled).toBeNull();

    const again = `/${id}/deliveries/${deliveries[0].id}/replay`;
    await post(again);
    await makers.set(change).execute();
    await send();
    expect(await send()).toBe(0);
    expect(got).toHaveLength(1);
    await makers.set(back).execute();
    status = 200;
    expect((await post(again)).body.state).toBe("waiting");
    await send();
    expect(got).toHaveLength(2);
  });

  it("delays webhooks while outbound messages are paused", async () => {
    await add(["booking.requested"]);
    await caller.book();
    await dispatch();
    expect(await send(true)).toBe(0);
    expect(await send(false)).toBe(1);
  });

  it("retries for days under one id, then switches the webhook off and notifies its owner", async () => {
    const { id } = await add(["booking.requested"]);
    await caller.book();
    await dispatch();
    status = 503;
    for (const delay of RETRY_DELAYS_SECONDS) {
      expect(await send()).toBe(1);
      const { rows } = await sql<{ seconds: number }>`
        SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM webhook_deliveries`.execute(
        caller.db,
      );
      expect(rows[0]!.seconds).toBeGreaterThan(delay - 2);
      expect(rows[0]!.seconds).toBeLessThan(delay * 1.1 + 1);
      expect((await read()).webhooks[0]).toMatchObject({ disabled: null, failingSince: expect.any(String) });
      await wait();
    }
    expect(await send()).toBe(1);
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const days = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect((await read()).webhooks[0]).toMatchObject({ disabled: { reason: "failing" } });
    expect((await read(`/${id}/deliveries?state=failed`)).deliveries).toMatchObject([{ status: 503 }]);

    const off = (await takeFromOutbox(caller.ctx(), 100)).find(({ type }) => type === "webhook.switched-off");
    await notifyOfDisabledWebhook.run(caller.ctx(), { ...off!, reason: null } as never, {
      config: caller.config,
    });
    const mail = await caller.db
      .selectFrom("mails")
      .select(["recipient", "plain"])
      .where("kind", "=", "webhook-switched-off")
      .executeTakeFirstOrThrow();
    expect(mail.recipient).toBe("office@company.example");
    expect(mail.plain).toContain(url);

    // Switched on again, failed deliveries are repeated.
    status = 200;
    await caller.book();
    await dispatch();
    await post(`/${id}/switch`, { on: true });
    const since = new Date(NOW.getTime() - 60_000).toISOString();
    expect(
      (await post(`/${id}/replay`, { since: new Date(NOW.getTime() + 60_000).toISOString() })).body.count,
    ).toBe(0);
    expect((await post(`/${id}/replay`, { since })).body.count).toBe(1);
    got = [];
    expect(await send()).toBe(1);
    expect((await read()).webhooks[0]).toMatchObject({ disabled: null, failingSince: null });
  });

  it("stops deliveries at once on 410 Gone", async () => {
    await add(["booking.requested"]);
    await caller.book();
    await dispatch();
    status = 410;
    await send();
    expect((await read()).webhooks[0].disabled).toMatchObject({ reason: "failing" });
  });

  it("repeats a delivery on request under the same id", async () => {
    const { id } = await add(["booking.requested"]);
    await caller.book();
    await dispatch();
    await send();
    const { deliveries } = await read(`/${id}/deliveries`);
    expect((await post(`/${id}/deliveries/${deliveries[0].id}/replay`)).body.state).toBe("waiting");
    await wait();
    await send();
    expect(got).toHaveLength(2);
    expect(got[0]!.headers["webhook-id"]).toBe(got[1]!.headers["webhook-id"]);
    expect((await read(`/${id}/deliveries/${deliveries[0].id}`)).attempts).toHaveLength(2);
  });
});

describe("webhook", () => {
  it("signs webhooks with both secrets for a day after a renewal", async () => {
    const { id, secret: old } = await add(["booking.requested"]);
    const { secret } = (await post(`/${id}/secret`)).body;
    expect(secret).not.toBe(old);
    const verify = async () => {
      await caller.book();
      await dispatch();
      got = [];
      const now = Date.now();
      await send();
      const { body, headers } = got[0]!;
      // The package checks the clock, which is fixed here.
      expect(Number(headers["webhook-timestamp"])).toBe(Math.floor(now / 1000));
      return [old, secret].map((one) => {
        try {
          new Webhook(one).verify(body, headers);
          return true;
        } catch {
          return false;
        }
      });
    };
    expect(await verify()).toEqual([true, true]);
    vi.setSystemTime(NOW.getTime() + 24 * 3_600_000 + 1000);
    expect(await verify()).toEqual([false, true]);
  });

  it("stores a webhook's secret sealed and returns it once", async () => {
    const { secret } = await add(["booking.requested"]);
    expect(JSON.stringify(await read())).not.toContain(secret);
    const { rows } = await sql<{ sealed: Buffer }>`SELECT secret AS sealed FROM webhooks`.execute(caller.db);
    expect(rows[0]!.sealed.toString("latin1")).not.toContain(secret);
    expect(Object.values(await caller.contents()).join()).not.toContain(secret);
  });

  it("refuses webhook addresses inside the network", async () => {
    const wrong = async (to: string) =>
      (await post("", { url: to, events: ["booking.requested"] })).body.errors;
    for (const to of ["https://10.0.0.1/", "http://example.com/", "nonsense", "https://[fd00::1]/"]) {
      expect(await wrong(to), to).toHaveProperty("url");
    }
  });

  it("changes, switches off and deletes a webhook, and drops events while it is off", async () => {
    const { id } = await add(["quote.sent"]);
    await post(`/${id}`, { url, events: ["booking.requested"] });
    await post(`/${id}/switch`, { on: false });
    expect((await read()).webhooks[0]).toMatchObject({
      events: ["booking.requested"],
      disabled: { reason: "manual" },
    });
    await caller.book();
    await dispatch();
    await post(`/${id}/switch`, { on: true });
    expect(await send()).toBe(0);
    await post(`/${id}/remove`);
    expect((await read()).webhooks).toEqual([]);
    const { entries } = (await caller.call("GET", "/api/admin/activity?kind=webhook", undefined, admin)).body;
    expect(entries.slice(0, 5).map(({ type }: { type: string }) => type)).toEqual([
      "webhook.removed",
      "webhook.switched-on",
      "webhook.switched-off",
      "webhook.changed",
      "webhook.added",
    ]);
  });
});
