import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answered, type Caller, createCaller, NOW } from "../../../../test/harness/booking-caller";
import { type Mailbox, openMailbox } from "../../../../test/harness/mailbox";
import { escalateEmergencies } from "../escalate-emergencies.server";

/** An emergency's clock: rings until acknowledged, counts until somebody is there, and is told of when neither happens. */

let caller: Caller;
let mailbox: Mailbox;
let admin: Record<string, string>;
let omar: string;
beforeAll(async () => {
  caller = await createCaller();
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  omar = await caller.addTechnician("Omar Saleh");
  await caller.db.updateTable("technicians").set({ on_call: true }).where("id", "=", omar).execute();
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  await mailbox.collect();
});

const emergency = () => caller.book({ service: "emergency" });
const get = (headers = admin) => caller.call("GET", "/api/admin/emergencies", undefined, headers);
const running = async () => (await get()).body.emergencies;
const acknowledge = (id: string, headers = admin) =>
  caller.call("POST", `/api/admin/bookings/${id}/acknowledge`, {}, headers);
const post = async (id: string, what: string, body: Record<string, unknown>) =>
  expect((await caller.call("POST", `/api/admin/bookings/${id}/${what}`, body, admin)).status).toBe(200);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const outcome = ({ status, body }: Answered) => ({ status, reason: body.reason });
const minute = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

/** What the office is mailed at that minute, by subject. */
async function escalated(minutes: number): Promise<string[]> {
  vi.setSystemTime(minute(minutes));
  await escalateEmergencies({ ...caller.ctx(), now: minute(minutes) });
  const mails = await mailbox.collect();
  return mails.map(({ subject }) => subject).filter((subject) => /YET/.test(subject));
}

describe("the clock", () => {
  it("runs from submission until somebody has arrived, each step stamped once", async () => {
    const { bookingId, reference } = await emergency();
    await caller.book({ service: "plumbing" });
    expect((await get()).body).toEqual({
      emergencies: [
        {
          id: bookingId,
          reference,
          state: "requested",
          customerName: "Aisha Al Marri",
          phone: expect.stringMatching(/^\+971/),
          area: "Dubai Marina",
          address: "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop",
          tradeName: null,
          message: "",
          requestedAt: NOW.toISOString(),
          acknowledgedAt: null,
          dispatchedAt: null,
          technicianName: null,
          suggestions: [{ id: omar, name: "Omar Saleh", phone: "+971500000009", onCall: true }],
        },
      ],
    });
    vi.setSystemTime(minute(3));
    expect((await acknowledge(bookingId)).body.emergencies[0].acknowledgedAt).toBe(minute(3).toISOString());
    vi.setSystemTime(minute(5));
    await post(bookingId, "moves", { move: "confirm", version: 2 });
    await post(bookingId, "assign", { version: 3, technicianId: omar, date: "2026-11-23", time: "09:30" });
    vi.setSystemTime(minute(20));
    await post(bookingId, "moves", { move: "depart", version: 4 });
    expect(await running()).toMatchObject([{ state: "en_route", technicianName: "Omar Saleh" }]);
    vi.setSystemTime(minute(50));
    await post(bookingId, "moves", { move: "arrive", version: 5 });
    expect(await running()).toEqual([]);
    expect(await detail(bookingId)).toMatchObject({
      acknowledgedAt: minute(3).toISOString(),
      dispatchedAt: minute(5).toISOString(),
      arrivedAt: minute(50).toISOString(),
    });
  });

  it("is the office's to see", async () => {
    expect((await get({})).status).toBe(401);
  });
});

