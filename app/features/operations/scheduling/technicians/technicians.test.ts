import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(() => void vi.setSystemTime(NOW));

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was answered.
type Body = Record<string, any>;

const get = async (path: string): Promise<Body> =>
  (await caller.call("GET", `/api/admin/technicians${path}`, undefined, admin)).body;
const post = (path: string, body: Body) => caller.call("POST", `/api/admin/technicians${path}`, body, admin);

let people = 0;
async function addTechnician(changes: Body = {}): Promise<Body> {
  people++;
  const person = {
    name: `Nabil Haddad ${people}`,
    email: `n${people}@company.example`,
    phone: "050 123 4567",
  };
  const { status, text, body } = await post("", { ...person, ...changes });
  if (status !== 200) throw new Error(text);
  return body.technician;
}

/** Returns the changed technician. */
async function change(technician: Body, verb: string, body: Body = {}): Promise<Body> {
  const answer = await post(`/${technician.id}/${verb}`, { version: technician.version, ...body });
  if (answer.status !== 200) throw new Error(`${verb} was answered with ${answer.status} ${answer.text}`);
  return answer.body.technician;
}

async function refused(technician: Body, verb: string, body: Body = {}) {
  const before = await get(`/${technician.id}`);
  const events = await trail(technician);
  const answer = await post(`/${technician.id}/${verb}`, { version: technician.version, ...body });
  expect(await get(`/${technician.id}`)).toEqual(before);
  expect(await trail(technician)).toEqual(events);
  const { reason, message, errors } = answer.body;
  return { status: answer.status, reason, ...(errors ? { errors } : { message }) };
}

/** Audit trail, oldest first. */
async function trail({ id }: Body) {
  const entries = await readTrail(caller.db, { subjectId: id });
  return entries.map(({ type, data, actor, fields, before, after }) => ({
    ...{ type, data, actor },
    ...(fields.length > 0 ? { fields, before, after } : {}),
  }));
}
const lastOf = async (technician: Body) => (await trail(technician)).at(-1);

/** Technician with a visit tomorrow at ten. */
async function withVisit(): Promise<{ technician: Body; bookingId: string; reference: string }> {
  const id = await caller.addTechnician(`Booked ${++people}`);
  const { bookingId, reference, booking } = await caller.book({ service: "hvac" });
  const assigned = await caller.call(
    "POST",
    `/api/admin/bookings/${bookingId}/transitions`,
    { transition: "confirm", version: booking.version },
    admin,
  );
  const placed = await caller.call(
    "POST",
    `/api/admin/bookings/${bookingId}/assign`,
    { version: assigned.body.booking.version, technicianId: id, date: TOMORROW, time: "10:00" },
    admin,
  );
  expect(placed.status).toBe(200);
  return { technician: (await get(`/${id}`)).technician, bookingId, reference };
}

/** Properties of the only VEVENT, unfolded. */
function eventIn(calendar: string): Record<string, string> {
  const lines = calendar.replaceAll("\r\n ", "").split("\r\n");
  const event = lines.slice(lines.indexOf("BEGIN:VEVENT"), lines.indexOf("END:VEVENT"));
  return Object.fromEntries(event.map((line) => line.split(/:(.*)/s, 2)));
}

