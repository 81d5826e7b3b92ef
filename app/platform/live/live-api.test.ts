import { afterAll, beforeAll, expect, it } from "vitest";
import { recordPayment } from "~/features/finance/payments/commands/record-payment.server";
import { createQuoteForCustomer } from "~/features/finance/quotes/commands/draft.server";
import { transitionBooking } from "~/features/operations/bookings/commands/transition-booking.server";
import { addCustomer, createIssuedInvoice } from "../../../test/harness/company/billing";
import { addOfficeUser, book, createCompany, officeCtx, setTrn } from "../../../test/harness/company/company";
import { addPackages, requestTestContract } from "../../../test/harness/company/contracts";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { inTransaction } from "../database/transaction.server";
import { emit } from "../events/events.server";
import { dubaiDate } from "../time";

const password = "a password of mine";
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const { technicianId } = await createCompany(app.db);
  await addOfficeUser(app.db);
  await setTrn(app.db, "100000000000003");
  await addPackages(app.db, technicianId);
});
afterAll(() => app.close());

/** Opens a user's stream and collects its messages. */
async function listen(user: { email: string }) {
  const cookie = await app.signIn({ ...user, password });
  const answer = await app.http.request("/api/live", { headers: { cookie } });
  expect(answer.status).toBe(200);
  const received: string[] = [];
  const ended = Promise.withResolvers<void>();
  const reader = answer.body!.getReader();
  const arrived = Promise.withResolvers<void>();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ended.resolve();
      const text = new TextDecoder().decode(value);
      if (text.includes("event:")) {
        received.push(text);
        arrived.resolve();
      }
    }
  })();
  return {
    cookie,
    received,
    arrived: arrived.promise,
    ended: ended.promise,
    stop: () => reader.cancel(),
  };
}

it("sends customers the topic of their own changes and the office the record id", async () => {
  const [owner, other] = [{ email: "owner@example.com" }, { email: "other@example.com" }];
  const userId = await app.addUser({ ...owner, password });
  await app.addUser({ ...other, password });
  const office = { email: "office@example.com" };
  await app.addUser({ ...office, password, role: "admin" });
  const bookingId = await book(officeCtx(app.db), { phone: "+971501112223" });
  await app.db.updateTable("bookings").set({ userId }).where("id", "=", bookingId).execute();

  const streams = [await listen(owner), await listen(other), await listen(office)] as const;
  await transitionBooking(officeCtx(app.db), { bookingId, transition: "confirm", version: 1 });
  await Promise.all([streams[0].arrived, streams[2].arrived]);
  expect(streams[0].received).toEqual(["event: topic\ndata: booking\n\n"]);
  expect(streams[1].received).toEqual([]);
  expect(streams[2].received.join("")).toContain(`data: booking ${bookingId}\n`);
  for (const stream of streams) await stream.stop();
});

it("sends a customer events of their contract, quote, invoice and payment only", async () => {
  const office = officeCtx(app.db);
  const owner = { email: "payer@example.com" };
  const userId = await app.addUser({ ...owner, password });
  const customerId = await addCustomer(office, { userId });
  const stranger = { email: "stranger@example.com" };
  const strangerId = await addCustomer(office, {
    ...stranger,
    userId: await app.addUser({ ...stranger, password }),
  });
  const [stream, elsewhere] = [await listen(owner), await listen(stranger)];
  const topics = () => stream.received.join("").match(/(?<=data: )[\w-]+/g) ?? [];
  const expectTopic = (topic: string) => expect.poll(topics, { timeout: 30_000 }).toContain(topic);

  const { id: contractId } = await requestTestContract(office, { customerId });
  await inTransaction(office, (ctx) => emit(ctx, "contract.expired", contractId, {}));
  await expectTopic("contract");
  const quoted = await createQuoteForCustomer(office, { customerId, propertyId: null });
  expect(quoted.ok).toBe(true);
  await expectTopic("quote");
  const invoice = await createIssuedInvoice(office, customerId, 250_00);
  await expectTopic("invoice");
  const today = dubaiDate(office.now);
  const payment = { customerId, method: "cash", fils: 250_00, receivedOn: today, note: "" } as const;
  const paid = await recordPayment(office, {
    ...payment,
    invoiceIds: [invoice.id],
    seenOpenFils: 250_00,
    creditRemainder: false,
    allowDuplicate: false,
  });
  expect(paid.ok).toBe(true);
  await expectTopic("payment");
  expect(elsewhere.received).toEqual([]);
  // A message of their own records would have arrived by now.
  await createIssuedInvoice(office, strangerId, 100_00);
  await elsewhere.arrived;
  expect(elsewhere.received.join("")).toContain("data: invoice\n");
  await stream.stop();
  await elsewhere.stop();
});

it("ends the stream when its user signs out", async () => {
  const person = { email: "leaving@example.com" };
  await app.addUser({ ...person, password });
  const [here, elsewhere] = [await listen(person), await listen(person)];
  await app.post("/api/auth/sign-out", {}, { cookie: here.cookie });
  await here.ended;
  // The stream of their other browser continues.
  expect((await app.http.request("/api/session", { headers: { cookie: elsewhere.cookie } })).status).toBe(
    200,
  );
  await elsewhere.stop();
});

it("ends the stream when a permission is granted or withdrawn, so that the page reads its rights again", async () => {
  const person = { email: "accountant@example.com" };
  const id = await app.addUser({ ...person, password, role: "accountant" });
  for (const grantedPermissions of [["books.post"], []]) {
    const stream = await listen(person);
    await app.db.updateTable("users").set({ grantedPermissions }).where("id", "=", id).execute();
    await stream.ended;
  }
  const stream = await listen(person);
  await app.db.updateTable("users").set({ name: "Sara" }).where("id", "=", id).execute();
  await app.db.updateTable("users").set({ grantedPermissions: [] }).where("id", "=", id).execute();
  const { stop, received } = stream;
  await inTransaction(officeCtx(app.db), (ctx) => emit(ctx, "books.closed", null, { through: "2026-01-31" }));
  await stream.arrived;
  expect(received).not.toEqual([]);
  await stop();
});

it("limits concurrent event streams to 30 per user", async () => {
  const person = { email: "many@example.com" };
  await app.addUser({ ...person, password });
  const cookie = await app.signIn({ ...person, password });
  const open = () => app.http.request("/api/live", { headers: { cookie } });
  const streams = [];
  for (let count = 1; count <= 30; count++) streams.push(await open());
  expect(streams.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await streams.pop()!.body!.cancel();
  const again = await open();
  expect(again.status).toBe(200);
  for (const { body } of [...streams, again]) await body!.cancel();
});
