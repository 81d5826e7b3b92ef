import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays } from "~/platform/time";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { withUsualValues } from "../../dispatch/board/sparse-visits";
import { preferredTechnicianText } from "../preferred-technician";

/** Preferred technicians: customers' choices and their handling by the office. */

let caller: Caller;
let admin: Record<string, string>;
let ahmed: string;
let omar: string;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  ahmed = await caller.addTechnician("Ahmed Karim");
  omar = await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

// One day per test, so that tests do not take each other's times.
let day = TOMORROW;
let days = 0;
beforeEach(() => {
  vi.setSystemTime(NOW);
  day = addDays("2027-01-04", days++);
});

type Headers = Record<string, string>;
let people = 0;
async function signInCustomer(): Promise<Headers> {
  const user = { email: `customer.${++people}@example.com`, password: "a password of mine" };
  await caller.addUser(user);
  return { Cookie: await caller.signIn(user) };
}

/** A booking finished by `technicianId`. */
async function bookAndFinish(headers?: Headers, technicianId = ahmed): Promise<Booked> {
  const booked = await book({}, headers);
  await caller.db
    .insertInto("visits")
    .values({
      ...{ id: crypto.randomUUID(), bookingId: booked.bookingId, technicianId },
      ...{ state: "work_done", createdAt: NOW },
      startsAt: new Date(NOW.getTime() - 7_200_000 * ++people),
      endsAt: new Date(NOW.getTime() - 7_200_000 * people + 3_600_000),
      endedAt: new Date(NOW.getTime() - 7_200_000 * people + 3_600_000),
    })
    .execute();
  await caller.db
    .updateTable("bookings")
    .set({ state: "completed" })
    .where("id", "=", booked.bookingId)
    .execute();
  return booked;
}

