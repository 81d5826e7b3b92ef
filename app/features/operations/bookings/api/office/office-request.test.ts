import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller, TOMORROW } from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";

/** Phone bookings and warranty visits. */

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
let mailbox: Mailbox;
beforeAll(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
  mailbox = openMailbox(caller);
});
afterAll(() => caller.close());

type Body = Record<string, unknown>;
const form = async (changes: Body = {}) => {
  const { securityCheck, address, ...form } = await caller.form(changes);
  return form;
};
const post = (body: Body, key: string = randomUUID(), headers = admin) =>
  caller.call("POST", "/api/admin/bookings", body, { ...headers, "Idempotency-Key": key });
const move = async (id: string, version: number, move: string) => {
  const body = { transition: move, version, ...(move === "depart" ? { confirmOtherDay: true } : {}) };
  const done = await caller.call("POST", `/api/admin/bookings/${id}/transitions`, body, admin);
  if (done.status !== 200) throw new Error(`${move} was answered with ${done.text}`);
};

let finished = 0;

/** A completed booking with its version, each on its own day. */
async function bookAndComplete() {
  const { bookingId } = await caller.book();
  await move(bookingId, 1, "confirm");
  const assigned = await caller.call(
    "POST",
    `/api/admin/bookings/${bookingId}/assign`,
    { version: 2, technicianId: omar, date: `2026-12-${10 + finished++}`, time: "18:00" },
    admin,
  );
  if (assigned.status !== 200) throw new Error(assigned.text);
  for (const [index, name] of ["depart", "arrive", "finishWork", "complete"].entries())
    await move(bookingId, 3 + index, name);
  return { id: bookingId, version: 7 };
}

