import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rounds } from "../../../../test/faults/rounds";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  NOW,
} from "../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { escalateEmergencies } from "./escalate.server";
import { pageNewOnCall } from "./page-on-call.server";

let caller: Caller;
let mailbox: Mailbox;
let admin: Record<string, string>;
let omar: string;
beforeAll(async () => {
  caller = await createCaller();
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  omar = await caller.addTechnician("Omar Saleh");
  await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", omar).execute();
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  await mailbox.discard();
});

/** A requested emergency whose on-call pages have been sent. */
async function emergency(more: Record<string, unknown> = {}) {
  const booked = await caller.book({ service: "emergency", ...more });
  await mailbox.react();
  return booked;
}
const get = (headers = admin) => caller.call("GET", "/api/admin/emergencies", undefined, headers);
const running = async () => (await get()).body.emergencies;
const acknowledge = (id: string, headers = admin) =>
  caller.call("POST", `/api/admin/bookings/${id}/acknowledge`, {}, headers);
const post = async (id: string, what: string, body: Record<string, unknown>) =>
  expect((await caller.call("POST", `/api/admin/bookings/${id}/${what}`, body, admin)).status).toBe(200);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const outcome = ({ status, body }: ApiResponse) => ({ status, reason: body.reason });
const minute = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

/** Subjects of the escalation emails sent at that minute. */
async function escalated(minutes: number): Promise<string[]> {
  vi.setSystemTime(minute(minutes));
  await escalateEmergencies({ ...caller.ctx(), now: minute(minutes) });
  const mails = await mailbox.collect();
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => /^NOT ACKNOWLEDGED|^NO TECHNICIAN ON SITE/.test(subject));
}

describe("response clock", () => {
  it("records acknowledgement, dispatch and arrival, and closes the emergency on arrival", async () => {
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
          paged: [expect.objectContaining({ name: "Omar Saleh", declinedAt: null })],
          lacksOnCall: false,
          suggestions: [
            {
              ...{ id: omar, name: "Omar Saleh", phone: "+971500000009", onCall: true, offered: false },
              // From home.
              ...{ arrivesAt: minute(60).toISOString(), displacedVisitIds: [], displacedUntil: null },
            },
          ],
        },
      ],
    });
    vi.setSystemTime(minute(3));
    expect((await acknowledge(bookingId)).body.emergencies[0].acknowledgedAt).toBe(minute(3).toISOString());
    vi.setSystemTime(minute(5));
    await post(bookingId, "transitions", { transition: "confirm", version: 2 });
    await post(bookingId, "assign", { version: 3, technicianId: omar, date: "2026-11-23", time: "09:30" });
    vi.setSystemTime(minute(20));
    await post(bookingId, "transitions", { transition: "depart", version: 4 });
    expect(await running()).toMatchObject([{ state: "en_route", technicianName: "Omar Saleh" }]);
    vi.setSystemTime(minute(50));
    await post(bookingId, "transitions", { transition: "arrive", version: 5 });
    expect(await running()).toEqual([]);
    expect(await detail(bookingId)).toMatchObject({
      acknowledgedAt: minute(3).toISOString(),
      dispatchedAt: minute(5).toISOString(),
      arrivedAt: minute(50).toISOString(),
    });
  });

  it("says that no technician is on call, to the office and in the customer's email", async () => {
    const setOnCall = (onCall: boolean) =>
      caller.db.updateTable("technicians").set({ onCall }).where("id", "=", omar).execute();
    await setOnCall(false);
    const { reference } = await caller.book({ service: "emergency" });
    const mails = await mailbox.collect();
    expect((await running())[0]).toMatchObject({ reference, paged: [], lacksOnCall: true });
    const received = mails.find(({ subject }) => subject === `Emergency ${reference}: we are on it`);
    expect(received?.plain).toContain("Our office has your emergency and is finding a technician for you.");
    await setOnCall(true);
    expect((await running())[0]).toMatchObject({ reference, lacksOnCall: false });
  });

  it("refuses to list emergencies without a session", async () => {
    expect((await get({})).status).toBe(401);
  });
});