describe("technicians", () => {
  it("adds a technician with a normalized phone number and an audit entry", async () => {
    const technician = await addTechnician({
      name: "  Sana Iqbal ",
      email: "SANA@Company.example",
      phone: "050-123 4567",
    });
    expect(technician).toMatchObject({
      name: "Sana Iqbal",
      email: "sana@company.example",
      phone: "+971501234567",
      version: 1,
      active: true,
      skills: [],
      shifts: [],
      signIn: { state: "none", email: null, userId: null },
      calendarUrl: null,
    });
    expect(await trail(technician)).toEqual([{ type: "technician.added", data: {}, actor: "Test admin" }]);
  });

  it("returns an error for each invalid field", async () => {
    const { status, body } = await post("", { name: "S", email: "no", phone: "12" });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(["name", "email", "phone"]);
    const several = await post("", {
      name: "Sara Saleh",
      email: "s@example.com",
      phone: "050 123 4567 / 04 555 0100",
    });
    expect(several.body.errors).toEqual({ phone: "Please enter one phone number only" });
  });

  it("edits from the current version and refuses stale versions", async () => {
    const technician = await addTechnician();
    const { name, email } = technician;
    const edited = await change(technician, "contact", { name, email, phone: "0559876543" });
    expect(edited).toMatchObject({ phone: "+971559876543", version: 2 });
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.edited",
      fields: ["phone"],
    });
    expect(await refused(technician, "contact", { name: "Other", email, phone: "0559876543" })).toMatchObject(
      {
        status: 409,
        reason: "stale",
      },
    );
    expect(
      (await post(`/${crypto.randomUUID()}/person`, { version: 1, name, email, phone: "0559876543" })).status,
    ).toBe(404);
    expect((await post("/nobody/person", {})).status).toBe(404);
  });

  it("accepts one of two concurrent changes", async () => {
    const technician = await addTechnician();
    const answers = await Promise.all(
      ["Deira", "Mirdif"].map((area) =>
        post(`/${technician.id}/zones`, { version: technician.version, areas: [area] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!.body.technician;
    expect((await get(`/${technician.id}`)).technician.zones).toEqual(won.zones);
  });

  it("deactivates only without visits ahead, ends the calendar link and can be reactivated", async () => {
    const { technician, bookingId } = await withVisit();
    expect(await refused(technician, "deactivate")).toEqual({
      status: 409,
      reason: "upcoming-visits",
      message: "1 visit is still planned. Reassign it first.",
    });
    const version = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin)).body
      .booking.version;
    await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/transitions`,
      { transition: "unassign", version },
      admin,
    );
    const open = await change(technician, "calendar-link/enable");
    const left = await change(open, "deactivate");
    expect(left).toMatchObject({ active: false, calendarUrl: null });
    expect(await lastOf(technician)).toMatchObject({ type: "technician.deactivated" });
    expect((await get("")).technicians.map(({ id }: Body) => id)).not.toContain(technician.id);
    expect((await get("?former=true")).technicians).toMatchObject([{ id: technician.id, active: false }]);
    const back = await change(left, "reactivate");
    expect(back).toMatchObject({ active: true });
    expect(await lastOf(technician)).toMatchObject({ type: "technician.reactivated" });
    // A reactivation of an active technician starts no second period of employment.
    expect(await change(back, "reactivate")).toMatchObject({ active: true });
    const periods = caller.db.selectFrom("employmentPeriods").where("technicianId", "=", technician.id);
    expect(await periods.select("lastDay").execute()).toEqual([{ lastDay: null }]);
  });

  it("refuses to deactivate a technician whose work under way lasts longer than planned", async () => {
    const { technician, bookingId } = await withVisit();
    await caller.db
      .updateTable("visits")
      .set({
        state: "on_site",
        startsAt: new Date("2026-11-23T02:00:00Z"),
        endsAt: new Date("2026-11-23T03:00:00Z"),
      })
      .where("bookingId", "=", bookingId)
      .execute();
    expect(await refused(technician, "deactivate")).toMatchObject({ status: 409, reason: "upcoming-visits" });
  });

  it("finds technicians by part of the name, email or phone number", async () => {
    const technician = await addTechnician({ name: "Zubair Quraishi", phone: "0567770001" });
    for (const search of ["quraishi", "567770", "056 777 0001", "%2B971567770001"]) {
      expect((await get(`?search=${search}`)).technicians.map(({ id }: Body) => id)).toEqual([technician.id]);
    }
    expect((await get("?search=%25")).technicians).toEqual([]);
  });
});

describe("skills and zones", () => {
  it("replaces both and records before and after", async () => {
    const technician = await addTechnician();
    const skilled = await change(technician, "skills", { serviceIds: ["plumbing", "hvac", "hvac"] });
    expect(skilled.skills.map(({ id }: Body) => id)).toEqual(["hvac", "plumbing"]);
    const unskilled = await change(skilled, "skills", { serviceIds: [] });
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.skills-changed",
      before: { skills: ["hvac", "plumbing"] },
      after: { skills: [] },
    });
    const placed = await change(unskilled, "zones", { areas: ["Mirdif", "Deira"] });
    expect(placed.zones).toEqual(["Deira", "Mirdif"]);
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.zones-changed",
      before: { zones: [] },
      after: { zones: ["Deira", "Mirdif"] },
    });
  });

  it("refuses unknown services", async () => {
    const technician = await addTechnician();
    expect(await refused(technician, "skills", { serviceIds: ["hvac", "magic"] })).toMatchObject({
      status: 400,
      errors: { serviceIds: expect.any(String) },
    });
  });
});

describe("suggestions by zone", () => {
  it("ranks home zones before the load of the day", async () => {
    const { technician, bookingId } = await withVisit();
    const elsewhere = (await get(`/${await caller.addTechnician("Idle Elsewhere")}`)).technician;
    await change(elsewhere, "zones", { areas: ["Mirdif"] });
    await change(technician, "zones", { areas: ["Dubai Marina"] });
    const { body } = await caller.call(
      "GET",
      `/api/admin/bookings/${bookingId}/technicians?date=${TOMORROW}&time=15:00`,
      undefined,
      admin,
    );
    const ids = body.technicians.map(({ id }: Body) => id);
    expect(ids.indexOf(technician.id)).toBeLessThan(ids.indexOf(elsewhere.id));
    expect(body.technicians.find(({ id }: Body) => id === elsewhere.id)).toMatchObject({
      free: false,
      canOverride: true,
      inZone: false,
    });
  });
});

describe("shifts", () => {
  const morning = { weekday: 1, startMin: 480, endMin: 720 };
  const evening = { weekday: 1, startMin: 960, endMin: 1440 };

  it("accepts several shifts a day, up to midnight", async () => {
    const technician = await addTechnician();
    const planned = await change(technician, "shifts", { shifts: [evening, morning] });
    expect(planned.shifts).toEqual([morning, evening]);
    expect(planned.week[0]).toMatchObject({ day: TODAY, shiftMin: 240 + 480, bookedMin: 0 });
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.shifts-changed",
      before: { shifts: [] },
      after: { shifts: [morning, evening] },
    });
    expect((await change(planned, "shifts", { shifts: [] })).shifts).toEqual([]);
  });

  it("refuses overlapping shifts in the database and keeps the week", async () => {
    const technician = await change(await addTechnician(), "shifts", { shifts: [morning] });
    for (const other of [{ weekday: 1, startMin: 719, endMin: 800 }, morning]) {
      expect(await refused(technician, "shifts", { shifts: [morning, other] })).toEqual({
        status: 409,
        reason: "shifts-overlap",
        message: "Two shifts on the same day overlap",
      });
    }
    const touching = { weekday: 1, startMin: 720, endMin: 800 };
    expect((await change(technician, "shifts", { shifts: [morning, touching] })).shifts).toHaveLength(2);
  });

  it("refuses shifts that end before they begin or fall on no weekday", async () => {
    const technician = await addTechnician();
    for (const shift of [
      { weekday: 1, startMin: 600, endMin: 600 },
      { weekday: 8, startMin: 600, endMin: 700 },
      { weekday: 1, startMin: 600, endMin: 1441 },
    ]) {
      expect(await refused(technician, "shifts", { shifts: [shift] })).toMatchObject({ status: 400 });
    }
  });
});

describe("time off", () => {
  it("plans whole days or parts and lists the visits within", async () => {
    const { technician, reference, bookingId } = await withVisit();
    const within = (from: string, to: string) =>
      get(`/${technician.id}/visits?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`);
    expect(await within(`${TOMORROW}T00:00:00Z`, `${TOMORROW}T20:00:00Z`)).toMatchObject({
      visits: [{ reference, bookingId, serviceName: expect.any(String), area: "Dubai Marina" }],
      hasMore: false,
    });
    // 10:00 Dubai, 90 minutes and 30 of buffer: 06:00 to 08:00 UTC.
    expect((await within(`${TOMORROW}T08:00:00Z`, `${TOMORROW}T20:00:00Z`)).visits).toEqual([]);

    const away = await change(technician, "time-off", {
      fromDay: TOMORROW,
      toDay: TOMORROW,
      reason: "Dentist",
    });
    expect(away.timeOff).toMatchObject([
      { startsAt: "2026-11-23T20:00:00.000Z", endsAt: "2026-11-24T20:00:00.000Z", reason: "Dentist" },
    ]);
    expect(away.week[1]).toMatchObject({ day: TOMORROW, shiftMin: 0, visits: 1, bookedMin: 90 });
    const described = { timeOffId: away.timeOff[0].id, startsAt: "2026-11-23T20:00:00.000Z" };
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.time-off-planned",
      data: { ...described, visitsWithin: 1 },
    });

    const back = await change(away, "time-off/cancel", { timeOffId: described.timeOffId });
    expect(back.timeOff).toEqual([]);
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.time-off-cancelled",
      data: described,
    });
    expect(await refused(back, "time-off/cancel", { timeOffId: described.timeOffId })).toMatchObject({
      status: 404,
    });
    const morning = { fromDay: TOMORROW, fromTime: "08:00", toDay: TOMORROW, toTime: "12:30" };
    expect((await change(back, "time-off", morning)).week[1].shiftMin).toBe(12 * 60 - 270);
  });

  it("counts a visit that began on another day in the week's load of its planned day", async () => {
    const { technician, bookingId } = await withVisit();
    const { version } = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin)).body
      .booking;
    const departure = { transition: "depart", version, confirmOtherDay: true };
    const departed = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/transitions`,
      departure,
      admin,
    );
    expect(departed.status, departed.text).toBe(200);
    const { week } = (await get(`/${technician.id}`)).technician;
    expect(week.slice(0, 2)).toMatchObject([
      { day: TODAY, visits: 0, bookedMin: 0 },
      { day: TOMORROW, visits: 1, bookedMin: 90 },
    ]);
  });

  it("refuses time off that ends before it begins", async () => {
    const technician = await addTechnician();
    const backwards = { fromDay: TOMORROW, toDay: TODAY };
    const empty = { fromDay: TODAY, fromTime: "10:00", toDay: TODAY, toTime: "10:00" };
    for (const range of [backwards, empty]) {
      expect(await refused(technician, "time-off", range)).toMatchObject({
        status: 400,
        errors: { toDay: "The end is before the start" },
      });
    }
    expect(await refused(technician, "time-off", { fromDay: "2026-02-30", toDay: TODAY })).toMatchObject({
      status: 400,
    });
  });
});

