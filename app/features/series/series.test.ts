import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dubaiDate } from "~/platform/time";
import { type Caller, createCaller, NOW, TODAY, TOMORROW } from "../../../test/harness/booking-caller";
import { type Mailbox, openMailbox } from "../../../test/harness/mailbox";
import { makeSeriesVisits } from "./make-visits.server";

/** Visits that are repeated: booked by the clock, once each; moved and ended together, and each on its own. */

let caller: Caller;
let mailbox: Mailbox;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  mailbox = openMailbox(caller);
  await caller.asAdmin();
});
afterAll(() => caller.close());

/** Moves the clock; a session of before would be over, or not have begun. */
async function at(now: string | Date) {
  vi.setSystemTime(now);
  await sql`DELETE FROM auth_rate_limits`.execute(caller.db);
  admin = { Cookie: await caller.signIn(OFFICE) };
}
const OFFICE = { email: "office@company.example", password: "a password of the office" };

let tests = 0;
beforeEach(async () => {
  await at(NOW);
  await caller.db.deleteFrom("rate_limits").execute();
  // Those of the other tests are over.
  await caller.db.deleteFrom("visit_series").execute();
  await caller.db.updateTable("technicians").set({ active: false }).execute();
  await caller.addTechnician(`Ahmed Khan ${++tests}`);
});