describe("acknowledgeEmergency", () => {
  it("records the first acknowledgement once when two users press at the same time", async () => {
    const { bookingId } = await emergency();
    const both = await Promise.all([acknowledge(bookingId), acknowledge(bookingId)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { version, timeline, acknowledgedAt } = await detail(bookingId);
    expect(version).toBe(2);
    expect(acknowledgedAt).toBe(NOW.toISOString());
    expect(timeline.slice(1)).toMatchObject([
      { event: "acknowledge", toState: "requested", actorName: "Test admin" },
    ]);
  });

  it("refuses ordinary bookings, closed emergencies, unknown ids and visitors", async () => {
    const plain = await caller.book();
    expect(outcome(await acknowledge(plain.bookingId))).toEqual({ status: 409, reason: "wrong-state" });
    const { bookingId } = await emergency();
    expect((await acknowledge(bookingId, {})).status).toBe(401);
    await post(bookingId, "transitions", { transition: "decline", version: 1, reason: "Too far" });
    expect(outcome(await acknowledge(bookingId))).toEqual({ status: 409, reason: "wrong-state" });
    expect((await acknowledge(crypto.randomUUID())).status).toBe(404);
    expect((await acknowledge("none")).status).toBe(404);
  });
});

describe("dispatchEmergency", () => {
  const dispatch = (id: string, technicianId: string) =>
    caller.call("POST", `/api/admin/bookings/${id}/dispatch`, { technicianId }, admin);

  it("confirms and places the visit in one step, also at night", async () => {
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
    expect(timeline.at(-1)).toMatchObject({ event: "assign", reason: "Sent to an emergency" });
  });

  it("ranks technicians on call first and allows them off shift without a reason", async () => {
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
    await post(bookingId, "transitions", { transition: "confirm", version: 1 });
    await post(bookingId, "assign", { version: 2, technicianId: omar, date: "2026-11-24", time: "02:15" });
  });

  it("suggests free technicians nearby when none on call is free", async () => {
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

  it("accepts one of two concurrent dispatches", async () => {
    const { bookingId } = await emergency();
    const both = await Promise.all([dispatch(bookingId, omar), dispatch(bookingId, omar)]);
    expect(both.map(outcome).sort((a, b) => a.status - b.status)).toEqual([
      { status: 200, reason: undefined },
      { status: 409, reason: "wrong-state" },
    ]);
  });

  it("refuses ordinary bookings, unknown ids and visitors", async () => {
    const plain = await caller.book();
    expect(outcome(await dispatch(plain.bookingId, omar))).toEqual({ status: 409, reason: "wrong-state" });
    expect((await dispatch(crypto.randomUUID(), omar)).status).toBe(404);
    const path = `/api/admin/bookings/${plain.bookingId}/dispatch`;
    expect((await caller.call("POST", path, { technicianId: omar })).status).toBe(401);
  });
});

describe("trade of an emergency", () => {
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
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", id)
      .where("serviceId", "!=", skill)
      .execute();
    await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", id).execute();
    return id;
  }
  const names = (people: { name: string }[]) => people.map(({ name }) => name).sort();

  it("limits suggestions and dispatch to technicians trained for the trade", async () => {
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
      expect.objectContaining({ id: plumber, free: false, conflictText: "not trained for this service" }),
    );
    expect(outcome(await dispatch(bookingId, plumber))).toEqual({
      status: 409,
      reason: "technician-warning",
    });
    expect(outcome(await dispatch(bookingId, electrician))).toEqual({ status: 200, reason: undefined });
  });

  it("suggests every emergency technician if the trade is unknown", async () => {
    const { booking } = await emergency();
    expect(booking).toMatchObject({ serviceName: "Emergency Service", tradeId: null });
    expect(names((await running())[0].suggestions)).toEqual(["Omar Saleh"]);
  });

  it("appears in the booking, the lists, the CSV export, the board and the emails", async () => {
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
    expect((await ask("/api/admin/board?from=2026-11-23&to=2026-11-23")).body.unassigned).toMatchObject([
      { serviceName: named, skills: ["electrical"] },
    ]);
    const mails = await mailbox.collect();
    expect(mails.length).toBeGreaterThan(1);
    for (const { plain } of mails) expect(plain).toContain(named);
    const alert = mails.find(({ subject }) => subject.startsWith("EMERGENCY"));
    expect(alert?.subject).toBe(`EMERGENCY ${reference}: ${named}, Dubai Marina`);
  });

  it("rejects unknown trades and ignores the trade of ordinary bookings", async () => {
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

  it("accepts a trade for emergencies that the office enters", async () => {
    const { securityCheck: _, ...form } = await caller.form({ service: "emergency", trade: "plumbing" });
    const made = await caller.call("POST", "/api/admin/bookings", form, admin);
    expect(made.body.booking).toMatchObject({ tradeId: "plumbing" });
    const refused = await caller.call("POST", "/api/admin/bookings", { ...form, trade: "none-such" }, admin);
    expect(refused.body.errors).toEqual({ trade: "Please choose one of the services in the list" });
  });
});

describe("on-call page", () => {
  interface OnCall {
    id: string;
    email: string;
    headers: Record<string, string>;
  }
  let nadia: OnCall;
  let yusuf: OnCall;
  let plumber: OnCall;
  beforeAll(async () => {
    nadia = await onCall("Nadia Rahman");
    yusuf = await onCall("Yusuf Karim");
    plumber = await onCall("Paul Mercer");
    await caller.db
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", plumber.id)
      .where("serviceId", "!=", "plumbing")
      .execute();
    await caller.db.updateTable("technicians").set({ onCall: false }).where("id", "=", omar).execute();
  });
  afterAll(async () => {
    const ids = [nadia, yusuf, plumber].map(({ id }) => id);
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "in", ids).execute();
    await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", omar).execute();
  });
  async function onCall(name: string): Promise<OnCall> {
    const id = await caller.addTechnician(name);
    const email = `${name.toLowerCase().replace(" ", ".")}@company.example`;
    const user = { email, password: "a password of a technician", role: "technician" as const };
    const userId = await caller.addUser(user);
    await caller.db.updateTable("users").set({ name }).where("id", "=", userId).execute();
    await caller.db.updateTable("technicians").set({ userId, onCall: true }).where("id", "=", id).execute();
    return { id, email, headers: { Cookie: await caller.signIn(user) } };
  }
  const request = { service: "emergency", trade: "electrical", message: "No power" };
  const noPower = () => emergency(request);
  const calls = async ({ headers }: OnCall) =>
    (await caller.call("GET", "/api/technician/emergencies", undefined, headers)).body.emergencies;
  const answer = ({ headers }: OnCall, id: string, what: "accept" | "decline", body = {}) =>
    caller.call("POST", `/api/technician/emergencies/${id}/${what}`, body, headers);

  it("emails only trained technicians on call and shows them the emergency", async () => {
    const { bookingId, reference } = await caller.book(request);
    const mails = await mailbox.collect();
    const paged = mails.filter(({ subject }) => subject.startsWith(`EMERGENCY ${reference}`));
    const recipients = paged.map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(3);
    expect(recipients).toEqual(expect.arrayContaining([nadia.email, yusuf.email]));
    const hers = paged.find(({ recipient }) => recipient === nadia.email);
    expect(hers?.plain).toContain(`/technician?emergency=${bookingId}`);
    expect(hers?.plain).not.toContain("/admin/");
    expect(await calls(nadia)).toMatchObject([
      { id: bookingId, serviceName: "Emergency Service (Electrical)", message: "No power" },
    ]);
    expect(await calls(plumber)).toEqual([]);
    expect(outcome(await answer(plumber, bookingId, "accept"))).toEqual({ status: 404, reason: "not-found" });
    expect(outcome(await answer(plumber, bookingId, "decline"))).toEqual({
      status: 404,
      reason: "not-found",
    });
    const path = `/api/technician/emergencies/${bookingId}/accept`;
    expect((await caller.call("POST", path, {}, admin)).status).toBe(403);
  });

  it("dispatches the accepting technician, at night and outside the zones, and closes the page for the others", async () => {
    vi.setSystemTime("2026-11-23T22:02:00Z");
    const { bookingId } = await noPower();
    const accepted = await answer(nadia, bookingId, "accept");
    expect(accepted.status).toBe(200);
    const { visits, timeline, dispatchedAt, acknowledgedAt } = await detail(bookingId);
    expect(visits).toMatchObject([
      { id: accepted.body.visitId, technicianId: nadia.id, startsAt: "2026-11-23T22:05:00.000Z" },
    ]);
    expect([dispatchedAt, acknowledgedAt]).toEqual(Array(2).fill("2026-11-23T22:02:00.000Z"));
    expect(timeline.slice(-2)).toMatchObject([
      { event: "confirm", actorName: "Nadia Rahman", actorRole: "technician" },
      { event: "assign", actorName: "Nadia Rahman", actorRole: "technician" },
    ]);
    expect(await calls(nadia)).toEqual([]);
    expect(await calls(yusuf)).toEqual([]);
    expect(await running()).toMatchObject([{ state: "scheduled", technicianName: "Nadia Rahman" }]);
    // The answer was lost, so the phone sends it again.
    expect((await answer(nadia, bookingId, "accept")).body.visitId).toBe(accepted.body.visitId);
    expect((await detail(bookingId)).visits).toHaveLength(1);
  });

  it("accepts one of two technicians who accept at the same time and names the winner to the other", async () => {
    for (let round = 0; round < rounds({ short: 2, long: 5 }); round++) {
      await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
      const { bookingId } = await noPower();
      const both = await Promise.all([nadia, yusuf].map((one) => answer(one, bookingId, "accept")));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { visits } = await detail(bookingId);
      expect(visits).toHaveLength(1);
      const loser = both.find(({ status }) => status === 409);
      expect(loser?.body).toMatchObject({ reason: "emergency-assigned" });
      expect(loser?.body.message).toContain(visits[0].technicianName);
      expect(loser?.body.message).toContain("has already taken this emergency");
    }
  });

  it("records the reason of a technician who passes on, rings again and emails the office and the others", async () => {
    const { bookingId } = await noPower();
    await acknowledge(bookingId);
    const reason = "Stuck behind an accident";
    expect((await answer(nadia, bookingId, "decline", { reason })).status).toBe(200);
    expect(await running()).toMatchObject([
      {
        acknowledgedAt: null,
        paged: expect.arrayContaining([
          expect.objectContaining({ name: "Nadia Rahman", declinedAt: expect.any(String) }),
          expect.objectContaining({ name: "Yusuf Karim", declinedAt: null }),
        ]),
      },
    ]);
    expect((await running())[0].suggestions.map(({ name }: { name: string }) => name)).not.toContain(
      "Nadia Rahman",
    );
    const { timeline } = await detail(bookingId);
    expect(timeline.at(-1)).toMatchObject({ event: "declinePage", actorName: "Nadia Rahman", reason });
    const mails = await mailbox.collect();
    const office = mails.find(({ subject }) => subject.startsWith("CANNOT GO"));
    expect(office?.plain).toContain("Nadia Rahman was paged and cannot go.");
    expect(office?.plain).toContain(reason);
    expect(office?.plain).toContain("Paged now: Yusuf Karim.");
    expect(mails.map(({ recipient }) => recipient)).toContain(yusuf.email);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(nadia.email);
    expect(await calls(nadia)).toEqual([]);
    expect(await calls(yusuf)).toHaveLength(1);
    // A second tap.
    expect((await answer(nadia, bookingId, "decline")).status).toBe(200);
    expect((await detail(bookingId)).timeline).toHaveLength(timeline.length);
    expect((await acknowledge(bookingId)).body.emergencies[0].acknowledgedAt).toBe(NOW.toISOString());
  });

  it("pages technicians whose on-call shift started since, when one passes on", async () => {
    const { bookingId } = await noPower();
    await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", omar).execute();
    await mailbox.collect();
    await answer(nadia, bookingId, "decline");
    await caller.db.updateTable("technicians").set({ onCall: false }).where("id", "=", omar).execute();
    const paged = (await running())[0].paged.filter(
      ({ declinedAt }: { declinedAt: string | null }) => !declinedAt,
    );
    expect(paged.map(({ name }: { name: string }) => name).sort()).toEqual(["Omar Saleh", "Yusuf Karim"]);
  });

  it("pages no technician on time off, until it ends", async () => {
    const during = `[${minute(-60).toISOString()},${minute(10).toISOString()})`;
    await caller.db.insertInto("timeOff").values({ technicianId: yusuf.id, during, reason: "Ill" }).execute();
    const { bookingId } = await noPower();
    const paged = async () =>
      (await running())
        .find(({ id }: { id: string }) => id === bookingId)
        .paged.map(({ name }: { name: string }) => name);
    expect(await paged()).not.toContain("Yusuf Karim");
    vi.setSystemTime(minute(10));
    await pageNewOnCall({ ...caller.ctx(), now: new Date() });
    expect(await paged()).toContain("Yusuf Karim");
    await caller.db.deleteFrom("timeOff").execute();
  });

  it("pages technicians who come on call later, once, and not for dispatched emergencies", async () => {
    const onCall = (onCall: boolean) =>
      caller.db.updateTable("technicians").set({ onCall }).where("id", "=", yusuf.id).execute();
    const look = async () => {
      const ctx = { ...caller.ctx(), now: new Date() };
      await Promise.all([1, 2, 3].map(() => pageNewOnCall(ctx)));
      return (await mailbox.collect()).map(({ recipient }) => recipient);
    };
    await onCall(false);
    const { bookingId, reference } = await noPower();
    const { bookingId: taken } = await noPower();
    expect((await answer(nadia, taken, "accept")).status).toBe(200);
    await mailbox.collect();
    expect(await look()).toEqual([]);
    await onCall(true);
    expect(await calls(yusuf)).toEqual([]);
    expect(await look()).toEqual([yusuf.email]);
    expect(await calls(yusuf)).toMatchObject([{ id: bookingId, reference }]);
    expect((await running()).find(({ id }: { id: string }) => id === bookingId).paged).toHaveLength(2);
    expect(await look()).toEqual([]);
    vi.setSystemTime(minute(24 * 60));
    await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", omar).execute();
    expect(await look()).toEqual([]);
    await caller.db.updateTable("technicians").set({ onCall: false }).where("id", "=", omar).execute();
  });

  it("pages technicians trained for a corrected trade", async () => {
    const { bookingId } = await noPower();
    const corrected = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/correct`,
      { version: 1, trade: "plumbing" },
      admin,
    );
    expect(corrected.status).toBe(200);
    const mailed = (await mailbox.collect()).map(({ recipient }) => recipient);
    expect(mailed.filter((recipient) => recipient === plumber.email)).toHaveLength(1);
    // Technicians paged for the former trade are notified of the correction.
    expect(mailed).toEqual(expect.arrayContaining([nadia.email, yusuf.email]));
    expect(await calls(plumber)).toMatchObject([{ serviceName: "Emergency Service (Plumbing)" }]);
  });

  it("refuses answers to closed emergencies, and offers a busy technician to the office", async () => {
    const { bookingId } = await noPower();
    await post(bookingId, "transitions", { transition: "decline", version: 1, reason: "Too far" });
    for (const what of ["accept", "decline"] as const)
      expect(outcome(await answer(nadia, bookingId, what))).toEqual({
        status: 409,
        reason: "emergency-assigned",
      });
    const first = await noPower();
    const second = await noPower();
    expect((await answer(nadia, first.bookingId, "accept")).status).toBe(200);
    const offer = await answer(nadia, second.bookingId, "accept");
    expect(offer.body).toEqual({ success: true, visitId: null });
    // A second press changes nothing.
    expect((await answer(nadia, second.bookingId, "accept")).body).toEqual({ success: true, visitId: null });
    expect((await detail(second.bookingId)).state).toBe("requested");
    const offers = await caller.db
      .selectFrom("onCallPages")
      .select(["technicianId", "offeredAt"])
      .where("bookingId", "=", second.bookingId)
      .where("offeredAt", "is not", null)
      .execute();
    expect(offers).toHaveLength(1);
  });
});

describe("escalateEmergencies", () => {
  it("emails the office once after 15 minutes without acknowledgement and once after 90 without arrival", async () => {
    const { reference } = await emergency();
    expect(await escalated(14.9)).toEqual([]);
    expect(await escalated(15)).toEqual([`NOT ACKNOWLEDGED: emergency ${reference}, Dubai Marina`]);
    expect(await escalated(16)).toEqual([]);
    expect(await escalated(89.9)).toEqual([]);
    expect(await escalated(90)).toEqual([`NO TECHNICIAN ON SITE: emergency ${reference}, Dubai Marina`]);
    expect(await escalated(180)).toEqual([]);
  });

  it("sends one email when several workers run at the same time", async () => {
    await emergency();
    const ctx = { ...caller.ctx(), now: minute(20) };
    await Promise.all([1, 2, 3, 4].map(() => escalateEmergencies(ctx)));
    expect(await escalated(20)).toHaveLength(1);
  });

  it("sends nothing for acknowledged, arrived, ordinary or day-old bookings", async () => {
    const { bookingId } = await emergency();
    await acknowledge(bookingId);
    await caller.book();
    expect(await escalated(15)).toEqual([]);
    await post(bookingId, "transitions", { transition: "confirm", version: 2 });
    await post(bookingId, "assign", { version: 3, technicianId: omar, date: "2026-11-23", time: "09:30" });
    await post(bookingId, "transitions", { transition: "depart", version: 4 });
    await post(bookingId, "transitions", { transition: "arrive", version: 5 });
    expect(await escalated(90)).toEqual([]);
    vi.setSystemTime(NOW);
    await emergency();
    expect(await escalated(24 * 60)).toEqual([]);
  });

  it("sends nothing if the emergency was acknowledged before the email was rendered", async () => {
    const { bookingId } = await emergency();
    await escalateEmergencies({ ...caller.ctx(), now: minute(15) });
    await acknowledge(bookingId);
    expect(await escalated(16)).toEqual([]);
  });
});

it("emails the customer when the technician departs and when the work is complete", async () => {
  const { bookingId } = await caller.book({ email: "layla@example.com" });
  await post(bookingId, "transitions", { transition: "confirm", version: 1 });
  await post(bookingId, "assign", { version: 2, technicianId: omar, date: "2026-11-23", time: "12:00" });
  await mailbox.discard();
  await post(bookingId, "transitions", { transition: "depart", version: 3 });
  expect((await mailbox.collectOne("layla@example.com")).subject).toBe("Omar Saleh is on the way: Plumbing");
  await post(bookingId, "transitions", { transition: "arrive", version: 4 });
  await post(bookingId, "transitions", { transition: "finishWork", version: 5 });
  expect(await mailbox.collect()).toEqual([]);
  await post(bookingId, "transitions", { transition: "complete", version: 6 });
  const done = await mailbox.collectOne("layla@example.com");
  expect(done.subject).toBe("Done: Plumbing. How was it?");
  expect(done.plain).toMatch(/Write a review: https?:\/\/\S+\/bookings\/BK-\S+\?key=/);
});