describe("on-call rota", () => {
  it("marks technicians as on call during their on-call shifts", async () => {
    const technician = await addTechnician();
    const rings = async () =>
      (await get("")).technicians.find(({ id }: Body) => id === technician.id).onCall as boolean;
    const planned = await change(technician, "on-call", {
      fromDay: TODAY,
      fromTime: "18:00",
      toDay: TOMORROW,
      toTime: "06:00",
    });
    expect(planned.onCall).toHaveLength(1);
    expect(await rings()).toBe(false);
    vi.setSystemTime(new Date("2026-11-23T14:00:00Z"));
    expect(await rings()).toBe(true);
    vi.setSystemTime(new Date("2026-11-24T02:00:00Z"));
    expect(await rings()).toBe(false);
    vi.setSystemTime(NOW);
    const onCallId = planned.onCall[0].id;
    const cancelled = await change(planned, "on-call/cancel", { onCallId });
    expect(cancelled.onCall).toEqual([]);
    expect(await refused(cancelled, "on-call/cancel", { onCallId })).toMatchObject({ status: 404 });
    const always = await change(cancelled, "on-call/always", { always: true });
    expect(always.alwaysOnCall).toBe(true);
    expect(await rings()).toBe(true);
    expect((await trail(technician)).slice(1).map(({ type }) => type)).toEqual([
      "technician.on-call-planned",
      "technician.on-call-cancelled",
      "technician.on-call-changed",
    ]);
  });

  it("refuses overlapping on-call shifts of a technician", async () => {
    const technician = await change(await addTechnician(), "on-call", { fromDay: TODAY, toDay: TOMORROW });
    expect(await refused(technician, "on-call", { fromDay: TOMORROW, toDay: TOMORROW })).toMatchObject({
      status: 409,
      reason: "on-call-overlap",
    });
    expect(await refused(technician, "on-call", { fromDay: TOMORROW, toDay: TODAY })).toMatchObject({
      status: 400,
    });
  });
});