type Body = Record<string, unknown>;
const get = async (path: string, headers = admin) =>
  (await caller.call("GET", `/api/${path}`, undefined, headers)).body;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/${path}`, body, headers);
const detail = async (id: string) => (await get(`admin/bookings/${id}`)).booking;
const seriesOf = async (id: string) => (await get(`admin/bookings/${id}/series`)).series;

async function begin(id: string, changes: Body = {}) {
  const { version } = await detail(id);
  const wish = { rhythm: "monthly", day: "2026-12-24", time: "10:00" };
  return post(`admin/bookings/${id}/series`, { version, ...wish, ...changes });
}

/** A booking that is repeated every month from 24 December on. */
async function repeated(changes: Body = {}, form: Body = {}) {
  const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00", ...form });
  const answer = await begin(booked.bookingId, changes);
  expect(answer.status, answer.text).toBe(200);
  return { ...booked, id: booked.bookingId, series: answer.body.series };
}

const run = () => makeSeriesVisits(caller.ctx());
const starts = ({ visits }: { visits: { startsAt: string | null }[] }) =>
  visits.map(({ startsAt }) => startsAt);

describe("a series", () => {
  it("books what is due in 60 days as requests with a time held, and the rest by the clock through a year", async () => {
    const { id, series } = await repeated();
    expect(starts(series)).toEqual(["2026-11-24T06:00:00.000Z", "2026-12-24T06:00:00.000Z"]);
    expect(series).toMatchObject({ nextDay: "2027-01-24", visits: [{ number: 1 }, { number: 2 }] });
    const second = await detail(series.visits[1].bookingId);
    expect(second).toMatchObject({
      state: "requested",
      customerName: "Aisha Al Marri",
      serviceId: "plumbing",
    });
    expect(second.visits).toMatchObject([{ state: "held" }]);
    for (let day = TODAY; day < "2027-11-23"; day = addDays(day, 20)) {
      vi.setSystemTime(new Date(`${day}T05:00:00Z`));
      await run();
      await run();
    }
    await at(new Date());
    const later = await seriesOf(id);
    expect(later.visits.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: later.visits.length }, (_, index) => index + 1),
    );
    expect(later.visits.length).toBeGreaterThanOrEqual(13);
    const days = starts(later).map((at) => dubaiDate(new Date(at!)));
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  });

  it("tells its customer once, and then of each visit when it is confirmed", async () => {
    await mailbox.collect();
    const form = await caller.form({ email: "repeat@example.com" });
    const { series } = await repeated({}, form);
    const mails = (await mailbox.collect()).filter(({ recipient }) => recipient === "repeat@example.com");
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("We have your request"),
      expect.stringContaining("recurring visits"),
    ]);
    const { bookingId } = series.visits[1];
    const { version } = await detail(bookingId);
    const confirmed = await post(`admin/bookings/${bookingId}/moves`, { move: "confirm", version });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await mailbox.collectOne("repeat@example.com")).subject).toContain("Confirmed");
    expect(confirmed.body.booking).toMatchObject({ state: "scheduled" });
  });

  it("takes the price of the day on which a visit is booked", async () => {
    const { id } = await repeated();
    const before = (await detail(id)).estimateFils;
    await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, lead, position, effective_from)
      SELECT service_id, item, name, mode, unit, price_fils + 5000, lead, position, '2026-12-10' FROM prices
      WHERE service_id = 'plumbing' AND price_fils IS NOT NULL`.execute(caller.db);
    await at("2026-12-20T05:00:00Z");
    await run();
    const { visits } = await seriesOf(id);
    expect(visits).toHaveLength(3);
    expect(before).toBeGreaterThan(0);
    expect((await detail(visits[2].bookingId)).estimateFils).toBe(before + 5000);
    expect((await detail(visits[1].bookingId)).estimateFils).toBe(before);
  });

  it("leaves a request for the office where nobody is free", async () => {
    await mailbox.collect();
    const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
    await caller.db.updateTable("technicians").set({ active: false }).execute();
    const { body } = await begin(booked.bookingId);
    expect(body.series.visits[1]).toMatchObject({ state: "requested", startsAt: null, day: "2026-12-24" });
    const { reference } = body.series.visits[1];
    const told = (await mailbox.collect()).filter(({ subject }) => subject.includes(reference));
    expect(told).toHaveLength(1);
  });

  it("ends by itself when its service is no longer offered, and the office is told", async () => {
    const { id, reference } = await repeated();
    await mailbox.collect();
    await caller.db.updateTable("services").set({ active: false }).where("id", "=", "plumbing").execute();
    await at("2026-12-20T05:00:00Z");
    await run();
    expect(await seriesOf(id)).toMatchObject({ endedAt: expect.any(String), nextDay: null });
    const told = (await mailbox.collect()).filter(({ subject }) =>
      subject.includes(`visits of ${reference}`),
    );
    expect(told).toHaveLength(1);
    await caller.db.updateTable("services").set({ active: true }).where("id", "=", "plumbing").execute();
  });

  it("is booked once by workers that look at the same time", async () => {
    const { id } = await repeated();
    await at("2026-12-20T05:00:00Z");
    await Promise.all([run(), run(), run(), run()]);
    const { visits } = await seriesOf(id);
    expect(visits.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  });

  it("makes up for a long pause once, not for every month of it", async () => {
    const { id } = await repeated();
    await at("2027-06-01T05:00:00Z");
    await run();
    const days = starts(await seriesOf(id))
      .slice(2)
      .map((at) => dubaiDate(new Date(at!)));
    expect(days).toHaveLength(3);
    expect(days.every((day) => day > "2027-06-01")).toBe(true);
  });

  it("is refused for an emergency, what was called off, a stale version, and twice at once", async () => {
    const emergency = await caller.book({ service: "emergency" });
    expect((await begin(emergency.bookingId)).body).toMatchObject({ reason: "wrong-state" });
    const { bookingId: id } = await caller.book();
    expect((await begin(id, { version: 9 })).body).toMatchObject({ reason: "stale" });
    expect((await begin(id, { day: TODAY })).status).toBe(400);
    const both = await Promise.all([begin(id), begin(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await begin(id)).body).toMatchObject({ reason: "repeats-already" });
    const { version } = await detail(id);
    await post(`admin/bookings/${id}/moves`, { move: "cancel", version, reason: "No longer" });
    expect((await begin(id)).body).toMatchObject({ reason: "wrong-state" });
  });
});

