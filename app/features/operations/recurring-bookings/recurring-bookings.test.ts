import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dubaiDate } from "~/platform/time";
import { rounds } from "../../../../test/faults/rounds";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { bookAllDueOccurrences, listDueRecurringBookings } from "./book-due-occurrences.server";

const ROWS = rounds({ short: 10_000, long: 100_000 });

let caller: Caller;
let mailbox: Mailbox;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  mailbox = openMailbox(caller);
  await caller.asAdmin();
});
afterAll(() => caller.close());

/** Signs in again, because the session would not be valid at that time. */
async function at(now: string | Date) {
  vi.setSystemTime(now);
  await sql`DELETE FROM auth_rate_limits`.execute(caller.db);
  admin = { Cookie: await caller.signIn(OFFICE) };
}
const OFFICE = { email: "office@company.example", password: "a password of the office" };

let tests = 0;
beforeEach(async () => {
  await at(NOW);
  await caller.db.deleteFrom("rateLimits").execute();
  await caller.db.deleteFrom("recurringBookings").execute();
  await caller.db.updateTable("technicians").set({ active: false }).execute();
  await caller.addTechnician(`Ahmed Khan ${++tests}`);
});

type Body = Record<string, unknown>;
const get = async (path: string, headers = admin) =>
  (await caller.call("GET", `/api/${path}`, undefined, headers)).body;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/${path}`, body, headers);
const detail = async (id: string) => (await get(`admin/bookings/${id}`)).booking;
const recurringBookingOf = async (id: string) =>
  (await get(`admin/bookings/${id}/recurrence`)).recurringBooking;

async function begin(id: string, changes: Body = {}) {
  const version = await caller.versionOf(id);
  const input = { interval: "monthly", day: "2026-12-24", time: "10:00" };
  return post(`admin/bookings/${id}/recurrence`, { version, ...input, ...changes });
}

/** Monthly from 24 December. */
async function repeated(changes: Body = {}, form: Body = {}) {
  const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00", ...form });
  const answer = await begin(booked.bookingId, changes);
  expect(answer.status, answer.text).toBe(200);
  return { ...booked, id: booked.bookingId, recurringBooking: answer.body.recurringBooking };
}

const run = () => bookAllDueOccurrences(caller.ctx());
const starts = ({ visits }: { visits: { startsAt: string | null }[] }) =>
  visits.map(({ startsAt }) => startsAt);

describe("recurring booking", () => {
  it("books 60 days ahead as requests with a held time, and the rest by the hourly job over a year", async () => {
    const { id, recurringBooking } = await repeated();
    expect(starts(recurringBooking)).toEqual(["2026-11-24T06:00:00.000Z", "2026-12-24T06:00:00.000Z"]);
    expect(recurringBooking).toMatchObject({ nextDay: "2027-01-24", visits: [{ number: 1 }, { number: 2 }] });
    const second = await detail(recurringBooking.visits[1].bookingId);
    expect(second).toMatchObject({
      state: "requested",
      customerName: "Aisha Al Marri",
      serviceId: "plumbing",
    });
    expect(second.visits).toMatchObject([{ state: "held" }]);
    for (let day = TODAY; day < "2027-11-23"; day = addDays(day, rounds({ short: 40, long: 20 }))) {
      vi.setSystemTime(new Date(`${day}T05:00:00Z`));
      await run();
      await run();
    }
    await at(new Date());
    const later = await recurringBookingOf(id);
    expect(later.visits.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: later.visits.length }, (_, index) => index + 1),
    );
    expect(later.visits.length).toBeGreaterThanOrEqual(13);
    const days = starts(later).map((at) => dubaiDate(new Date(at!)));
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThanOrEqual(12);
  });

  it("emails the customer once at the start and again for each confirmed visit", async () => {
    await mailbox.discard();
    const form = await caller.form({ email: "repeat@example.com" });
    const { recurringBooking } = await repeated({}, form);
    const mails = (await mailbox.collect()).filter(({ recipient }) => recipient === "repeat@example.com");
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("We have your request"),
      expect.stringContaining("recurring visits"),
    ]);
    const { bookingId } = recurringBooking.visits[1];
    const version = await caller.versionOf(bookingId);
    const confirmed = await post(`admin/bookings/${bookingId}/transitions`, {
      transition: "confirm",
      version,
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await mailbox.collectOne("repeat@example.com")).subject).toContain("Confirmed");
    expect(confirmed.body.booking).toMatchObject({ state: "scheduled" });
  });

  it("charges the prices of the day on which a visit is booked", async () => {
    const { id } = await repeated();
    const before = (await detail(id)).estimateFils;
    await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, is_headline, position, effective_from)
      SELECT service_id, item, name, mode, unit, price_fils + 5000, is_headline, position, '2026-12-10' FROM prices
      WHERE service_id = 'plumbing' AND price_fils IS NOT NULL`.execute(caller.db);
    await at("2026-12-20T05:00:00Z");
    await run();
    const { visits } = await recurringBookingOf(id);
    expect(visits).toHaveLength(3);
    expect(before).toBeGreaterThan(0);
    expect((await detail(visits[2].bookingId)).estimateFils).toBe(before + 5000);
    expect((await detail(visits[1].bookingId)).estimateFils).toBe(before);
  });

  it("repeats work without a chosen item as work to be assessed", async () => {
    const { recurringBooking } = await repeated({}, { items: [] });
    for (const { bookingId } of recurringBooking.visits)
      expect(await detail(bookingId)).toMatchObject({ lines: [], estimateFils: null });
  });

  it("drops only the items that left the price book", async () => {
    const items = [
      { service: "plumbing", item: "call-out", quantity: 2 },
      { service: "handyman", item: "hour", quantity: 1 },
    ];
    const { id, recurringBooking } = await repeated({}, { items });
    const second = await detail(recurringBooking.visits[1].bookingId);
    expect(second.lines).toMatchObject(items.map(({ item, quantity }) => ({ item, quantity })));
    const handyman = (active: boolean) =>
      caller.db.updateTable("services").set({ active }).where("id", "=", "handyman").execute();
    await handyman(false);
    await at("2026-12-20T05:00:00Z");
    await run();
    await handyman(true);
    const { visits } = await recurringBookingOf(id);
    const third = await detail(visits[2].bookingId);
    expect(third.lines).toMatchObject([{ item: "call-out", quantity: 2 }]);
    expect(third.visits).toMatchObject([{ state: "held" }]);
  });

  it("creates a request without a time if no technician is free", async () => {
    await mailbox.discard();
    const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
    await caller.db.updateTable("technicians").set({ active: false }).execute();
    const { body } = await begin(booked.bookingId);
    expect(body.recurringBooking.visits[1]).toMatchObject({
      state: "requested",
      startsAt: null,
      day: "2026-12-24",
    });
    const { reference } = body.recurringBooking.visits[1];
    const sentMails = (await mailbox.collect()).filter(({ subject }) => subject.includes(reference));
    expect(sentMails.map(({ subject }) => subject)).toEqual([`Recurring visit needs a time: ${reference}`]);
  });

  it("ends and notifies the office when the service is no longer offered", async () => {
    const { id, reference } = await repeated();
    await mailbox.discard();
    await caller.db.updateTable("services").set({ active: false }).where("id", "=", "plumbing").execute();
    await at("2026-12-20T05:00:00Z");
    await run();
    expect(await recurringBookingOf(id)).toMatchObject({ endedAt: expect.any(String), nextDay: null });
    const sentMails = (await mailbox.collect()).filter(({ subject }) =>
      subject.includes(`visits of ${reference}`),
    );
    expect(sentMails).toHaveLength(1);
    await caller.db.updateTable("services").set({ active: true }).where("id", "=", "plumbing").execute();
  });

  it("books each visit once when several workers run at the same time", async () => {
    const { id } = await repeated();
    await at("2026-12-20T05:00:00Z");
    await Promise.all([run(), run(), run(), run()]);
    const { visits } = await recurringBookingOf(id);
    expect(visits.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  });

  describe("failing to book", () => {
    // An unexpected error, as a bug would cause.
    const faulty = "Faulty Request";
    beforeEach(async () => {
      await sql`CREATE FUNCTION faulty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`.execute(
        caller.db,
      );
    });
    afterEach(async () => {
      await sql`DROP FUNCTION faulty CASCADE`.execute(caller.db);
    });
    const plant = () =>
      sql`CREATE TRIGGER faulty BEFORE INSERT ON bookings FOR EACH ROW WHEN (NEW.contact_name = ${sql.lit(faulty)})
        EXECUTE FUNCTION faulty()`.execute(caller.db);
    const numbersOf = async (id: string) =>
      (await recurringBookingOf(id)).visits.map(({ number }: { number: number }) => number);

    it("does not block others, retries a few times and then notifies the office once", async () => {
      const bad = await repeated({}, { customerName: faulty });
      const good = await repeated({ day: "2026-12-26" }, { preferredTime: "14:00" });
      await plant();
      await mailbox.discard();
      await at("2026-12-24T05:00:00Z");
      await run();
      expect(await numbersOf(bad.id)).toEqual([1, 2]);
      expect(await numbersOf(good.id)).toEqual([1, 2, 3]);
      const sentMails = async () =>
        (await mailbox.collect()).filter(({ subject }) => subject.includes(`visits of ${bad.reference}`));
      const failures = async () =>
        (
          await caller.db
            .selectFrom("recurringBookings")
            .select("failures")
            .where("id", "=", bad.recurringBooking.id)
            .executeTakeFirstOrThrow()
        ).failures;
      expect(await failures()).toBe(1);
      // No retry before the delay, and concurrent workers count one failure.
      await run();
      expect(await failures()).toBe(1);
      expect(await sentMails()).toEqual([]);
      for (let hour = 6; hour < 6 + 16; hour++) {
        await at(`2026-12-24T${String(hour).padStart(2, "0")}:00:00Z`);
        await Promise.all([run(), run()]);
      }
      expect(await failures()).toBe(5);
      expect(await sentMails()).toHaveLength(1);
      expect(await recurringBookingOf(bad.id)).toMatchObject({ stuck: true, endedAt: null });
      expect(await recurringBookingOf(good.id)).toMatchObject({ stuck: false });
      await at("2026-12-30T05:00:00Z");
      await run();
      expect(await failures()).toBe(5);
      expect(await sentMails()).toEqual([]);
    });

    it("resumes after the office moves the visits", async () => {
      const bad = await repeated({}, { customerName: faulty });
      await plant();
      for (let day = 10; day < 16; day++) {
        await at(`2026-12-${day}T05:00:00Z`);
        await run();
      }
      const { version, stuck } = await recurringBookingOf(bad.id);
      expect(stuck).toBe(true);
      const waiting = async () => (await get("admin/today/work")).stuckRecurringBookings;
      expect(await waiting()).toEqual([{ bookingId: bad.id, reference: bad.reference }]);
      await sql`DROP TRIGGER faulty ON bookings`.execute(caller.db);
      const body = { version, day: "2026-12-28", time: "10:00" };
      const shifted = await post(`admin/recurring-bookings/${bad.recurringBooking.id}/shift`, body);
      expect(shifted.status, shifted.text).toBe(200);
      expect(shifted.body.recurringBooking).toMatchObject({ stuck: false });
      expect(await waiting()).toEqual([]);
      expect(await numbersOf(bad.id)).toEqual([1, 2, 3]);
    });
  });

  it(`finds due rows by index among ${ROWS}`, async () => {
    await sql`INSERT INTO recurring_bookings (recurrence_interval, start_time, anchor_number, anchor_day, next_number, next_day, started_at)
      SELECT 'monthly', '10:00', 2, '2027-03-01', 2, date '2027-03-01' + n % 300, ${NOW}::timestamptz
      FROM generate_series(1, ${ROWS}::int) AS n`.execute(caller.db);
    await sql`ANALYZE recurring_bookings`.execute(caller.db);
    for (const [day, sorts] of [
      // No row is due, then one in nine.
      ["2026-11-23", /"(Seq Scan)"/],
      ["2027-02-01", /"(Seq Scan|Sort|Incremental Sort)"/],
    ] as const) {
      vi.setSystemTime(new Date(`${day}T05:00:00Z`));
      const last = { id: "00000000-0000-0000-0000-000000000000", nextDay: "2027-03-10" };
      for (const after of [null, last]) {
        const plan = JSON.stringify(await listDueRecurringBookings(caller.ctx(), after).explain("json"));
        expect(plan).toContain("recurring_bookings_due_idx");
        expect(plan).not.toMatch(sorts);
      }
    }
  });

  it("books one visit after a long pause instead of one per missed month", async () => {
    const { id } = await repeated();
    await at("2027-06-01T05:00:00Z");
    await run();
    const days = starts(await recurringBookingOf(id))
      .slice(2)
      .map((at) => dubaiDate(new Date(at!)));
    expect(days).toHaveLength(3);
    expect(days.every((day) => day > "2027-06-01")).toBe(true);
  });

  it("refuses emergencies, cancelled bookings, stale versions and a second recurrence", async () => {
    const emergency = await caller.book({ service: "emergency" });
    expect((await begin(emergency.bookingId)).body).toMatchObject({ reason: "wrong-state" });
    const { bookingId: id } = await caller.book();
    expect((await begin(id, { version: 9 })).body).toMatchObject({ reason: "stale" });
    expect((await begin(id, { day: TODAY })).status).toBe(400);
    const both = await Promise.all([begin(id), begin(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await begin(id)).body).toMatchObject({ reason: "already-recurring" });
    const version = await caller.versionOf(id);
    await post(`admin/bookings/${id}/transitions`, { transition: "cancel", version, reason: "No longer" });
    expect((await begin(id)).body).toMatchObject({ reason: "wrong-state" });
  });
});