describe("phone booking", () => {
  it("holds the slot, names its author and needs no security check or rate limit", async () => {
    for (const preferredTime of ["08:00", "10:00", "12:00", "14:00", "16:00"]) {
      const { status, body } = await post(
        await form({ email: "caller@example.com", preferredDate: TOMORROW, preferredTime }),
      );
      expect(status).toBe(200);
      expect(body.booking).toMatchObject({ state: "requested", estimateFils: 15_000, warrantyOf: null });
      expect(body.booking.visits).toMatchObject([{ state: "held" }]);
      expect(body.booking.timeline).toMatchObject([
        { event: "request", actorRole: "admin", actorName: "Test admin" },
      ]);
    }
  });

  it("stays to be assessed if the office chose no item, whatever the service has", async () => {
    for (const service of ["plumbing", "painting", "hvac"]) {
      const { status, body } = await post(await form({ service, items: [] }));
      expect(status).toBe(200);
      expect(body.booking).toMatchObject({ lines: [], estimateFils: null });
    }
  });

  it("gets no response target, and emails the customer only", async () => {
    const { booking } = (await post(await form({ customerName: "Salem Hilal", email: "salem@example.com" })))
      .body;
    const websiteBooking = await caller.book({ customerName: "Salem Hilal" });
    const list = await caller.call("GET", "/api/admin/bookings?search=Salem", undefined, admin);
    const due = Object.fromEntries(
      list.body.bookings.map(({ id, contactDueAt }: Body) => [id, contactDueAt !== null]),
    );
    expect(due).toEqual({ [booking.id]: false, [websiteBooking.bookingId]: true });
    const mails = (await mailbox.collect()).filter(({ plain }) => plain.includes(booking.reference));
    expect(mails.map(({ recipient }) => recipient)).toEqual(["salem@example.com"]);
    for (const { plain } of mails)
      expect(plain).not.toMatch(/within 2 hours|contact you by|Contact the customer by/);
  });

  it("books once per idempotency key", async () => {
    const key = randomUUID();
    const body = await form();
    const [first, second] = [await post(body, key), await post(body, key)];
    expect(second.text).toBe(first.text);
    expect(await post({ ...body, message: "Other" }, key)).toMatchObject({
      status: 422,
      body: { reason: "key-reused" },
    });
  });

  it("belongs to the chosen customer and their account", async () => {
    const email = "looked-up@example.com";
    const password = "a password of the customer";
    const userId = await caller.addUser({ email, password });
    const { id: customerId } = await caller.db
      .insertInto("customers")
      .values({ userId, name: "Lina Haddad", email, phone: "+971501110001", createdAt: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const hits = await caller.call("GET", "/api/admin/customer-lookup?search=0501110", undefined, admin);
    expect(hits.body.customers).toEqual([
      { id: customerId, name: "Lina Haddad", email, phone: "+971501110001", account: true, properties: [] },
    ]);
    const { body } = await post({ ...(await form({ phone: "0509990001" })), customerId });
    expect(body.booking.customerId).toBe(customerId);
    const own = await caller.call("GET", "/api/account/bookings", undefined, {
      Cookie: await caller.signIn({ email, password }),
    });
    expect(own.text).toContain(body.booking.reference);
  });

  it("asks which customer calls when several have the phone and none has the name", async () => {
    const phone = "+971501110044";
    const ids: string[] = [];
    for (const [name, day] of [
      ["Ahmed Darwish", "2026-01-01"],
      ["Huda Darwish", "2026-02-01"],
    ] as const) {
      const { id } = await caller.db
        .insertInto("customers")
        .values({ name, phone, createdAt: new Date(day) })
        .returning("id")
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
    const request = await form({ phone, customerName: "Driver Of Huda" });
    const asked = await post(request);
    expect(asked).toMatchObject({
      status: 409,
      body: {
        reason: "customer-ambiguous",
        candidates: [
          { id: ids[0], name: "Ahmed Darwish", email: null, lastBookedOn: null },
          { id: ids[1], name: "Huda Darwish" },
        ],
      },
    });
    const chosen = await post({ ...request, customerId: ids[1] });
    expect(chosen.body.booking.customerId).toBe(ids[1]);
    const named = await post(await form({ phone, customerName: "Huda Darwish" }));
    expect(named.body.booking.customerId).toBe(ids[1]);
    // Visitors see nothing of other customers.
    const guest = await caller.call(
      "POST",
      "/api/handle-booking",
      await caller.form({ phone, customerName: "Driver Of Huda" }),
    );
    expect(guest.status).toBe(200);
    expect(guest.text).not.toContain("Darwish");
  });

  it("sends nothing without an email of the customer", async () => {
    const { status, body } = await post(
      await form({ customerName: "Hamad Saif", email: "", phone: "0507770001" }),
    );
    expect(status).toBe(200);
    const { booking } = body;
    expect(booking).toMatchObject({ email: null, phone: "+971507770001" });
    await move(booking.id, 1, "confirm");
    const mails = (await mailbox.collect()).filter(({ plain }) => plain.includes("Hamad Saif"));
    expect(mails).toEqual([]);
    const found = await caller.call("GET", "/api/admin/bookings?search=0507770001", undefined, admin);
    expect(found.body.bookings).toMatchObject([{ id: booking.id, email: null }]);
    const sheet = await caller.call("GET", "/api/admin/bookings.csv?search=Hamad", undefined, admin);
    expect(sheet.text).toContain("Hamad Saif");
    // The same phone is the same customer, and no link can be emailed.
    const again = await post(await form({ email: "", phone: "+971 50 777 0001" }));
    expect(again.body.booking.customerId).toBe(booking.customerId);
    const link = { reference: booking.reference, contact: "0507770001" };
    expect((await caller.call("POST", "/api/bookings/send-link", link)).status).toBe(200);
    expect((await mailbox.collect()).filter(({ plain }) => plain.includes(booking.reference))).toEqual([]);
  });

  it("requires an email from visitors", async () => {
    expect(await caller.call("POST", "/api/handle-booking", await caller.form({ email: "" }))).toMatchObject({
      status: 400,
      body: { errors: { email: "Email is required" } },
    });
  });

  it("opens with a known customer and follows merges", async () => {
    const { booking } = (await post(await form({ phone: "0507770002" }))).body;
    const hit = (id: string, headers = admin) =>
      caller.call("GET", `/api/admin/customer-lookup/${id}`, undefined, headers);
    expect(await hit(booking.customerId)).toMatchObject({
      status: 200,
      body: { customer: { phone: "+971507770002", properties: [{ address: { area: "Dubai Marina" } }] } },
    });
    expect((await hit(randomUUID())).status).toBe(404);
    expect((await hit("nobody")).status).toBe(404);
    expect((await hit(booking.customerId, {})).status).toBe(401);
  });

  it("refuses invalid input, taken slots and callers outside of the office without a trace", async () => {
    const taken = { preferredDate: TOMORROW, preferredTime: "18:00" };
    expect((await post(await form(taken))).status).toBe(200);
    const again = await form(taken);
    const before = await caller.contents();
    const refused = await post(again);
    expect(refused).toMatchObject({ status: 409, body: { reason: "slot-taken" } });
    expect(refused.body.alternatives.length).toBeGreaterThan(0);
    expect(await post({ ...again, phone: "12", service: "" })).toMatchObject({
      status: 400,
      body: { errors: { phone: expect.any(String), service: expect.any(String) } },
    });
    expect(
      await post({ ...again, ...{ preferredDate: "", preferredTime: "" }, service: "magic" }),
    ).toMatchObject({
      status: 400,
      body: { errors: { service: expect.any(String) } },
    });
    expect((await post(again, randomUUID(), {})).status).toBe(401);
    expect(await caller.contents()).toEqual(before);
  });
});

describe("warranty visit", () => {
  it("creates a free booking linked in both directions", async () => {
    const original = await bookAndComplete();
    const { status, body } = await post({ ...(await form()), warrantyOf: original });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      estimateFils: 0,
      warrantyOf: { id: original.id, state: "completed" },
      warrantyVisits: [],
    });
    const { booking } = (await caller.call("GET", `/api/admin/bookings/${original.id}`, undefined, admin))
      .body;
    expect(booking).toMatchObject({
      state: "completed",
      version: original.version + 1,
      warrantyVisits: [{ id: body.booking.id, reference: body.booking.reference, state: "requested" }],
    });
    expect(booking.timeline.at(-1)).toMatchObject({
      event: "bookWarrantyVisit",
      reason: body.booking.reference,
    });
    const [entry] = await readTrail(caller.db, {
      type: "booking.warranty-visit-booked",
      subjectId: original.id,
    });
    expect(entry?.data).toEqual({ warrantyBookingId: body.booking.id });
  });

  it("shows the customer's request for a warranty visit to the office only", async () => {
    const original = await bookAndComplete();
    const user = { email: "warranty@example.com", password: "a password of a customer" };
    const userId = await caller.addUser(user);
    const { reference } = await caller.db
      .updateTable("bookings")
      .set({ userId })
      .where("id", "=", original.id)
      .returning("reference")
      .executeTakeFirstOrThrow();
    const customer = { Cookie: await caller.signIn(user) };
    const path = `/api/admin/bookings/${original.id}/feedback`;
    const words = async () => (await caller.call("GET", path, undefined, admin)).body;
    expect(await words()).toEqual({ review: null, warrantyRequest: null });
    await caller.call(
      "POST",
      `/api/bookings/${reference}/warranty-request`,
      { message: "It drips again" },
      customer,
    );
    expect(await words()).toEqual({
      review: null,
      warrantyRequest: { message: "It drips again", requestedAt: expect.any(String) },
    });
    expect((await caller.call("GET", path, undefined, customer)).status).toBe(403);
  });

  it("requires completed work, the current version and the office", async () => {
    const { bookingId } = await caller.book();
    const original = await bookAndComplete();
    const before = await caller.contents();
    expect(await post({ ...(await form()), warrantyOf: { id: bookingId, version: 1 } })).toMatchObject({
      status: 409,
      body: { reason: "not-completed" },
    });
    expect(
      await post({ ...(await form()), warrantyOf: { ...original, version: original.version - 1 } }),
    ).toMatchObject({ status: 409, body: { reason: "stale" } });
    const after = await caller.contents();
    expect({ ...after, securityChecks: "" }).toEqual({ ...before, securityChecks: "" });

    const visitor = await caller.call(
      "POST",
      "/api/handle-booking",
      await caller.form({ warrantyOf: original }),
    );
    expect(visitor.status).toBe(200);
    const { booking } = (
      await caller.call("GET", `/api/admin/bookings/${visitor.body.bookingId}`, undefined, admin)
    ).body;
    expect(booking).toMatchObject({ warrantyOf: null, estimateFils: 15_000 });
  });
});