describe("times without a technician on call", () => {
  const gaps = async () =>
    (await caller.call("GET", "/api/admin/on-call-gaps", undefined, admin)).body.gaps as {
      trades: string[];
      startsAt: string | null;
      endsAt: string | null;
    }[];
  const gapOf = async (trade: string) => (await gaps()).find(({ trades }) => trades.includes(trade));
  const WHOLE = { startsAt: null, endsAt: null };

  it("lists the first of the next seven days by trade, until someone is always on call", async () => {
    await caller.db.updateTable("technicians").set({ onCall: false }).execute();
    await caller.db.deleteFrom("onCallShifts").execute();
    const plumber = await change(await addTechnician(), "skills", { serviceIds: ["plumbing"] });
    expect(await gapOf("Plumbing")).toMatchObject(WHOLE);
    const tonight = await change(plumber, "on-call", {
      fromDay: TODAY,
      fromTime: "08:00",
      toDay: TOMORROW,
      toTime: "06:00",
    });
    expect(await gapOf("Plumbing")).toMatchObject({
      trades: ["Plumbing"],
      startsAt: "2026-11-24T02:00:00.000Z",
    });
    expect(await gapOf("Electrical")).toMatchObject(WHOLE);
    const other = await change(await addTechnician(), "skills", { serviceIds: ["plumbing", "electrical"] });
    await change(other, "on-call/always", { always: true });
    expect(await gapOf("Plumbing")).toBeUndefined();
    expect(await gapOf("Electrical")).toBeUndefined();
    const away = await change((await get(`/${other.id}`)).technician, "time-off", {
      ...{ fromDay: TOMORROW, toDay: TOMORROW, reason: "Annual leave" },
    });
    expect(await gapOf("Electrical")).toMatchObject({
      ...{ startsAt: "2026-11-23T20:00:00.000Z", endsAt: "2026-11-24T20:00:00.000Z" },
    });
    await change(away, "time-off/cancel", { timeOffId: away.timeOff[0].id });
    expect((await gapOf("Carpentry"))?.trades).not.toContain("Emergency Service");
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", other.id).execute();
    await change(tonight, "on-call/cancel", { onCallId: tonight.onCall[0].id });
    expect((await gapOf("Plumbing"))?.trades).toContain("Electrical");
  });
});

