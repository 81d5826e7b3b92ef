import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";

/** Office list as a whole: filters, saved filters, export, bulk confirm. */

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
const booked: Record<string, Booked> = {};

beforeAll(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
  const filters = {
    Amal: { preferredDate: TOMORROW, preferredTime: "08:00" },
    Basim: { preferredDate: "2026-11-26", preferredTime: "18:00" },
    Celine: { service: "emergency" },
    Dalia: { message: "=HYPERLINK(1)", addressParts: { street: "7 Street", area: '=cmd|"x", Marina' } },
  };
  for (const [index, [name, filter]] of Object.entries(filters).entries()) {
    vi.setSystemTime(NOW.getTime() + index * 86_400_000);
    booked[name] = await caller.book({ customerName: `${name} Haddad`, ...filter });
  }
});
afterAll(() => caller.close());

const get = (path: string) => caller.call("GET", path, undefined, admin);
const post = (path: string, body: unknown) => caller.call("POST", path, body, admin);
const namesOf = async (query: Record<string, string>) =>
  (await get(`/api/admin/bookings?${new URLSearchParams(query)}`)).body.bookings
    .map(({ customerName }: { customerName: string }) => customerName.split(" ")[0])
    .sort();

/** Confirmed booking at 10:00, taken to finished work. */
async function finishedWork(customerName: string, preferredDate: string) {
  const { bookingId } = await caller.book({ customerName, preferredDate, preferredTime: "10:00" });
  const moves = ["confirm", "depart", "arrive", "finishWork"];
  for (const [index, transition] of moves.entries()) {
    const body = { transition, version: index + 1, confirmOtherDay: true };
    const moved = await post(`/api/admin/bookings/${bookingId}/transitions`, body);
    expect(moved.status, moved.text).toBe(200);
  }
  return { bookingId, version: moves.length + 1 };
}

describe("list filters", () => {
  it("filters by visit days, both included", async () => {
    expect(await namesOf({ from: TOMORROW, to: "2026-11-26" })).toEqual(["Amal", "Basim"]);
    expect(await namesOf({ from: "2026-11-25" })).toEqual(["Basim"]);
    expect(await namesOf({ to: TOMORROW })).toEqual(["Amal"]);
    expect(await namesOf({ from: "2026-11-27" })).toEqual([]);
  });

  it("filters by request days", async () => {
    expect(await namesOf({ dates: "received", from: "2026-11-25" })).toEqual(["Celine", "Dalia"]);
    expect(await namesOf({ dates: "received", from: "2026-11-23", to: "2026-11-23" })).toEqual(["Amal"]);
  });

  it("filters by technician, emergencies and both", async () => {
    const sami = await caller.addTechnician("Sami Noor");
    expect(await namesOf({ technician: sami })).toEqual([]);
    expect(await namesOf({ technician: omar })).toEqual(["Amal", "Basim"]);
    expect(await namesOf({ technician: omar, from: "2026-11-26", search: "basim" })).toEqual(["Basim"]);
    expect(await namesOf({ emergency: "yes" })).toEqual(["Celine"]);
  });
});

describe("CSV export", () => {
  it("contains the filtered list in Dubai time without spreadsheet formulas", async () => {
    const answer = await caller.http.request("/api/admin/bookings.csv?dates=received&to=2026-11-23", {
      headers: admin,
    });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="bookings-2026-11-\d\d\.csv"$/,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [heads, line, end] = new TextDecoder().decode(bytes).split("\r\n");
    expect(heads).toBe(
      "Reference,Status,Service,Emergency,Customer,Phone,Email,Area,Received,Answered,Visit,Technician,Expected to continue on",
    );
    expect(line).toMatch(
      /^BK-2026-000001,Requested,Plumbing,No,Amal Haddad,971 50 100 00\d\d,aisha\.\d+@example\.com,Dubai Marina,2026-11-23 09:00,,2026-11-24 08:00,Omar Saleh,$/,
    );
    expect(end).toBe("");
    const { text } = await get("/api/admin/bookings.csv?search=Dalia");
    expect(text).toContain(`,"'=cmd|""x"", Marina",`);
  });

  it("continues beyond its first page", async () => {
    await sql`INSERT INTO bookings (id, reference, state, service_id, emergency, customer_id, property_id, contact_name,
        contact_email, contact_phone, address, address_parts, requested_at, contact_due_at)
      SELECT gen_random_uuid(), 'BK-2025-' || lpad(number::text, 6, '0'), 'closed', service_id, emergency, customer_id,
        property_id, contact_name, contact_email, contact_phone, address, address_parts, requested_at, contact_due_at
      FROM bookings, generate_series(1, 501) AS number WHERE id = ${booked.Amal!.bookingId}`.execute(
      caller.db,
    );
    const { text } = await get("/api/admin/bookings.csv?state=closed");
    expect(text.trimEnd().split("\r\n")).toHaveLength(502);
  });
});