describe("acknowledging", () => {
  it("stands in the timeline with who did it; who comes second changes nothing", async () => {
    const { bookingId } = await emergency();
    const both = await Promise.all([acknowledge(bookingId), acknowledge(bookingId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { version, timeline, acknowledgedAt } = await detail(bookingId);
    expect(version).toBe(2);
    expect(acknowledgedAt).toBe(NOW.toISOString());
    expect(timeline.slice(1)).toMatchObject([
      { move: "acknowledge", toState: "requested", actorName: "Test admin" },
    ]);
  });

  it("is refused for what is no emergency, is over, is not there, and to anybody but the office", async () => {
    const plain = await caller.book();
    expect(outcome(await acknowledge(plain.bookingId))).toEqual({ status: 409, reason: "wrong-state" });
    const { bookingId } = await emergency();
    expect((await acknowledge(bookingId, {})).status).toBe(401);
    await post(bookingId, "moves", { move: "decline", version: 1, reason: "Too far" });
    expect(outcome(await acknowledge(bookingId))).toEqual({ status: 409, reason: "wrong-state" });
    expect((await acknowledge(crypto.randomUUID())).status).toBe(404);
    expect((await acknowledge("none")).status).toBe(404);
  });
});

describe("sending somebody at once", () => {
  const dispatch = (id: string, technicianId: string) =>
    caller.call("POST", `/api/admin/bookings/${id}/dispatch`, { technicianId }, admin);

  it("confirms and places in one step, at night as well, whoever is on call", async () => {
    vi.setSystemTime("2026-11-23T22:02:00Z");
    const { bookingId } = await emergency();
    const sent = await dispatch(bookingId, omar);
    expect(sent.status).toBe(200);
    expect(sent.body.emergencies).toMatchObject([
      { state: "scheduled", technicianName: "Omar Saleh", suggestions: [] },
    ]);
    const { visits, acknowledgedAt, dispatchedAt, timeline } = await detail(bookingId);
    expect(visits).toMatchObject([{ startsAt: "2026-11-23T22:05:00.000Z", technicianId: omar }]);
    expect([acknowledgedAt, dispatchedAt]).toEqual(Array(2).fill("2026-11-23T22:02:00.000Z"));
    expect(timeline.at(-1)).toMatchObject({ move: "assign", reason: "Sent to an emergency" });
  });

  it("of the office's list and suggestions puts on call first, off shift without a reason", async () => {
    vi.setSystemTime("2026-11-23T22:02:00Z");
    const { bookingId } = await emergency();
    const ask = async (what: string) =>
      (await caller.call("GET", `/api/admin/bookings/${bookingId}/${what}`, undefined, admin)).body;
    const { suggestions } = await ask("suggestions");
    expect(suggestions).toMatchObject([
      { technicianId: omar, date: "2026-11-24", time: "02:15", onCall: true },
    ]);
    const { technicians } = await ask("technicians?date=2026-11-24&time=02:15");
    expect(technicians[0]).toMatchObject({ id: omar, free: true, onCall: true });
    await post(bookingId, "moves", { move: "confirm", version: 1 });
    await post(bookingId, "assign", { version: 2, technicianId: omar, date: "2026-11-24", time: "02:15" });
  });

  it("suggests who is free and near when nobody on call is", async () => {
    const sara = await caller.addTechnician("Sara Haddad");
    const first = await emergency();
    expect((await dispatch(first.bookingId, omar)).status).toBe(200);
    const { bookingId } = await emergency();
    const suggested = async () =>
      (await running()).find(({ id }: { id: string }) => id === bookingId).suggestions;
    expect(await suggested()).toMatchObject([{ id: sara, onCall: false }]);
    expect(outcome(await dispatch(bookingId, omar))).toEqual({ status: 409, reason: "technician-busy" });
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", sara).execute();
    expect(await suggested()).toEqual([]);
    expect(outcome(await dispatch(bookingId, sara))).toEqual({ status: 409, reason: "technician-warning" });
    expect((await detail(bookingId)).state).toBe("requested");
  });

  it("of two who send at once, one is told that somebody is on the way", async () => {
    const { bookingId } = await emergency();
    const both = await Promise.all([dispatch(bookingId, omar), dispatch(bookingId, omar)]);
    expect(both.map(outcome).sort((a, b) => a.status - b.status)).toEqual([
      { status: 200, reason: undefined },
      { status: 409, reason: "wrong-state" },
    ]);
  });

  it("is for emergencies, and for the office", async () => {
    const plain = await caller.book();
    expect(outcome(await dispatch(plain.bookingId, omar))).toEqual({ status: 409, reason: "wrong-state" });
    expect((await dispatch(crypto.randomUUID(), omar)).status).toBe(404);
    const path = `/api/admin/bookings/${plain.bookingId}/dispatch`;
    expect((await caller.call("POST", path, { technicianId: omar })).status).toBe(401);
  });
});

describe("the trade that an emergency is about", () => {
  const dispatch = (id: string, technicianId: string) =>
    caller.call("POST", `/api/admin/bookings/${id}/dispatch`, { technicianId }, admin);
  let electrician: string;
  let plumber: string;
  beforeAll(async () => {
    electrician = await specialist("Nadia Aziz", "electrical");
    plumber = await specialist("Yusuf Khan", "plumbing");
  });
  afterAll(async () => {
    await caller.db
      .updateTable("technicians")
      .set({ active: false })
      .where("id", "in", [electrician, plumber])
      .execute();
  });
  async function specialist(name: string, skill: string) {
    const id = await caller.addTechnician(name);
    await caller.db
      .deleteFrom("technician_skills")
      .where("technician_id", "=", id)
      .where("service_id", "!=", skill)
      .execute();
    await caller.db.updateTable("technicians").set({ on_call: true }).where("id", "=", id).execute();
    return id;
  }
  const names = (people: { name: string }[]) => people.map(({ name }) => name).sort();

  it("decides who is suggested and who can be sent", async () => {
    const { bookingId } = await caller.book({
      service: "emergency",
      trade: "electrical",
      message: "No power",
    });
    const [emergency] = await running();
    expect(emergency).toMatchObject({ tradeName: "Electrical", message: "No power" });
    expect(names(emergency.suggestions)).toEqual(["Nadia Aziz", "Omar Saleh"]);
    const ask = async (what: string) =>
      (await caller.call("GET", `/api/admin/bookings/${bookingId}/${what}`, undefined, admin)).body;
    expect(names((await ask("suggestions")).suggestions)).not.toContain("Yusuf Khan");
    const { technicians } = await ask("technicians?date=2026-11-23&time=09:30");
    expect(technicians).toContainEqual(
      expect.objectContaining({ id: plumber, free: false, why: "not trained for this service" }),
    );
    expect(outcome(await dispatch(bookingId, plumber))).toEqual({
      status: 409,
      reason: "technician-warning",
    });
    expect(outcome(await dispatch(bookingId, electrician))).toEqual({ status: 200, reason: undefined });
  });

  it("stays open to everybody who answers emergencies where nobody could tell", async () => {
    const { booking } = await emergency();
    expect(booking).toMatchObject({ serviceName: "Emergency Service", tradeId: null });
    expect(names((await running())[0].suggestions)).toEqual(["Omar Saleh"]);
  });

  it("is named wherever the booking is", async () => {
    const { bookingId, booking, reference } = await caller.book({
      service: "emergency",
      trade: "electrical",
      email: "nopower@example.com",
    });
    const named = "Emergency Service (Electrical)";
    expect(booking).toMatchObject({ serviceName: named, tradeId: "electrical" });
    expect(await detail(bookingId)).toMatchObject({ serviceName: named, tradeId: "electrical" });
    const ask = (path: string) => caller.call("GET", path, undefined, admin);
    expect((await ask(`/api/admin/bookings?search=${reference}`)).body.bookings).toMatchObject([
      { serviceName: named, tradeId: "electrical" },
    ]);
    expect((await ask(`/api/admin/bookings.csv?search=${reference}`)).text).toContain(named);
    expect((await ask("/api/admin/board?from=2026-11-23&to=2026-11-23")).body.waiting).toMatchObject([
      { serviceName: named, skillId: "electrical" },
    ]);
    const mails = await mailbox.collect();
    expect(mails.length).toBeGreaterThan(1);
    for (const { plain } of mails) expect(plain).toContain(named);
    const alert = mails.find(({ subject }) => subject.startsWith("EMERGENCY"));
    expect(alert?.subject).toBe(`EMERGENCY ${reference}: ${named}, Dubai Marina`);
  });

  it("is one of the services, and of emergencies only", async () => {
    const send = async (changes: Record<string, unknown>) =>
      caller.call("POST", "/api/handle-booking", await caller.form(changes));
    for (const trade of ["none-such", "emergency"]) {
      const refused = await send({ service: "emergency", trade });
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toEqual({ trade: "Please choose one of the services in the list" });
    }
    const { booking } = await caller.book({ service: "plumbing", trade: "electrical" });
    expect(booking).toMatchObject({ serviceName: "Plumbing", tradeId: null });
  });

  it("is asked of a caller too", async () => {
    const { securityCheck: _, ...form } = await caller.form({ service: "emergency", trade: "plumbing" });
    const made = await caller.call("POST", "/api/admin/bookings", form, admin);
    expect(made.body.booking).toMatchObject({ tradeId: "plumbing" });
    const refused = await caller.call("POST", "/api/admin/bookings", { ...form, trade: "none-such" }, admin);
    expect(refused.body.errors).toEqual({ trade: "Please choose one of the services in the list" });
  });
});

describe("the office is told by mail", () => {
  it("after 15 minutes that nobody has seen it, after 90 that nobody is there, each once", async () => {
    const { reference } = await emergency();
    expect(await escalated(14.9)).toEqual([]);
    expect(await escalated(15)).toEqual([`NOT SEEN YET: emergency ${reference}, Dubai Marina`]);
    expect(await escalated(16)).toEqual([]);
    expect(await escalated(89.9)).toEqual([]);
    expect(await escalated(90)).toEqual([`NOBODY THERE YET: emergency ${reference}, Dubai Marina`]);
    expect(await escalated(180)).toEqual([]);
  });

  it("of two that look at once, by one", async () => {
    await emergency();
    const ctx = { ...caller.ctx(), now: minute(20) };
    await Promise.all([1, 2, 3, 4].map(() => escalateEmergencies(ctx)));
    expect(await escalated(20)).toHaveLength(1);
  });

  it("not where it was seen, where somebody is there, of another request, or a day later", async () => {
    const { bookingId } = await emergency();
    await acknowledge(bookingId);
    await caller.book();
    expect(await escalated(15)).toEqual([]);
    await post(bookingId, "moves", { move: "confirm", version: 2 });
    await post(bookingId, "assign", { version: 3, technicianId: omar, date: "2026-11-23", time: "09:30" });
    await post(bookingId, "moves", { move: "depart", version: 4 });
    await post(bookingId, "moves", { move: "arrive", version: 5 });
    expect(await escalated(90)).toEqual([]);
    vi.setSystemTime(NOW);
    await emergency();
    expect(await escalated(24 * 60)).toEqual([]);
  });

  it("not when it was seen before the mail was written", async () => {
    const { bookingId } = await emergency();
    await escalateEmergencies({ ...caller.ctx(), now: minute(15) });
    await acknowledge(bookingId);
    expect(await escalated(16)).toEqual([]);
  });
});

it("the customer is mailed when somebody sets out, and when the work is complete", async () => {
  const { bookingId } = await caller.book({ email: "layla@example.com" });
  await post(bookingId, "moves", { move: "confirm", version: 1 });
  await post(bookingId, "assign", { version: 2, technicianId: omar, date: "2026-11-23", time: "12:00" });
  await mailbox.collect();
  await post(bookingId, "moves", { move: "depart", version: 3 });
  expect((await mailbox.collectOne("layla@example.com")).subject).toBe("Omar Saleh is on the way: Plumbing");
  await post(bookingId, "moves", { move: "arrive", version: 4 });
  await post(bookingId, "moves", { move: "finishWork", version: 5 });
  expect(await mailbox.collect()).toEqual([]);
  await post(bookingId, "moves", { move: "complete", version: 6 });
  const done = await mailbox.collectOne("layla@example.com");
  expect(done.subject).toBe("Done: Plumbing. How was it?");
  expect(done.plain).toMatch(/Write a review: https?:\/\/\S+\/bookings\/BK-\S+\?key=/);
});