describe("certificates", () => {
  it("warns 30 days ahead and counts expired certificates until they are renewed", async () => {
    const technician = await change(await addTechnician(), "certificates", {
      name: "DEWA licence",
      number: "D-1",
      expiresOn: TOMORROW,
    });
    expect(technician.certificates).toMatchObject([{ name: "DEWA licence", state: "expiring" }]);
    const row = async () => (await get("")).technicians.find(({ id }: Body) => id === technician.id);
    expect(await row()).toMatchObject({ certificatesExpiring: 1, certificatesExpired: 0 });
    vi.setSystemTime(new Date("2026-11-24T20:00:00Z"));
    expect(await row()).toMatchObject({ certificatesExpiring: 0, certificatesExpired: 1 });
    vi.setSystemTime(NOW);
    const { id } = technician.certificates[0];
    const renewed = await change(technician, "certificates", {
      id,
      name: "DEWA licence",
      expiresOn: "2028-01-01",
    });
    expect(renewed.certificates).toMatchObject([{ id, state: "valid" }]);
    expect(await lastOf(technician)).toMatchObject({
      type: "technician.certificate-recorded",
      data: { certificateId: id, expiresOn: "2028-01-01" },
    });
    const without = await change(renewed, "certificates/remove", { certificateId: id });
    expect(without.certificates).toEqual([]);
    expect(await refused(without, "certificates/remove", { certificateId: id })).toMatchObject({
      status: 404,
    });
    expect(await refused(without, "certificates", { id, name: "DEWA", expiresOn: TOMORROW })).toMatchObject({
      status: 404,
    });
    expect(await refused(without, "certificates", { name: "", expiresOn: TOMORROW })).toMatchObject({
      status: 400,
    });
  });

  it("warns about expired certificates, which a reason overrides", async () => {
    const { technician, bookingId } = await withVisit();
    const { body } = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
    const acceptedVisitIds = body.booking.visits.map(({ id }: Body) => id);
    await change(technician, "certificates", { name: "Trade licence", expiresOn: TODAY, acceptedVisitIds });
    const choices = await caller.call(
      "GET",
      `/api/admin/bookings/${bookingId}/technicians?date=${TOMORROW}&time=15:00`,
      undefined,
      admin,
    );
    expect(choices.body.technicians.find(({ id }: Body) => id === technician.id)).toMatchObject({
      free: false,
      conflictText: "certificate expired",
      canOverride: true,
    });
    const { version } = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin)).body
      .booking;
    const place = (override?: string) =>
      caller.call(
        "POST",
        `/api/admin/bookings/${bookingId}/assign`,
        { version, technicianId: technician.id, date: TOMORROW, time: "15:00", override },
        admin,
      );
    expect((await place()).body.reason).toBe("technician-warning");
    expect((await place("The renewal is at the printer's")).status).toBe(200);
  });
});