describe("bulk confirm", () => {
  it("confirms each booking independently with one result each", async () => {
    const [amal, basim, celine] = [booked.Amal!, booked.Basim!, booked.Celine!].map(
      ({ bookingId }) => bookingId,
    );
    await post(`/api/admin/bookings/${basim}/transitions`, { transition: "confirm", version: 1 });
    const { status, body } = await post("/api/admin/bookings/transitions", {
      transition: "confirm",
      bookings: [
        { id: amal, version: 1 },
        { id: basim, version: 1 },
        { id: celine, version: 1 },
        { id: "00000000-0000-4000-8000-000000000000", version: 1 },
      ],
    });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: amal, outcome: "done", success: true, reason: null, message: null },
      {
        id: basim,
        outcome: "skipped",
        success: false,
        reason: "stale",
        message: expect.stringContaining("Test admin changed this booking"),
      },
      { id: celine, outcome: "done", success: true, reason: null, message: null },
      {
        id: "00000000-0000-4000-8000-000000000000",
        outcome: "skipped",
        success: false,
        reason: "not-found",
        message: expect.any(String),
      },
    ]);
    // Held visits are scheduled; Amal's time has passed.
    const stateOf = async (id = "") => (await get(`/api/admin/bookings/${id}`)).body.booking.state;
    const states = [await stateOf(amal), await stateOf(basim), await stateOf(celine)];
    expect(states).toEqual(["confirmed", "scheduled", "confirmed"]);
    const confirmed = await readTrail(caller.db, { type: "booking.confirmed" });
    expect(confirmed.map(({ subjectId }) => subjectId).sort()).toEqual([amal, basim, celine].sort());
  });

  it("completes finished work despite one refused booking, which it names", async () => {
    const first = await finishedWork("First Done", "2026-12-14");
    const changed = await finishedWork("Changed Meanwhile", "2026-12-15");
    const last = await finishedWork("Last Done", "2026-12-16");
    const ids = [first, changed, last].map(({ bookingId }) => bookingId);
    const versions = [first.version, changed.version - 1, last.version];
    const { status, body } = await post("/api/admin/bookings/transitions", {
      transition: "complete",
      bookings: ids.map((id, index) => ({ id, version: versions[index] })),
    });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { id: ids[0], outcome: "done" },
      { id: ids[1], outcome: "skipped", reason: "stale", message: expect.stringContaining("Test admin") },
      { id: ids[2], outcome: "done" },
    ]);
    const states = [];
    for (const id of ids) states.push((await get(`/api/admin/bookings/${id}`)).body.booking.state);
    expect(states).toEqual(["completed", "work_done", "completed"]);
  });

  it.each([
    ["an empty list of bookings", { transition: "confirm", bookings: [] }],
    [
      "more than a hundred bookings",
      { transition: "confirm", bookings: Array(101).fill({ id: crypto.randomUUID(), version: 1 }) },
    ],
    [
      "a transition without bulk support",
      { transition: "decline", bookings: [{ id: crypto.randomUUID(), version: 1 }] },
    ],
  ])("refuses a bulk action with %s", async (_what, body) => {
    expect((await post("/api/admin/bookings/transitions", body)).status).toBe(400);
  });
});

describe("CSV export of finished work", () => {
  it("contains the actual start of finished visits", async () => {
    const { bookingId } = await finishedWork("Zahra Finished", "2026-12-10");
    const actual = {
      arrivedAt: new Date("2026-12-10T06:25:00Z"),
      endedAt: new Date("2026-12-10T07:10:00Z"),
    };
    await caller.db.updateTable("visits").set(actual).where("bookingId", "=", bookingId).execute();
    expect((await get("/api/admin/bookings.csv?search=Zahra")).text).toContain(",2026-12-10 10:25,");
  });
});