describe("changing future visits", () => {
  it("moves all visits to new days and times, and keeps the others when one visit is moved alone", async () => {
    const { id, recurringBooking } = await repeated();
    const { bookingId } = recurringBooking.visits[1];
    const version = await caller.versionOf(bookingId);
    const { id: technicianId } = await caller.db
      .selectFrom("technicians")
      .select("id")
      .where("active", "=", true)
      .executeTakeFirstOrThrow();
    const confirmed = await post(`admin/bookings/${bookingId}/transitions`, {
      transition: "confirm",
      version,
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    const alone = { version: version + 1, technicianId, date: "2026-12-29", time: "16:00" };
    expect((await post(`admin/bookings/${bookingId}/assign`, alone)).status).toBe(200);
    expect(await recurringBookingOf(id)).toMatchObject({ nextDay: "2027-01-24", version: 1 });
    expect(starts(await recurringBookingOf(id))).toEqual([
      "2026-11-24T06:00:00.000Z",
      "2026-12-29T12:00:00.000Z",
    ]);
    const shifted = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, {
      version: recurringBooking.version,
      day: "2026-11-26",
      time: "14:00",
    });
    expect(shifted.status, shifted.text).toBe(200);
    expect(shifted.body.unchanged).toEqual([]);
    expect(starts(shifted.body.recurringBooking).slice(0, 2)).toEqual([
      "2026-11-26T10:00:00.000Z",
      "2026-12-26T10:00:00.000Z",
    ]);
    expect(shifted.body.recurringBooking).toMatchObject({ nextDay: "2027-01-26", time: "14:00" });
    expect(
      (
        await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, {
          version: 1,
          day: "2026-11-27",
          time: "14:00",
        })
      ).body,
    ).toMatchObject({ reason: "stale" });
    expect(await recurringBookingOf(id)).toMatchObject({ version: 2 });
  });

  it("counts from the next visit with a day and skips requests without one", async () => {
    const { recurringBooking } = await repeated({}, { preferredDate: undefined, preferredTime: undefined });
    const body = { version: recurringBooking.version, day: "2026-12-29", time: "14:00" };
    const shifted = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, body);
    expect(starts(shifted.body.recurringBooking)).toEqual([null, "2026-12-29T10:00:00.000Z"]);
  });

  it("uses the length of the visit when it looks for a free time", async () => {
    const { id, recurringBooking } = await repeated();
    await caller.db
      .updateTable("visits")
      .set({ endsAt: new Date(`${TOMORROW}T14:00:00Z`) })
      .where("bookingId", "=", id)
      .execute();
    await caller.book({ preferredDate: "2026-12-29", preferredTime: "14:00" });
    const { body } = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, {
      ...{ version: recurringBooking.version, day: "2026-12-29", time: "10:00" },
    });
    expect(body.unchanged).toEqual([]);
    expect(starts(body.recurringBooking)[0]).toBe("2026-12-28T06:00:00.000Z");
  });

  it("shows the actual start of a finished visit", async () => {
    const { id, recurringBooking } = await repeated();
    const [first, second] = recurringBooking.visits;
    const arrivedAt = new Date(Date.parse(first.startsAt) + 40 * 60_000);
    const endedAt = new Date(arrivedAt.getTime() + 30 * 60_000);
    await caller.db
      .updateTable("visits")
      .set({ state: "work_done", departedAt: arrivedAt, arrivedAt, endedAt })
      .where("bookingId", "=", first.bookingId)
      .execute();
    expect(starts(await recurringBookingOf(id)).slice(0, 2)).toEqual([
      arrivedAt.toISOString(),
      second.startsAt,
    ]);
  });

  it("does not move multi-day jobs", async () => {
    const { recurringBooking } = await repeated();
    const [first, second] = recurringBooking.visits;
    await caller.db
      .updateTable("visits")
      .set({ multiDay: true })
      .where("bookingId", "=", first.bookingId)
      .execute();
    const body = { version: recurringBooking.version, day: "2026-11-26", time: "14:00" };
    const shifted = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, body);
    expect(shifted.body.unchanged).toEqual([{ reference: first.reference, reason: "several-days" }]);
    expect(starts(shifted.body.recurringBooking)[0]).toBe(first.startsAt);
    expect(starts(shifted.body.recurringBooking)[1]).not.toBe(second.startsAt);
  });

  it("changes nothing when the visits already have that day and time", async () => {
    const { recurringBooking } = await repeated();
    const before = await detail(recurringBooking.visits[0].bookingId);
    const body = { version: recurringBooking.version, day: TOMORROW, time: "10:00" };
    const shifted = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, body);
    expect(shifted.body.unchanged).toEqual([]);
    expect(starts(shifted.body.recurringBooking)).toEqual([
      "2026-11-24T06:00:00.000Z",
      "2026-12-24T06:00:00.000Z",
    ]);
    expect((await detail(recurringBooking.visits[0].bookingId)).version).toBe(before.version);
  });

  describe("preferred technician", () => {
    const visitOf = async (id: string) => (await detail(id)).visits[0];
    const choose = (recurringBooking: { id: string; version: number }, technicianId: string | null) =>
      post(`admin/recurring-bookings/${recurringBooking.id}/technician`, {
        version: recurringBooking.version,
        technicianId,
      });

    it("assigns the technician to existing and later visits at their times", async () => {
      const { id, recurringBooking } = await repeated();
      const [, second] = recurringBooking.visits;
      const version = await caller.versionOf(second.bookingId);
      expect(
        (await post(`admin/bookings/${second.bookingId}/transitions`, { transition: "confirm", version }))
          .status,
      ).toBe(200);
      // Listed before Omar by name and by fewer visits.
      const omar = await caller.addTechnician(`Omar Saleh ${tests}`);
      await caller.addTechnician(`Adam Haddad ${tests}`);
      const { technicians } = await get(`admin/recurring-bookings/${recurringBooking.id}/technicians`);
      expect(technicians).toContainEqual({ id: omar, name: `Omar Saleh ${tests}` });
      await mailbox.discard();
      const chosen = await choose(recurringBooking, omar);
      expect(chosen.status, chosen.text).toBe(200);
      expect(chosen.body.unchanged).toEqual([]);
      expect(chosen.body.recurringBooking.preferredTechnician).toEqual({
        technicianId: omar,
        name: `Omar Saleh ${tests}`,
      });
      expect(starts(chosen.body.recurringBooking)).toEqual(starts(recurringBooking));
      // The request stays unconfirmed.
      expect(await detail(id)).toMatchObject({ state: "requested" });
      expect(await visitOf(id)).toMatchObject({ state: "held", technicianId: omar });
      expect(await visitOf(second.bookingId)).toMatchObject({ state: "scheduled", technicianId: omar });
      await at("2026-12-20T05:00:00Z");
      await run();
      const third = (await recurringBookingOf(id)).visits[2];
      expect(await visitOf(third.bookingId)).toMatchObject({ technicianId: omar });
      expect(await detail(third.bookingId)).toMatchObject({ preferredTechnician: { technicianId: omar } });
    });

    it("keeps conflicting visits with their technician and books later ones when the technician is free", async () => {
      const { id, recurringBooking } = await repeated();
      const omar = await caller.addTechnician(`Omar Saleh ${tests}`);
      await caller.db
        .insertInto("timeOff")
        .values(
          ["2026-11-24", "2027-01-24"].map((day) => ({
            technicianId: omar,
            during: sql<string>`tstzrange(${day}::date::timestamptz, ${addDays(day, 1)}::date::timestamptz)`,
            reason: "",
          })) as never,
        )
        .execute();
      const chosen = await choose(recurringBooking, omar);
      expect(chosen.body.unchanged).toEqual([
        {
          reference: recurringBooking.visits[0].reference,
          reason: "technician-warning",
          conflicts: ["time-off"],
        },
      ]);
      expect((await visitOf(id)).technicianId).not.toBe(omar);
      expect(await visitOf(recurringBooking.visits[1].bookingId)).toMatchObject({ technicianId: omar });
      await at("2026-12-20T05:00:00Z");
      await run();
      const third = (await recurringBookingOf(id)).visits[2];
      expect(await visitOf(third.bookingId)).toMatchObject({ technicianId: omar });
      expect(dubaiDate(new Date(third.startsAt))).not.toBe("2027-01-24");
      const back = await choose(await recurringBookingOf(id), null);
      expect(back.body).toMatchObject({ unchanged: [], recurringBooking: { preferredTechnician: null } });
      expect(await detail(third.bookingId)).toMatchObject({ preferredTechnician: null });
    });

    it("never double-books a technician whom several recurring bookings prefer", async () => {
      const [first, second] = [await repeated(), await repeated({}, { preferredTime: "14:00" })];
      const omar = await caller.addTechnician(`Omar Saleh ${tests}`);
      const shifted = await post(`admin/recurring-bookings/${second.recurringBooking.id}/shift`, {
        version: second.recurringBooking.version,
        day: TOMORROW,
        time: "10:00",
      });
      expect(shifted.status, shifted.text).toBe(200);
      const both = await Promise.all([
        choose(first.recurringBooking, omar),
        choose(shifted.body.recurringBooking, omar),
      ]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const taken = await sql<{
        twice: number;
      }>`SELECT count(*)::int AS twice FROM visits AS a JOIN visits AS b
        ON a.technician_id = b.technician_id AND a.id < b.id AND a.live AND b.live AND a.during && b.during`.execute(
        caller.db,
      );
      expect(taken.rows).toEqual([{ twice: 0 }]);
    });

    it("refuses inactive, untrained and unknown technicians", async () => {
      const { recurringBooking } = await repeated();
      const left = await caller.addTechnician(`Omar Saleh ${tests}`);
      await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", left).execute();
      expect((await choose(recurringBooking, left)).body).toMatchObject({ reason: "technician-unknown" });
      const untrained = await caller.addTechnician(`Adam Haddad ${tests}`);
      await caller.db.deleteFrom("technicianSkills").where("technicianId", "=", untrained).execute();
      expect((await choose(recurringBooking, untrained)).body).toMatchObject({
        reason: "technician-unknown",
      });
      expect((await choose(recurringBooking, recurringBooking.id)).body).toMatchObject({
        reason: "technician-unknown",
      });
    });

    it("starts with the preferred technician of the booking", async () => {
      const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
      const omar = await caller.addTechnician(`Omar Saleh ${tests}`);
      await caller.db
        .updateTable("bookings")
        .set({ preferredTechnicianId: omar })
        .where("id", "=", booked.bookingId)
        .execute();
      const { body } = await begin(booked.bookingId);
      expect(body.recurringBooking.preferredTechnician).toMatchObject({ technicianId: omar });
      expect(await visitOf(body.recurringBooking.visits[1].bookingId)).toMatchObject({ technicianId: omar });
    });
  });

  it("keeps visits without a free time and returns their references", async () => {
    const { recurringBooking } = await repeated();
    await caller.db.updateTable("technicians").set({ active: false }).execute();
    const body = { version: recurringBooking.version, day: "2027-01-04", time: "14:00" };
    const shifted = await post(`admin/recurring-bookings/${recurringBooking.id}/shift`, body);
    expect(shifted.body.unchanged).toEqual(
      recurringBooking.visits.map(({ reference }: { reference: string }) => ({
        reference,
        reason: "no-technician-free",
      })),
    );
  });

  it("sends one email at the end with cancelled and remaining visits", async () => {
    const form = await caller.form({ email: "ended@example.com" });
    // Three visits fall into the 60 days.
    const { recurringBooking } = await repeated({ day: "2026-12-02" }, form);
    const [first, second, third] = recurringBooking.visits;
    const version = await caller.versionOf(second.bookingId);
    expect(
      (await post(`admin/bookings/${second.bookingId}/transitions`, { transition: "confirm", version }))
        .status,
    ).toBe(200);
    await mailbox.discard();
    await post(`admin/recurring-bookings/${recurringBooking.id}/end`, {
      version: recurringBooking.version,
      unconfirmed: "cancel",
    });
    const mails = (await mailbox.collect()).filter(({ recipient }) => recipient === "ended@example.com");
    expect(mails.map(({ subject }) => subject)).toEqual(["Plumbing: your recurring visits have ended"]);
    const { plain, html } = mails[0]!;
    for (const said of [plain, html]) {
      expect(said).toContain(`Saturday, 2 January 2027, 10:00 AM (${third.reference})`);
      expect(said).toContain(second.reference);
    }
    expect(plain.indexOf(third.reference)).toBeLessThan(plain.indexOf("Remaining visits"));
    expect(plain.indexOf(first.reference)).toBeGreaterThan(plain.indexOf("Remaining visits"));
    expect(plain).not.toContain("Reason");
  });

  it("cancels or keeps unconfirmed visits at the end, and can be resumed", async () => {
    const { id, recurringBooking } = await repeated();
    const [first, second] = recurringBooking.visits;
    const ended = await post(`admin/recurring-bookings/${recurringBooking.id}/end`, {
      version: recurringBooking.version,
      unconfirmed: "cancel",
    });
    expect(ended.status, ended.text).toBe(200);
    expect((await detail(second.bookingId)).state).toBe("cancelled");
    // The first booking was not created by the recurrence, so it stays.
    expect((await detail(first.bookingId)).state).toBe("requested");
    expect(await recurringBookingOf(id)).toMatchObject({ endedAt: expect.any(String), nextDay: null });
    await at("2027-03-01T05:00:00Z");
    await run();
    expect((await recurringBookingOf(id)).visits).toHaveLength(1);
    const again = await begin(id, { day: "2027-03-10" });
    expect(again.body.recurringBooking).toMatchObject({ id: recurringBooking.id, endedAt: null });
    expect(again.body.recurringBooking.visits.map(({ number }: { number: number }) => number)).toEqual([
      1, 3, 4,
    ]);
    const kept = await post(`admin/recurring-bookings/${recurringBooking.id}/end`, {
      version: again.body.recurringBooking.version,
      unconfirmed: "keep",
    });
    expect(kept.body.recurringBooking.visits).toHaveLength(3);
  });
});