describe("the rest of a series", () => {
  it("is moved to other days and another time, and one that is moved alone leaves the others", async () => {
    const { id, series } = await repeated();
    const { bookingId } = series.visits[1];
    const { version } = await detail(bookingId);
    const { id: technicianId } = await caller.db
      .selectFrom("technicians")
      .select("id")
      .where("active", "=", true)
      .executeTakeFirstOrThrow();
    const confirmed = await post(`admin/bookings/${bookingId}/moves`, { move: "confirm", version });
    expect(confirmed.status, confirmed.text).toBe(200);
    const alone = { version: version + 1, technicianId, date: "2026-12-29", time: "16:00" };
    expect((await post(`admin/bookings/${bookingId}/assign`, alone)).status).toBe(200);
    expect(await seriesOf(id)).toMatchObject({ nextDay: "2027-01-24", version: 1 });
    expect(starts(await seriesOf(id))).toEqual(["2026-11-24T06:00:00.000Z", "2026-12-29T12:00:00.000Z"]);
    const shifted = await post(`admin/series/${series.id}/shift`, {
      version: series.version,
      day: "2026-11-26",
      time: "14:00",
    });
    expect(shifted.status, shifted.text).toBe(200);
    expect(shifted.body.stayed).toEqual([]);
    expect(starts(shifted.body.series).slice(0, 2)).toEqual([
      "2026-11-26T10:00:00.000Z",
      "2026-12-26T10:00:00.000Z",
    ]);
    expect(shifted.body.series).toMatchObject({ nextDay: "2027-01-26", time: "14:00" });
    expect(
      (await post(`admin/series/${series.id}/shift`, { version: 1, day: "2026-11-27", time: "14:00" })).body,
    ).toMatchObject({ reason: "stale" });
    expect(await seriesOf(id)).toMatchObject({ version: 2 });
  });

  it("counts from the next visit that has a day, not from a request without one", async () => {
    const { series } = await repeated({}, { preferredDate: undefined, preferredTime: undefined });
    const body = { version: series.version, day: "2026-12-29", time: "14:00" };
    const shifted = await post(`admin/series/${series.id}/shift`, body);
    expect(starts(shifted.body.series)).toEqual([null, "2026-12-29T10:00:00.000Z"]);
  });

  it("leaves work of several days where it is planned", async () => {
    const { series } = await repeated();
    const [first, second] = series.visits;
    await caller.db
      .updateTable("visits")
      .set({ of_plan: true })
      .where("booking_id", "=", first.bookingId)
      .execute();
    const body = { version: series.version, day: "2026-11-26", time: "14:00" };
    const shifted = await post(`admin/series/${series.id}/shift`, body);
    expect(shifted.body.stayed).toEqual([first.reference]);
    expect(starts(shifted.body.series)[0]).toBe(first.startsAt);
    expect(starts(shifted.body.series)[1]).not.toBe(second.startsAt);
  });

  it("stays where nobody is free, and says which", async () => {
    const { series } = await repeated();
    await caller.db.updateTable("technicians").set({ active: false }).execute();
    const body = { version: series.version, day: "2027-01-04", time: "14:00" };
    const shifted = await post(`admin/series/${series.id}/shift`, body);
    expect(shifted.body.stayed).toEqual(
      series.visits.map(({ reference }: { reference: string }) => reference),
    );
  });

  it("ends: what nobody confirmed is called off or kept, and it can be taken up again", async () => {
    const { id, series } = await repeated();
    const [first, second] = series.visits;
    const ended = await post(`admin/series/${series.id}/end`, {
      version: series.version,
      unconfirmed: "cancel",
    });
    expect(ended.status, ended.text).toBe(200);
    expect((await detail(second.bookingId)).state).toBe("cancelled");
    // The one that was repeated is no visit of the series' making.
    expect((await detail(first.bookingId)).state).toBe("requested");
    expect(await seriesOf(id)).toMatchObject({ endedAt: expect.any(String), nextDay: null });
    await at("2027-03-01T05:00:00Z");
    await run();
    expect((await seriesOf(id)).visits).toHaveLength(1);
    const again = await begin(id, { day: "2027-03-10" });
    expect(again.body.series).toMatchObject({ id: series.id, endedAt: null });
    expect(again.body.series.visits.map(({ number }: { number: number }) => number)).toEqual([1, 3, 4]);
    const kept = await post(`admin/series/${series.id}/end`, {
      version: again.body.series.version,
      unconfirmed: "keep",
    });
    expect(kept.body.series.visits).toHaveLength(3);
  });
});

it("shows a customer what goes on of their own, and the office what a customer has", async () => {
  const account = { email: "aisha.own@example.com", password: "a password of her own" };
  await caller.addUser(account);
  const own = { Cookie: await caller.signIn(account) };
  const { id } = await repeated();
  expect((await get("account/series", own)).series).toEqual([]);
  await caller.db
    .updateTable("bookings")
    .set((eb) => ({ user_id: eb.selectFrom("users").select("id").where("email", "=", account.email) }))
    .where("id", "=", id)
    .execute();
  expect((await get("account/series", own)).series).toMatchObject([
    { rhythm: "monthly", nextDay: "2027-01-24" },
  ]);
  const { customerId } = await detail(id);
  expect((await get(`admin/customers/${customerId}/series`)).series).toHaveLength(1);
  expect((await caller.call("GET", `/api/admin/bookings/${id}/series`, undefined, own)).status).toBe(403);
});