describe("calendar link", () => {
  it("serves valid iCalendar and updates or cancels the same event", async () => {
    const { technician, bookingId } = await withVisit();
    const { calendarUrl } = await change(technician, "calendar-link/enable");
    const feed = async () => (await caller.call("GET", new URL(calendarUrl).pathname)).text;
    const move = async (verb: string, body: Body) => {
      const { booking } = (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin))
        .body;
      const sent = { version: booking.version, ...body };
      const { status } = await caller.call("POST", `/api/admin/bookings/${bookingId}/${verb}`, sent, admin);
      expect(status).toBe(200);
      return eventIn(await feed());
    };

    const text = await feed();
    // RFC 5545, 3.1: CRLF line ends, at most 75 octets per line.
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // RFC 5545, 3.6.5: the time zone is included.
    expect(text).toMatch(/BEGIN:VTIMEZONE\r\nTZID:Asia\/Dubai\r\n/);
    const planned = eventIn(text);
    expect(planned).toMatchObject({
      STATUS: "CONFIRMED",
      "DTSTART;TZID=Asia/Dubai": "20261124T100000",
      DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
    });

    const moved = await move("assign", { technicianId: technician.id, date: TOMORROW, time: "15:00" });
    expect(moved).toMatchObject({ UID: planned.UID, "DTSTART;TZID=Asia/Dubai": "20261124T150000" });
    expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(planned.SEQUENCE));
    const off = await move("transitions", { transition: "cancel" });
    expect(off).toMatchObject({ UID: planned.UID, STATUS: "CANCELLED" });
    expect(Number(off.SEQUENCE)).toBeGreaterThan(Number(moved.SEQUENCE));
  });

  it("opens with the current link only and shows visits in Dubai time", async () => {
    const { technician, reference } = await withVisit();
    const open = await change(technician, "calendar-link/enable");
    const path = (url: string) => new URL(url).pathname;
    const read = async (url: string) => caller.call("GET", path(url));
    const calendar = await read(open.calendarUrl);
    expect(calendar.status).toBe(200);
    expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(calendar.headers.get("cache-control")).toContain("private");
    const lines = calendar.text.replaceAll("\r\n ", "");
    expect(lines).toContain("DTSTART;TZID=Asia/Dubai:20261124T100000");
    expect(lines).toContain("DTEND;TZID=Asia/Dubai:20261124T110000");
    expect(lines).toContain(reference);
    expect(lines).toContain("Marina Diamond 4");

    expect((await read(open.calendarUrl.replace(".ics", "x.ics"))).status).toBe(404);
    const other = await change(await addTechnician(), "calendar-link/enable");
    const stolen = open.calendarUrl.replace(technician.id, other.id);
    expect((await read(stolen)).status).toBe(404);

    const again = await change(open, "calendar-link/enable");
    expect(again.calendarUrl).not.toBe(open.calendarUrl);
    expect((await read(open.calendarUrl)).status).toBe(404);
    expect((await read(again.calendarUrl)).status).toBe(200);
    await change(again, "calendar-link/disable");
    expect((await read(again.calendarUrl)).status).toBe(404);
    expect((await trail(technician)).map(({ type }) => type)).toEqual([
      "technician.calendar-link-enabled",
      "technician.calendar-link-enabled",
      "technician.calendar-link-disabled",
    ]);
  });
});

describe("commands without permission", () => {
  it("refuses visitors, even when the API guard is bypassed", async () => {
    const technician = await addTechnician();
    const { editTechnician } = await import("../commands/technician.server");
    const { addHoliday } = await import("../commands/days.server");
    const ctx = { ...caller.ctx(), actor: { role: "visitor" } as const };
    const person = { name: "Other", email: "other@company.example", phone: "+971501234567" };
    expect(await editTechnician(ctx, { technicianId: technician.id, version: 1 }, person)).toEqual({
      ok: false,
      reason: "not-allowed",
    });
    expect(await addHoliday(ctx, { day: TOMORROW, name: "Mine", tentative: false })).toEqual({
      ok: false,
      reason: "not-allowed",
    });
  });
});