it("shows the recurrence to link holders and on the board only", async () => {
  const { reference, key, recurringBooking } = await repeated();
  const of = (one: string, theKey: string) => get(`bookings/${one}/recurrence?key=${theKey}`, {});
  expect(await of(reference, key)).toEqual({ recurrence: { number: 1, interval: "monthly" } });
  const single = await caller.book();
  expect(await of(single.reference, single.key)).toEqual({ recurrence: null });
  expect(await of(reference, single.key)).toMatchObject({ reason: "not-found" });
  const { visits } = await get("admin/board?from=2026-12-24&to=2026-12-24");
  expect(
    visits.find(({ bookingId }: { bookingId: string }) => bookingId === recurringBooking.visits[1].bookingId),
  ).toMatchObject({ recurrence: { number: 2, interval: "monthly" } });
});

it("uses the crew size of the first visit", async () => {
  const { bookingId } = await caller.book();
  const needed = await post(`admin/bookings/${bookingId}/crew-size`, { version: 1, crewSize: 2 });
  expect(needed.status, needed.text).toBe(200);
  const { recurringBooking } = (await begin(bookingId)).body;
  const { crewSize, visits } = await detail(recurringBooking.visits[1].bookingId);
  expect(crewSize).toBe(2);
  expect(visits).toMatchObject([{ state: "held", crewSize: 2, helpers: [] }]);
});

it("lists active recurring bookings to the customer and all of them to the office", async () => {
  const account = { email: "aisha.own@example.com", password: "a password of her own" };
  await caller.addUser(account);
  const own = { Cookie: await caller.signIn(account) };
  const { id } = await repeated();
  expect((await get("account/recurring-bookings", own)).recurringBookings).toEqual([]);
  await caller.db
    .updateTable("bookings")
    .set((eb) => ({ userId: eb.selectFrom("users").select("id").where("email", "=", account.email) }))
    .where("id", "=", id)
    .execute();
  expect((await get("account/recurring-bookings", own)).recurringBookings).toMatchObject([
    { interval: "monthly", nextDay: "2027-01-24" },
  ]);
  const { customerId } = await detail(id);
  expect((await get(`admin/customers/${customerId}/recurring-bookings`)).recurringBookings).toHaveLength(1);
  expect((await caller.call("GET", `/api/admin/bookings/${id}/recurrence`, undefined, own)).status).toBe(403);
});