describe("saved filters", () => {
  it("stores filters per user, replaces them by name and deletes them", async () => {
    const saved = await post("/api/admin/booking-filters", {
      name: " Today ",
      filter: { state: "requested" },
    });
    expect(saved.body.filters).toEqual([
      { id: expect.any(String), name: "Today", filter: { state: "requested" } },
    ]);
    const replaced = await post("/api/admin/booking-filters", {
      name: "Today",
      filter: { from: TOMORROW, emergency: "yes" },
    });
    expect(replaced.body.filters).toMatchObject([{ filter: { from: TOMORROW, emergency: "yes" } }]);

    const colleague = {
      email: "second@company.example",
      password: "another password",
      role: "admin" as const,
    };
    await caller.addUser(colleague);
    const theirs = { Cookie: await caller.signIn(colleague) };
    expect((await caller.call("GET", "/api/admin/booking-filters", undefined, theirs)).body.filters).toEqual(
      [],
    );
    const { id } = saved.body.filters[0];
    await caller.call("POST", "/api/admin/booking-filters/remove", { id }, theirs);
    expect((await get("/api/admin/booking-filters")).body.filters).toHaveLength(1);
    expect((await post("/api/admin/booking-filters/remove", { id })).body.filters).toEqual([]);
  });

  it("refuses empty names, invalid filters and too many filters", async () => {
    expect((await post("/api/admin/booking-filters", { name: " ", filter: {} })).status).toBe(400);
    expect((await post("/api/admin/booking-filters", { name: "X", filter: { state: "lost" } })).status).toBe(
      400,
    );
    for (let count = 1; count <= 20; count++)
      await post("/api/admin/booking-filters", { name: `Filter ${count}`, filter: {} });
    expect(await post("/api/admin/booking-filters", { name: "One more", filter: {} })).toMatchObject({
      status: 409,
      body: { reason: "too-many" },
    });
    expect((await post("/api/admin/booking-filters", { name: "Filter 1", filter: {} })).status).toBe(200);
  });
});

describe("filters for open work", () => {
  it("finds unassigned and overdue bookings", async () => {
    const day = "2026-12-08";
    const book = async (customerName: string, filter: object, ...moves: string[]) => {
      const { bookingId } = await caller.book({ customerName, ...filter });
      for (const [index, move] of moves.entries()) {
        const path = `/api/admin/bookings/${bookingId}/transitions`;
        expect((await post(path, { transition: move, version: index + 1 })).status).toBe(200);
      }
      return bookingId;
    };
    await book("Unplanned Zayed", {}, "confirm");
    await book("Lost Zayed", { preferredDate: day, preferredTime: "10:00" }, "confirm", "unassign");
    await book("Planned Zayed", { preferredDate: day, preferredTime: "12:00" }, "confirm");
    await book("Asked Zayed", {});
    await book("Held Zayed", { preferredDate: day, preferredTime: "16:00" });
    // State from before confirming scheduled held visits.
    const left = await book("Left Zayed", { preferredDate: day, preferredTime: "14:00" }, "confirm");
    await caller.db.updateTable("bookings").set({ state: "confirmed" }).where("id", "=", left).execute();
    await caller.db.updateTable("visits").set({ state: "held" }).where("bookingId", "=", left).execute();

    expect(await namesOf({ unassigned: "yes", search: "zayed" })).toEqual(["Left", "Lost", "Unplanned"]);
    const board = await get(`/api/admin/board?from=${day}&to=${day}`);
    const unassigned: { customerName: string; bookingState: string }[] = board.body.unassigned;
    const agreed = unassigned.filter(
      ({ bookingState, customerName }) => bookingState !== "requested" && customerName.endsWith("Zayed"),
    );
    expect(agreed.map(({ customerName }) => customerName.split(" ")[0]).sort()).toEqual([
      "Left",
      "Lost",
      "Unplanned",
    ]);

    expect(await namesOf({ overdue: "yes", search: "zayed" })).toEqual([]);
    await sql`UPDATE visits SET starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days'
      WHERE starts_at::date = ${day}`.execute(caller.db);
    expect(await namesOf({ overdue: "yes", search: "zayed" })).toEqual(["Held", "Left", "Planned"]);
  });
});
