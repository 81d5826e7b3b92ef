import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { casesForRun, seedOfRun } from "../../../../../../test/faults/rounds";
import {
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../../test/harness/company/booking-caller";
import type { BookingRow } from "../../list/views";
import { activeResponseTarget } from "../../response-targets/response-target";

/** Office list: search, filters, pages. */

let caller: Caller;
let admin: Record<string, string>;
/** References by customer name. */
const references: Record<string, string> = {};

async function list(query: Record<string, string> = {}) {
  const { status, body } = await caller.call(
    "GET",
    `/api/admin/bookings?${new URLSearchParams(query)}`,
    undefined,
    admin,
  );
  return { status, body };
}
const namesOf = async (query: Record<string, string>) => {
  const { body } = await list(query);
  return body.bookings.map(({ customerName }: { customerName: string }) => customerName).sort();
};
const home = (area: string) => ({ street: "Street 1", buildingName: "", unitNumber: "", area, landmark: "" });

beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
  const people = [
    ["Noura Al Ketbi", "noura@example.com", "0501112223", "Dubai Marina", "plumbing"],
    ["Marco Bianchi", "marco_b@example.org", "0521234567", "JLT 100% Tower", "hvac"],
    ["Claire O'Brien", "claire.o@example.com", "0559998887", "Al Barsha_2", "painting"],
    ["Sana Iqbal", "sana@mail.example.com", "0501112299", "Back\\slash Park", "emergency"],
    ["عائشة المري", "aisha@example.com", "0567654321", "دبي مارينا", "plumbing"],
  ] as const;
  for (const [index, [customerName, email, phone, area, service]] of people.entries()) {
    vi.setSystemTime(NOW.getTime() + index * 1000);
    const booked = await caller.book({ customerName, email, phone, service, addressParts: home(area) });
    references[customerName] = booked.reference;
  }
  vi.setSystemTime(NOW.getTime() + 60_000);
});
afterAll(() => caller.close());

describe("office list", () => {
  it("shows the newest first with all columns and counts by state", async () => {
    const { status, body } = await list({ counts: "yes" });
    expect(status).toBe(200);
    expect(body.nextCursor).toBeNull();
    expect(body.counts).toEqual({ requested: 5 });
    expect(body.bookings.map(({ reference }: { reference: string }) => reference)).toEqual(
      Object.values(references).reverse(),
    );
    expect(body.bookings.at(-1)).toEqual({
      id: expect.any(String),
      reference: "BK-2026-000001",
      state: "requested",
      version: 1,
      serviceId: "plumbing",
      serviceName: "Plumbing",
      tradeName: null,
      emergency: false,
      tradeId: null,
      customerName: "Noura Al Ketbi",
      phone: "+971501112223",
      email: "noura@example.com",
      area: "Dubai Marina",
      requestedAt: NOW.toISOString(),
      respondedAt: null,
      contactDueAt: new Date(NOW.getTime() + 2 * 3_600_000).toISOString(),
      startsAt: null,
      preferredDate: null,
      preferredTime: null,
      technicianName: null,
      heldUntil: null,
      contactConfirmed: false,
      holdExpired: false,
      timeNotHeld: false,
      continueOn: null,
    });
  });

  it.each([
    ["a whole reference", "BK-2026-000002", ["Marco Bianchi"]],
    ["a reference in small letters", "bk-2026-000002", ["Marco Bianchi"]],
    ["the end of a reference", "000003", ["Claire O'Brien"]],
    ["part of a name", "iqb", ["Sana Iqbal"]],
    ["a name in capitals", "MARCO", ["Marco Bianchi"]],
    ["a name with an apostrophe", "o'brien", ["Claire O'Brien"]],
    ["a name in Arabic", "عائشة", ["عائشة المري"]],
    ["a phone in local notation", "050 111 2223", ["Noura Al Ketbi"]],
    ["a phone with hyphens", "052-123-4567", ["Marco Bianchi"]],
    ["a phone in full", "+971 55 999 8887", ["Claire O'Brien"]],
    ["a phone in full without the plus", "971559998887", ["Claire O'Brien"]],
    ["the beginning of a local phone", "0501112", ["Noura Al Ketbi", "Sana Iqbal"]],
    ["the end of a phone", "2299", ["Sana Iqbal"]],
    ["an email", "claire.o@example.com", ["Claire O'Brien"]],
    ["part of an email", "@mail.", ["Sana Iqbal"]],
    ["an area in either script", "dubai marina", ["Noura Al Ketbi", "عائشة المري"]],
    ["an area in Arabic in either script", "دبي", ["Noura Al Ketbi", "عائشة المري"]],
    ["a name with surrounding spaces", "  marco ", ["Marco Bianchi"]],
    ["a literal per cent sign", "%", ["Marco Bianchi"]],
    ["a per cent sign after a number", "100%", ["Marco Bianchi"]],
    ["a literal underscore", "_", ["Claire O'Brien", "Marco Bianchi"]],
    ["an underscore in an area", "barsha_2", ["Claire O'Brien"]],
    ["a literal backslash", "\\", ["Sana Iqbal"]],
    ["SQL", "' OR 1=1 --", []],
    ["text without a match", "no such booking", []],
  ])("finds bookings by %s", async (_what, search, names) => {
    expect(await namesOf({ search })).toEqual([...names].sort());
  });

  it("filters by service and state, alone and combined", async () => {
    expect(await namesOf({ service: "plumbing" })).toEqual(["Noura Al Ketbi", "عائشة المري"].sort());
    const { body } = await list({ search: "Noura" });
    const { id } = body.bookings[0];
    await caller.call(
      "POST",
      `/api/admin/bookings/${id}/transitions`,
      { transition: "confirm", version: 1 },
      admin,
    );
    expect(await namesOf({ state: "confirmed" })).toEqual(["Noura Al Ketbi"]);
    expect(await namesOf({ state: "confirmed", service: "hvac" })).toEqual([]);
    expect(await namesOf({ state: "requested", service: "plumbing", search: "example.com" })).toEqual([
      "عائشة المري",
    ]);
    expect((await list({ search: "Noura", counts: "yes" })).body.counts).toEqual({
      requested: 4,
      confirmed: 1,
    });
  });

  it("ignores empty filters", async () => {
    const { status, body } = await list({ search: "", state: "", service: "", cursor: "" });
    expect({ status, count: body.bookings?.length }).toEqual({ status: 200, count: 5 });
  });

  it.each([
    ["state", "lost"],
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "many"],
    ["search", "x".repeat(101)],
    ["search", "\u0000"],
    ["service", "\u0000"],
    ["technician", "omar"],
    ["emergency", "no"],
    ["from", "2026-02-30"],
    ["to", "tomorrow"],
    ["dates", "paid"],
  ])("refuses %s=%j", async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: [name] });
  });
});