/** Avoids the rate limit. */
const advanceMinute = () => vi.setSystemTime(Date.now() + 61_000);
function book(changes: Record<string, unknown>, headers?: Headers): Promise<Booked> {
  advanceMinute();
  return caller.book(changes, headers);
}
const linkOf = ({ reference, key }: Booked): Headers => ({ Cookie: `link.${reference}=${key}` });
const send = async (changes: Record<string, unknown>, headers?: Headers) => {
  advanceMinute();
  return caller.call("POST", "/api/handle-booking", await caller.form(changes), headers);
};
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const suggestions = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}/suggestions`, undefined, admin)).body.suggestions;
const choices = async (id: string, time: string) =>
  (
    await caller.call(
      "GET",
      `/api/admin/bookings/${id}/technicians?date=${day}&time=${time}`,
      undefined,
      admin,
    )
  ).body.technicians;
const board = async () => {
  const { body } = await caller.call("GET", `/api/admin/board?from=${day}&to=${day}`, undefined, admin);
  return { ...body, visits: body.visits.map(withUsualValues) };
};
const technicians = async (path: string, headers?: Headers) => caller.call("GET", path, undefined, headers);

describe("former technicians", () => {
  it("lists technicians who finished work for the customer and are still employed, latest first", async () => {
    const me = await signInCustomer();
    const first = await bookAndFinish(me, omar);
    const last = await bookAndFinish(me);
    await bookAndFinish(me, omar);
    await book({ preferredDate: day, preferredTime: "09:00" }, me);
    const response = await technicians("/api/account/technicians", me);
    expect(response.body.technicians).toMatchObject([
      { name: "Omar Saleh", reference: first.reference },
      { name: "Ahmed Karim", reference: last.reference },
    ]);
    expect(response.body.technicians[0].services).toContain("plumbing");
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", omar).execute();
    expect((await technicians("/api/account/technicians", me)).body.technicians).toMatchObject([
      { name: "Ahmed Karim" },
    ]);
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", omar).execute();
    expect((await technicians("/api/account/technicians", await signInCustomer())).body.technicians).toEqual(
      [],
    );
    expect((await technicians("/api/account/technicians")).status).toBe(401);
  });

  it("shows them to holders of the booking's link only", async () => {
    const [mine, other] = [await bookAndFinish(), await bookAndFinish()];
    const path = `/api/bookings/${mine.reference}/technicians`;
    expect((await technicians(path, linkOf(mine))).body.technicians).toMatchObject([
      { reference: mine.reference, name: "Ahmed Karim" },
    ]);
    for (const headers of [undefined, linkOf(other), await signInCustomer(), admin]) {
      expect((await technicians(path, headers)).status).toBe(404);
    }
  });

  it("shows them to the office for a customer it looked up", async () => {
    const { bookingId, reference } = await bookAndFinish();
    const { customerId } = await detail(bookingId);
    const response = await technicians(`/api/admin/customers/${customerId}/technicians`, admin);
    expect(response.body.technicians).toMatchObject([{ reference, name: "Ahmed Karim" }]);
  });
});

describe("preferred technician of a booking", () => {
  it("stores the preference of signed-in customers and of holders of the former booking's link", async () => {
    const me = await signInCustomer();
    const mine = await bookAndFinish(me);
    const theirs = await bookAndFinish();
    for (const [request, headers] of [
      [mine, me],
      [theirs, linkOf(theirs)],
    ] as const) {
      const booked = await book({ sameTechnicianAs: request.reference }, headers);
      expect(booked.booking.preferredTechnicianName).toBe("Ahmed Karim");
      expect((await detail(booked.bookingId)).preferredTechnician).toEqual({
        ...{ technicianId: ahmed, name: "Ahmed Karim", availability: "available" },
      });
      const trail = await readTrail(caller.db, { subjectId: booked.bookingId });
      expect(trail.find(({ type }) => type === "booking.requested")?.data).toMatchObject({
        preferredTechnicianId: ahmed,
      });
    }
  });

  it("refuses foreign, unlinked, unfinished and unknown bookings", async () => {
    const me = await signInCustomer();
    const mine = await bookAndFinish(me);
    const unfinished = await book({}, me);
    const before = await caller.db.selectFrom("bookings").select("id").execute();
    for (const [reference, headers] of [
      [mine.reference, await signInCustomer()],
      [mine.reference, undefined],
      [unfinished.reference, me],
      ["BK-2026-999999", me],
    ] as const) {
      const { status, body } = await send({ sameTechnicianAs: reference }, headers);
      expect({ status, reason: body.reason }).toEqual({ status: 422, reason: "unknown-former-technician" });
      expect(body.message).toContain("completed work for you");
    }
    expect(await caller.db.selectFrom("bookings").select("id").execute()).toHaveLength(before.length);
    expect((await send({ sameTechnicianAs: ahmed }, me)).status).toBe(400);
  });

  it("ignores the preference in emergencies", async () => {
    const me = await signInCustomer();
    const { reference } = await bookAndFinish(me);
    const booked = await book({ service: "emergency", sameTechnicianAs: reference }, me);
    expect(booked.booking.preferredTechnicianName).toBeNull();
  });

  it("holds the slot with the preferred technician if free, otherwise with another one", async () => {
    const me = await signInCustomer();
    const { reference } = await bookAndFinish(me, omar);
    const at = { preferredDate: day, preferredTime: "10:00", sameTechnicianAs: reference };
    const first = await book(at, me);
    expect((await detail(first.bookingId)).visits).toMatchObject([{ technicianId: omar }]);
    // The same customer at the same time, with another service.
    const second = await book({ ...at, service: "hvac" }, me);
    expect((await detail(second.bookingId)).visits).toMatchObject([{ technicianId: ahmed }]);
    expect(second.booking).toMatchObject({
      preferredTechnicianName: "Omar Saleh",
      visit: { technicianName: null },
    });
  });

  it("assigns the visit to the preferred technician when it moves to a time at which they are free", async () => {
    const me = await signInCustomer();
    const { reference } = await bookAndFinish(me, omar);
    const at = { preferredDate: day, preferredTime: "10:00", sameTechnicianAs: reference };
    await book(at, me);
    const { booking } = await book({ ...at, service: "hvac" }, me);
    const moved = await caller.call(
      "POST",
      `/api/bookings/${booking.reference}/reschedule`,
      { version: booking.version, date: day, time: "15:00" },
      me,
    );
    expect(moved.status).toBe(200);
    expect((await detail(booking.id)).visits).toMatchObject([{ technicianId: omar }]);
  });

  it("suggests the preferred technician first and marks them in the choices and on the board", async () => {
    const me = await signInCustomer();
    for (const [technicianId, name] of [
      [ahmed, "Ahmed Karim"],
      [omar, "Omar Saleh"],
    ] as const) {
      const { reference } = await bookAndFinish(me, technicianId);
      const { bookingId } = await book({ preferredDate: day, sameTechnicianAs: reference }, me);
      const [best, next] = await suggestions(bookingId);
      expect([best.name, best.isPreferred, next.isPreferred]).toEqual([name, true, false]);
      const [first, second] = await choices(bookingId, "11:00");
      expect([first.id, first.isPreferred, second.isPreferred]).toEqual([technicianId, true, false]);
      const { unassigned } = await board();
      expect(
        unassigned.find((one: { bookingId: string }) => one.bookingId === bookingId).preferredTechnician,
      ).toMatchObject({
        ...{ technicianId, name, availability: "available" },
      });
    }
  });

  it("keeps the agreed visit after losing the skill or leaving, which the office sees", async () => {
    const me = await signInCustomer();
    const { reference } = await bookAndFinish(me);
    const asked = await book({ preferredDate: day, preferredTime: "10:00", sameTechnicianAs: reference }, me);
    const { bookingId } = asked;
    const availability = async () => {
      const { requests } = await board();
      const request = requests.find((one: { bookingId: string }) => one.bookingId === bookingId);
      const { preferredTechnician } = await detail(bookingId);
      expect(request.preferredTechnician).toEqual(preferredTechnician);
      return preferredTechnician.availability;
    };
    expect(await availability()).toBe("available");
    expect(preferredTechnicianText(asked.booking)).toContain("We'll do our best to send them");
    await caller.db
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", ahmed)
      .where("serviceId", "=", "plumbing")
      .execute();
    expect(await availability()).toBe("untrained");
    const response = async () =>
      (await caller.call("GET", `/api/bookings/${asked.reference}`, undefined, me)).body.booking;
    expect(await response()).toMatchObject({
      preferredTechnicianName: "Ahmed Karim",
      preferredTechnicianAvailable: false,
    });
    expect(preferredTechnicianText(await response())).toContain("is not available this time");
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", ahmed).execute();
    expect(await availability()).toBe("left");
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", ahmed).execute();
    await caller.db
      .insertInto("technicianSkills")
      .values({ technicianId: ahmed, serviceId: "plumbing" })
      .execute();
  });

  it("mentions the preference to the customer until the technician is assigned", () => {
    const request = { preferredTechnicianName: "Ahmed Karim", preferredTechnicianAvailable: true };
    const visit = (technicianName: string, ...helperNames: string[]) => ({ technicianName, helperNames });
    expect(preferredTechnicianText({ ...request, visit: visit("Ahmed Karim") })).toBeNull();
    expect(preferredTechnicianText({ ...request, visit: visit("Omar Saleh", "Ahmed Karim") })).toBeNull();
    expect(preferredTechnicianText({ ...request, visit: visit("Omar Saleh") })).toContain("Omar Saleh");
    expect(preferredTechnicianText({ ...request, preferredTechnicianName: null, visit: null })).toBeNull();
  });

  it("accepts a preference by the office for the customer it looked up only", async () => {
    const { bookingId, reference } = await bookAndFinish();
    const { customerId } = await detail(bookingId);
    const other = await detail((await bookAndFinish()).bookingId);
    const bookFor = async (customerId: string | undefined) => {
      const { securityCheck: _, ...form } = await caller.form({ sameTechnicianAs: reference });
      return caller.call("POST", "/api/admin/bookings", { ...form, customerId }, admin);
    };
    expect((await bookFor(customerId)).body.booking.preferredTechnician).toMatchObject({
      technicianId: ahmed,
    });
    for (const otherCustomerId of [other.customerId, undefined]) {
      expect(await bookFor(otherCustomerId)).toMatchObject({
        status: 422,
        body: { reason: "unknown-former-technician" },
      });
    }
  });
});