const idOf = ({ id }: { id: string }) => id;

/** Reads all pages. */
async function readAll(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  do {
    const { body } = await list({ ...query, cursor: cursor! });
    expect(body.bookings.length).toBeGreaterThan(0);
    ids.push(...body.bookings.map(idOf));
    cursor = body.nextCursor;
  } while (cursor);
  return ids;
}

describe("pages of the office list", () => {
  it("includes counts only on request and only on the first page", async () => {
    expect((await list()).body.counts).toBeUndefined();
    const { body } = await list({ counts: "yes", limit: "1" });
    expect(body.counts).toMatchObject({ confirmed: 1 });
    const next = await list({ counts: "yes", limit: "1", cursor: body.nextCursor });
    expect(next.body.bookings).toHaveLength(1);
    expect(next.body.counts).toBeUndefined();
  });

  it("returns every booking exactly once despite new and simultaneous requests", async () => {
    for (let second = 0; second < 4; second++) {
      vi.setSystemTime(NOW.getTime() + 120_000 + second * 1000);
      for (let count = 0; count < 4; count++) await caller.book({ service: "carpentry" });
    }
    const before = (await list({ limit: "100" })).body.bookings.map(({ id }: { id: string }) => id);
    expect(before).toHaveLength(21);

    vi.setSystemTime(NOW.getTime() + 300_000);
    const ids: string[] = [];
    let cursor: string | null = "";
    do {
      const { body } = await list({ limit: "5", cursor: cursor! });
      expect(body.bookings.length).toBeLessThanOrEqual(5);
      ids.push(...body.bookings.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
      await caller.book({ service: "tiling" });
    } while (cursor);
    expect(ids).toEqual(before);
  });

  it("sorts oldest first and restarts for a cursor of another order", async () => {
    const newest = (await list({ service: "carpentry", limit: "100" })).body.bookings.map(idOf);
    const oldest = await readAll({ service: "carpentry", sort: "received", limit: "5" });
    expect(oldest).toEqual(newest.toReversed());

    const first = (await list({ service: "carpentry", limit: "3" })).body;
    const restarted = await list({
      service: "carpentry",
      sort: "received",
      limit: "3",
      cursor: first.nextCursor,
    });
    expect(restarted.body.bookings.map(idOf)).toEqual(oldest.slice(0, 3));
  });

  it("sorts by last visit, with bookings without a visit at the end, newest first", async () => {
    const newest: string[] = (await list({ service: "carpentry", limit: "100" })).body.bookings.map(idOf);
    // Visit days per booking; negative: cancelled. Some start at the same time.
    const days = [[4], [], [2, 9], [4], [-3], [1], [4], [5, -8], [], [2]];
    const withVisits = newest
      .slice(0, days.length)
      .flatMap((id, at) => days[at]!.map((day) => ({ id, day })));
    await caller.db
      .insertInto("visits")
      .values(
        withVisits.map(({ id, day }) => ({
          id: randomUUID(),
          bookingId: id,
          technicianId: null,
          state: day < 0 ? "cancelled" : "held",
          startsAt: addMinutes(NOW, Math.abs(day) * 1440),
          endsAt: addMinutes(addMinutes(NOW, Math.abs(day) * 1440), 60),
          createdAt: NOW,
        })),
      )
      .execute();
    const lastOf = (id: string) =>
      Math.max(...withVisits.filter((visit) => visit.id === id).map(({ day }) => day), 0);
    const placed = newest.filter((id) => lastOf(id) > 0);
    const unplaced = newest.filter((id) => lastOf(id) === 0);

    const limits = ["1", "3", String(placed.length), "100"];
    for (const limit of casesForRun(limits, createRandom(seedOfRun()), 2)) {
      const [up, down] = [
        await readAll({ service: "carpentry", sort: "visit", limit }),
        await readAll({ service: "carpentry", sort: "-visit", limit }),
      ];
      const days = up.slice(0, placed.length).map(lastOf);
      expect(days).toEqual([1, 2, 4, 4, 4, 5, 9]);
      expect(up).toEqual([...up.slice(0, placed.length), ...unplaced]);
      expect(down).toEqual([...up.slice(0, placed.length).toReversed(), ...unplaced]);
    }

    // Filtered by days, each booking appears once at the place of its last visit.
    for (const [first, last, lasts] of [
      [2, 4, [2, 4, 4, 4, 9]],
      [2, 9, [2, 4, 4, 4, 5, 9]],
    ] as const) {
      const dayOf = (day: number) => dubaiDate(addMinutes(NOW, day * 1440));
      const within = { service: "carpentry", from: dayOf(first), to: dayOf(last) };
      const found = newest.filter((id) =>
        withVisits.some((visit) => visit.id === id && visit.day >= first && visit.day <= last),
      );
      for (const limit of ["1", "3", "100"]) {
        expect(await readAll({ ...within, limit })).toEqual(found);
        expect(await readAll({ ...within, sort: "received", limit })).toEqual(found.toReversed());
        const up = await readAll({ ...within, sort: "visit", limit });
        expect(up.map(lastOf)).toEqual(lasts);
        expect(await readAll({ ...within, sort: "-visit", limit })).toEqual(up.toReversed());
      }
    }
  });

  it("sorts by response target, then bookings without one, newest first", async () => {
    const at = new Date();
    const rows: BookingRow[] = (await list({ limit: "100" })).body.bookings;
    // One booking per case: an emergency en route, an arrived one, an answered request, an overdue one.
    const changes = [
      { state: "en_route", emergency: true, contactDueAt: null },
      { state: "on_site", emergency: true, contactDueAt: null },
      { state: "requested", respondedAt: at },
      { state: "confirmed" },
      { state: "requested", contactDueAt: addMinutes(NOW, 1), requestedAt: NOW },
    ] as const;
    for (const [index, change] of changes.entries()) {
      await caller.db.updateTable("bookings").set(change).where("id", "=", rows[index]!.id).execute();
    }
    const after: BookingRow[] = (await list({ limit: "100" })).body.bookings;
    // The expected order follows the displayed countdown.
    const minutesLeft = (row: BookingRow) => activeResponseTarget(row, at)?.minutesLeft ?? null;
    const byId = new Map(after.map((row) => [row.id, minutesLeft(row)]));
    const open = after.filter((row) => minutesLeft(row) !== null).length;
    expect(open).toBeGreaterThan(5);
    expect(after.length - open).toBeGreaterThanOrEqual(3);
    const others = after.filter((row) => minutesLeft(row) === null).map(idOf);
    for (const limit of ["2", "7", "100"]) {
      const up = await readAll({ sort: "due", limit });
      const clocks = up.slice(0, open).map((id) => byId.get(id)!);
      expect(clocks).toEqual(clocks.toSorted((a, b) => a - b));
      expect(up.slice(open)).toEqual(others);
      const down = await readAll({ sort: "-due", limit });
      expect(down).toEqual([...up.slice(0, open).toReversed(), ...others]);
    }
  });

  it("sorts unassigned work by visit or preferred time, then work without a time, newest first", async () => {
    const all: BookingRow[] = (await list({ service: "carpentry", limit: "100" })).body.bookings;
    const preferred = [
      null,
      ["2026-12-04", null],
      null,
      ["2026-11-30", "14:00"],
      ["2026-11-30", null],
    ] as const;
    for (const [index, row] of all.slice(0, 12).entries()) {
      const [preferredDate, preferredTime] = preferred[index % preferred.length] ?? [null, null];
      await caller.db
        .updateTable("bookings")
        .set({
          state: "confirmed",
          emergency: false,
          respondedAt: new Date(row.requestedAt),
          preferredDate,
          preferredTime,
        })
        .where("id", "=", row.id)
        .execute();
    }
    const rows: BookingRow[] = (await list({ unassigned: "yes", limit: "100" })).body.bookings;
    const timeOf = ({ startsAt, preferredDate, preferredTime }: BookingRow) =>
      startsAt ??
      (preferredDate
        ? dubaiInstant(preferredDate, preferredTime ?? "00:00").toISOString()
        : "without a time");
    const expected = rows.map(timeOf).sort();
    expect(new Set(expected).size).toBeGreaterThan(4);
    expect(expected).toContain("without a time");
    const byId = new Map(rows.map((row) => [row.id, timeOf(row)]));
    for (const limit of ["2", "5", "100"]) {
      const read = await readAll({ unassigned: "yes", sort: "due", limit });
      expect(read.map((id) => byId.get(id))).toEqual(expected);
    }
  });

  it("ends without a cursor after a full last page", async () => {
    const { body } = await list({ service: "carpentry", limit: "16" });
    expect({ count: body.bookings.length, next: body.nextCursor }).toEqual({ count: 16, next: null });
  });

  it("continues within a search and a filter", async () => {
    const first = (await list({ service: "plumbing", search: "example.com", limit: "1" })).body;
    const second = (
      await list({ service: "plumbing", search: "example.com", limit: "1", cursor: first.nextCursor })
    ).body;
    expect([first, second].map(({ bookings }) => bookings[0].customerName)).toEqual([
      "عائشة المري",
      "Noura Al Ketbi",
    ]);
    expect(second.nextCursor).toBeNull();
  });

  const encode = (text: string) => Buffer.from(text).toString("base64url");
  it.each([
    ["nonsense", "nonsense"],
    ["half a cursor", encode("2026-11-23T05:00:00.000Z")],
    ["an invalid time", encode("2026-99-99T99:99:99.000Z 00000000-0000-4000-8000-000000000000")],
    ["an invalid id", encode("2026-11-23T05:00:00.000Z ------------------------------------")],
    ["SQL", encode("2026-11-23T05:00:00.000Z' OR 1=1 --")],
    ["an invalid character", "%00"],
  ])("ignores a cursor of %s", async (_what, cursor) => {
    const { status } = await list({ cursor });
    expect([200, 400]).toContain(status);
  });
});

describe("access to the office API", () => {
  it("requires an office role for everything under /api/admin", async () => {
    const customer = { email: "customer@example.com", password: "a password of a customer" };
    const technician = {
      email: "technician@example.com",
      password: "a password of one who works",
      role: "technician" as const,
    };
    await caller.addUser(customer);
    await caller.addUser(technician);
    const { bookingId } = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
    const paths = [
      ["GET", "/api/admin/bookings"],
      ["GET", `/api/admin/bookings/${bookingId}`],
      ["POST", `/api/admin/bookings/${bookingId}/transitions`],
      ["POST", `/api/admin/bookings/${bookingId}/assign`],
      ["POST", "/api/admin/bookings"],
      ["POST", "/api/admin/bookings/transitions"],
      ["GET", "/api/admin/bookings.csv"],
      ["GET", "/api/admin/booking-filters"],
      ["GET", "/api/admin/customer-lookup?search=0501"],
      ["GET", `/api/admin/bookings/${bookingId}/technicians?date=${TOMORROW}&time=10:00`],
      ["GET", "/api/admin/nothing"],
    ] as const;
    const sessions = [
      [401, {}],
      [401, { Cookie: "site.session_token=made.up" }],
      [403, { Cookie: await caller.signIn(customer) }],
      [403, { Cookie: await caller.signIn(technician) }],
    ] as const;
    const before = await caller.contents();
    for (const [method, path] of paths) {
      for (const [status, headers] of sessions) {
        const answer = await caller.call(method, path, { transition: "confirm", version: 1 }, headers);
        expect({ path, status: answer.status, success: answer.body.success }).toEqual({
          path,
          status,
          success: false,
        });
      }
    }
    expect(await caller.contents()).toEqual(before);
  });
});
