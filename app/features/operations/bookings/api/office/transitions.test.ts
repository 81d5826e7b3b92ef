import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, seedOfRun } from "../../../../../../test/faults/rounds";
import {
  type ApiResponse,
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";

/** Office actions on one booking: detail, transitions, assignment. */

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
beforeAll(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

// One working day per test from a Monday on, so that tests do not take each other's slots.
let day = TOMORROW;
let days = 0;
beforeEach(() => {
  vi.setSystemTime(NOW);
  day = new Date(Date.parse("2027-01-04") + days++ * 86_400_000).toISOString().slice(0, 10);
});

type Body = Record<string, unknown>;
/** Departures always confirm the day. */
const move = (id: string, body: Body) => {
  const confirmed = body.transition === "depart" ? { confirmOtherDay: true, ...body } : body;
  return caller.call("POST", `/api/admin/bookings/${id}/transitions`, confirmed, admin);
};
const assign = (id: string, body: Body) =>
  caller.call("POST", `/api/admin/bookings/${id}/assign`, body, admin);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const technicians = async (id: string, date: string, time: string) =>
  (
    await caller.call(
      "GET",
      `/api/admin/bookings/${id}/technicians?date=${date}&time=${time}`,
      undefined,
      admin,
    )
  ).body.technicians;
const outcome = ({ status, body }: ApiResponse) => ({ status, reason: body.reason });

/** Timeline and trail entries since the request. */
async function entriesOf(id: string) {
  const entries = await caller.db
    .selectFrom("timelineEntries")
    .selectAll()
    .where("bookingId", "=", id)
    .where("fromVersion", ">", 0)
    .orderBy("id")
    .execute();
  const trail = await readTrail(caller.db, { subjectId: id });
  const events = trail.filter(({ type }) => type !== "booking.requested");
  return { entries, events };
}

/** A booking after the given steps: transitions or assignment data. */
async function bookWithSteps(
  changes: Body,
  ...steps: (string | Body)[]
): Promise<Booked & { version: number }> {
  const booked = await caller.book(changes);
  let version = 1;
  for (const step of steps) {
    const body = typeof step === "string" ? { transition: step, reason: "A reason" } : step;
    const done = await (typeof step === "string" ? move : assign)(booked.bookingId, { ...body, version });
    if (done.status !== 200) throw new Error(`${JSON.stringify(step)} was answered with ${done.text}`);
    version = done.body.booking.version;
  }
  return { ...booked, version };
}
const slot = (time = "10:00") => ({ preferredDate: day, preferredTime: time });
const toOmar = (time = "10:00") => ({ technicianId: omar, date: day, time });

describe("booking detail", () => {
  it("contains everything that the office sees", async () => {
    const { bookingId, reference } = await bookWithSteps({
      ...slot(),
      message: "The tap drips",
      email: "detail@example.com",
    });
    expect(await detail(bookingId)).toEqual({
      id: bookingId,
      reference,
      preferredTechnician: null,
      preferredTechnicianName: null,
      preferredTechnicianAvailable: false,
      days: [],
      state: "requested",
      version: 1,
      serviceId: "plumbing",
      serviceName: "Plumbing",
      emergency: false,
      tradeId: null,
      tradeName: null,
      vatPercent: 5,
      customerName: "Aisha Al Marri",
      email: "detail@example.com",
      language: "en",
      mailSubject: `Your booking ${reference}`,
      messageTexts: ["about", "please-confirm", "cannot-reach"].map((id) => ({
        id,
        text: expect.stringContaining(reference),
      })),
      emailUndeliverable: false,
      phone: expect.stringMatching(/^\+9715010000\d\d$/),
      address: "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "Marina Diamond 4",
        unitNumber: "1203",
        area: "Dubai Marina",
        landmark: "Near the tram stop",
      },
      onHold: null,
      message: "The tap drips",
      photos: [],
      preferredDate: day,
      preferredTime: "10:00",
      lines: [
        {
          kind: "work",
          serviceId: "plumbing",
          serviceName: "Plumbing",
          priceId: expect.any(String),
          item: "call-out",
          name: "Plumbing call-out",
          mode: "hourly",
          unit: "hour",
          quantity: 1,
          unitFils: 15_000,
          nextFils: 15_000,
          percent: null,
          grossFils: 15_000,
          coveredFils: 0,
          contractId: null,
          contractReference: null,
        },
      ],
      estimateFils: 15_000,
      contract: null,
      bufferMin: 30,
      customerId: expect.any(String),
      warrantyOf: null,
      warrantyVisits: [],
      propertyBookings: { bookings: [], hasMore: false },
      durationMin: 60,
      crewSize: 1,
      requestedAt: NOW.toISOString(),
      canConfirmContact: false,
      canConfirmVisit: false,
      visitConfirmedAt: null,
      hasEmail: true,
      ownLink: null,
      answeredAt: NOW.toISOString(),
      contactDueAt: new Date(NOW.getTime() + 2 * 3_600_000).toISOString(),
      respondedAt: null,
      acknowledgedAt: null,
      dispatchedAt: null,
      arrivedAt: null,
      onTheWay: null,
      delayedUntil: null,
      visit: {
        startsAt: `${day}T06:00:00.000Z`,
        endsAt: `${day}T07:00:00.000Z`,
        state: "held",
        technicianName: null,
        helperNames: [],
      },
      visits: [
        {
          id: expect.any(String),
          startsAt: `${day}T06:00:00.000Z`,
          endsAt: `${day}T07:00:00.000Z`,
          state: "held",
          technicianId: omar,
          technicianName: "Omar Saleh",
          multiDay: false,
          crewSize: 1,
          helpers: [],
        },
      ],
      // Two working hours from now, because a guest requested it.
      heldUntil: "2026-11-23T07:00:00.000Z",
      contactConfirmed: false,
      holdExpired: false,
      timeNotHeld: false,
      emailed: null,
      moveEmailed: null,
      canCancel: true,
      canReschedule: true,
      changeDeadline: { at: expect.any(String), hasPassed: false },
      timeline: [
        {
          continueOn: null,
          event: "request",
          toState: "requested",
          at: NOW.toISOString(),
          reason: null,
          actorName: null,
          actorRole: "customer",
          channel: null,
          change: null,
          corrections: [],
        },
      ],
      availableTransitions: ["confirm", "decline", "cancel"],
    });
  });

  it.each(["00000000-0000-4000-8000-000000000000", "1", "BK-2026-000001", "x'--"])(
    "answers not-found for %s, also for changes",
    async (id) => {
      const path = `/api/admin/bookings/${id}`;
      const answers = [
        await caller.call("GET", path, undefined, admin),
        await caller.call("GET", `${path}/technicians?date=${day}&time=10:00`, undefined, admin),
        await move(id, { transition: "confirm", version: 1 }),
        await assign(id, { ...toOmar(), version: 1 }),
      ];
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({
          status: 404,
          body: { success: false, reason: "not-found", message: "We cannot find this booking" },
        });
      }
    },
  );
});

describe("transitions", () => {
  it("confirm changes the state, meets the response target and writes one timeline entry and one event", async () => {
    const { bookingId } = await bookWithSteps({ preferredDate: day });
    vi.setSystemTime(NOW.getTime() + 5 * 60_000);
    const { status, body } = await move(bookingId, { transition: "confirm", version: 1 });
    const at = new Date().toISOString();
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      state: "confirmed",
      version: 2,
      respondedAt: at,
      availableTransitions: ["cancel", "assign"],
      visit: null,
    });
    expect(body.booking.timeline.at(-1)).toEqual({
      continueOn: null,
      event: "confirm",
      toState: "confirmed",
      at,
      reason: null,
      actorName: "Test admin",
      actorRole: "admin",
      channel: null,
      change: null,
      corrections: [],
    });
    const { entries, events } = await entriesOf(bookingId);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      event: "confirm",
      fromState: "requested",
      toState: "confirmed",
      fromVersion: 1,
    });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: "booking.confirmed",
      actorRole: "admin",
      actor: "Test admin",
    });
  });

  it("confirm schedules a held visit at its time", async () => {
    const { bookingId } = await bookWithSteps(slot());
    const { body } = await move(bookingId, { transition: "confirm", version: 1 });
    expect(body.booking).toMatchObject({
      state: "scheduled",
      version: 2,
      availableTransitions: ["cancel", "assign", "unassign", "depart"],
      visit: { state: "scheduled", technicianName: "Omar Saleh", startsAt: `${day}T06:00:00.000Z` },
    });
    expect(body.booking.timeline.at(-1)).toMatchObject({ event: "confirm", toState: "scheduled" });
    const { events } = await entriesOf(bookingId);
    expect(events).toMatchObject([
      { type: "booking.confirmed", data: { heldStartsAt: `${day}T06:00:00.000Z` } },
    ]);
  });

  it("confirm cancels a past hold and leaves the booking without a visit", async () => {
    const { bookingId, reference } = await bookWithSteps(slot());
    const earlier = { startsAt: new Date(NOW.getTime() - 7_200_000), endsAt: new Date(NOW) };
    await caller.db.updateTable("visits").set(earlier).where("bookingId", "=", bookingId).execute();
    const { body } = await move(bookingId, { transition: "confirm", version: 1 });
    expect(body.booking).toMatchObject({ state: "confirmed", visit: null, visits: [{ state: "cancelled" }] });
    const { body: board } = await caller.call(
      "GET",
      `/api/admin/board?from=${day}&to=${day}`,
      undefined,
      admin,
    );
    expect(board.unassigned.map((one: Body) => one.reference)).toContain(reference);
  });

  it("a confirmed booking without a visit gets a technician when the customer chooses a time", async () => {
    const { bookingId, key, reference } = await bookWithSteps({}, "confirm");
    const path = `/api/bookings/${reference}/reschedule`;
    const rescheduled = await caller.call("POST", path, { key, version: 2, date: day, time: "10:00" });
    expect(rescheduled.status).toBe(200);
    expect(await detail(bookingId)).toMatchObject({
      state: "scheduled",
      visit: { state: "scheduled", technicianName: "Omar Saleh" },
    });
  });

  it("decline requires a reason and frees the slot", async () => {
    const { bookingId } = await bookWithSteps(slot());
    const before = await caller.contents();
    for (const reason of [undefined, "", "   "]) {
      const { status, body } = await move(bookingId, { transition: "decline", version: 1, reason });
      expect({ status, body }).toEqual({
        status: 422,
        body: { success: false, reason: "reason-required", message: "Please give a reason" },
      });
    }
    expect(await caller.contents()).toEqual(before);
    const { body } = await move(bookingId, { transition: "decline", version: 1, reason: " Too far away " });
    expect(body.booking).toMatchObject({
      state: "declined",
      respondedAt: NOW.toISOString(),
      visit: null,
      availableTransitions: [],
    });
    expect(body.booking.timeline.at(-1).reason).toBe("Too far away");
    const { events } = await entriesOf(bookingId);
    expect(events.map(({ type, reason }) => [type, reason])).toEqual([["booking.declined", "Too far away"]]);
    await caller.book(slot());
  });

  it("cancel is possible for the office after the customer's cut-off", async () => {
    const { bookingId } = await bookWithSteps({ preferredDate: TOMORROW, preferredTime: "17:00" }, "confirm");
    vi.setSystemTime(Date.parse(`${TOMORROW}T12:30:00Z`));
    const { body } = await move(bookingId, { transition: "cancel", version: 2 });
    expect(body.booking).toMatchObject({ state: "cancelled", canCancel: false });
  });

  it("depart to a visit of another day requires confirmation", async () => {
    const { bookingId } = await bookWithSteps(slot(), "confirm");
    const input = await move(bookingId, { transition: "depart", version: 2, confirmOtherDay: undefined });
    expect(outcome(input)).toEqual({ status: 409, reason: "not-today" });
    expect(input.body.message).toMatch(/^This visit is planned for .*10:00.AM, not for today\./);
    expect(await detail(bookingId)).toMatchObject({ state: "scheduled", version: 2 });
    const confirmed = await move(bookingId, { transition: "depart", version: 2, confirmOtherDay: true });
    expect(confirmed.body.booking).toMatchObject({ state: "en_route", version: 3 });

    const today = await bookWithSteps({ preferredDate: TODAY, preferredTime: "18:00" }, "confirm");
    const at = { transition: "depart", version: 2, confirmOtherDay: undefined };
    expect((await move(today.bookingId, at)).body.booking.state).toBe("en_route");
    await move(today.bookingId, { transition: "reportNoAccess", version: 3 });
  });

  it("undoing a tap restores the state and clears its time", async () => {
    const { bookingId } = await bookWithSteps(slot(), "confirm", "depart", "arrive");
    const back = await move(bookingId, { transition: "undoArrive", version: 4 });
    expect(back.body.booking).toMatchObject({ state: "en_route", visit: { state: "en_route" } });
    const again = await move(bookingId, { transition: "undoDepart", version: 5 });
    expect(again.body.booking).toMatchObject({ state: "scheduled", visit: { state: "scheduled" } });
    const visit = await caller.db
      .selectFrom("visits")
      .select(["departedAt", "arrivedAt"])
      .where("bookingId", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(visit).toEqual({ departedAt: null, arrivedAt: null });
  });

  it("stale versions are refused without overwriting", async () => {
    const { bookingId } = await bookWithSteps(slot(), "confirm");
    const before = await caller.contents();
    for (const version of [1, 3, 0]) {
      expect(outcome(await move(bookingId, { transition: "cancel", version }))).toEqual({
        status: 409,
        reason: "stale",
      });
      expect(outcome(await assign(bookingId, { ...toOmar(), version }))).toEqual({
        status: 409,
        reason: "stale",
      });
    }
    expect(await caller.contents()).toEqual(before);
  });

  it("concurrent transitions succeed once", async () => {
    const { bookingId } = await bookWithSteps(slot());
    const answers = await Promise.all([
      move(bookingId, { transition: "confirm", version: 1 }),
      move(bookingId, { transition: "decline", version: 1, reason: "Full" }),
      move(bookingId, { transition: "cancel", version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { entries, events } = await entriesOf(bookingId);
    expect([entries.length, events.length]).toEqual([1, 1]);
  });

  it.each([
    { transition: "assign" },
    { transition: "reschedule" },
    { transition: "request" },
    { transition: "toString" },
    { transition: "__proto__" },
    { transition: "" },
    { transition: null },
    {},
    { transition: "confirm", version: "1" },
    { transition: "confirm", version: undefined },
    { transition: "decline", reason: "a\u0000b" },
    { transition: "decline", reason: { text: "x" } },
  ])("invalid input is refused: %j", async (body) => {
    const { bookingId } = await bookWithSteps({});
    const answer = await move(bookingId, { version: 1, ...body });
    expect(outcome(answer)).toEqual({ status: 400, reason: "invalid" });
    expect(await entriesOf(bookingId)).toEqual({ entries: [], events: [] });
  });

  it("reasons up to 500 characters are accepted", async () => {
    const { bookingId } = await bookWithSteps({});
    const input = { transition: "decline", version: 1 };
    expect((await move(bookingId, { ...input, reason: "x".repeat(501) })).body.errors).toEqual({
      reason: "Please use at most 500 characters",
    });
    expect((await move(bookingId, { ...input, reason: "x".repeat(500) })).status).toBe(200);
  });

  it("exactly the transitions of the table are allowed", async () => {
    const all = [
      "confirm",
      "decline",
      "cancel",
      "unassign",
      "depart",
      "arrive",
      "undoDepart",
      "undoArrive",
      "reportNoAccess",
      "hold",
      "finishWork",
      "complete",
      "close",
    ];
    const random = createRandom(seedOfRun());
    const cases: [open: string[], ...steps: (string | Body)[]][] = [
      [["confirm", "decline", "cancel"]],
      [["cancel"], "confirm"],
      [[], "decline"],
      [[], "cancel"],
      [["cancel", "unassign", "depart"], "confirm", toOmar("08:00")],
      [["arrive", "undoDepart", "reportNoAccess"], "confirm", toOmar("10:00"), "depart"],
      [["undoArrive", "hold", "finishWork"], "confirm", toOmar("12:00"), "depart", "arrive"],
      [["cancel"], "confirm", toOmar("14:00"), "depart", "arrive", "hold"],
      [["complete"], "confirm", toOmar("16:00"), "depart", "arrive", "finishWork"],
      [["close"], "confirm", toOmar("18:00"), "depart", "reportNoAccess"],
    ];
    for (const [open, ...steps] of cases) {
      const { bookingId, version } = await bookWithSteps({}, ...steps);
      expect(
        (await detail(bookingId)).availableTransitions.filter((name: string) => name !== "assign"),
      ).toEqual(open);
      const refused = all.filter((name) => !open.includes(name));
      for (const name of casesForRun(refused, random, 4)) {
        const answer = await move(bookingId, { transition: name, version, reason: "A reason" });
        expect({ steps, name, ...outcome(answer) }).toEqual({
          steps,
          name,
          status: 409,
          reason: "wrong-state",
        });
      }
    }
  });

  it("each transition of a whole life writes one timeline entry and one event", async () => {
    const steps = [
      "confirm",
      toOmar("11:00"),
      "depart",
      "arrive",
      "hold",
      toOmar("14:00"),
      "depart",
      "arrive",
      "finishWork",
      "complete",
    ];
    const { bookingId, version } = await bookWithSteps(slot(), ...steps);
    const { entries, events } = await entriesOf(bookingId);
    expect(entries.map(({ event, fromVersion }) => [event, fromVersion])).toEqual(
      [
        "confirm",
        "reschedule",
        "depart",
        "arrive",
        "hold",
        "assign",
        "depart",
        "arrive",
        "finishWork",
        "complete",
      ].map((name, index) => [name, index + 1]),
    );
    expect(events).toHaveLength(steps.length);
    const { state, visits, availableTransitions: open } = await detail(bookingId);
    expect({ state, version, open }).toEqual({ state: "completed", version: 11, open: [] });
    // Both were done long before their planned time.
    expect(visits).toMatchObject([
      { state: "on_hold", startsAt: NOW.toISOString() },
      { state: "work_done", startsAt: NOW.toISOString() },
    ]);
  });

  it("assign after work done or no access adds a second visit and keeps the first", async () => {
    for (const [time, ...steps] of [
      ["08:00", "depart", "arrive", "finishWork"],
      ["12:00", "depart", "reportNoAccess"],
    ] as const) {
      const { bookingId, version } = await bookWithSteps(slot(time), "confirm", toOmar(time), ...steps);
      const again = await assign(bookingId, { ...toOmar("16:00"), version, date: "2027-06-01" });
      expect(again.status).toBe(200);
      expect(again.body.booking.visits).toHaveLength(2);
      expect(again.body.booking).toMatchObject({
        state: "scheduled",
        visit: { startsAt: "2027-06-01T12:00:00.000Z" },
      });
      expect((await move(bookingId, { transition: "cancel", version: version + 1 })).status).toBe(200);
    }
  });
});

describe("expected date of work on hold", () => {
  const setDate = (id: string, body: Body) =>
    caller.call("POST", `/api/admin/bookings/${id}/continuation-date`, body, admin);
  const onSite = () => bookWithSteps(slot(), "confirm", toOmar("11:00"), "depart", "arrive");
  const dueOnes = async () => {
    const { bookings } = (
      await caller.call("GET", "/api/admin/bookings?onHold=due&limit=50", undefined, admin)
    ).body;
    return bookings.map(({ id }: Body) => id);
  };

  it("stores the date with the hold, and lists the work as due from that day on", async () => {
    const { bookingId, version } = await onSite();
    const expected = TOMORROW;
    const held = await move(bookingId, {
      ...{ transition: "hold", version, reason: "A valve has to be ordered", continueOn: expected },
    });
    expect(held.body.booking).toMatchObject({
      state: "on_hold",
      onHold: { reason: "A valve has to be ordered", continueOn: expected },
    });
    expect(held.body.booking.timeline.at(-1)).toMatchObject({ event: "hold", continueOn: expected });
    const { bookings } = (
      await caller.call("GET", `/api/admin/bookings?search=${held.body.booking.reference}`, undefined, admin)
    ).body;
    expect(bookings).toMatchObject([{ id: bookingId, continueOn: expected }]);
    const csv = await caller.call(
      ...([
        "GET",
        `/api/admin/bookings.csv?search=${held.body.booking.reference}`,
        undefined,
        admin,
      ] as const),
    );
    expect(csv.text).toContain(`,${expected}`);

    expect(await dueOnes()).not.toContain(bookingId);
    vi.setSystemTime(new Date(`${TOMORROW}T01:00:00+04:00`));
    expect(await dueOnes()).toContain(bookingId);
  });

  it("sets and removes the date later, and begins suggestions on it", async () => {
    const { bookingId, version } = await onSite();
    await move(bookingId, { transition: "hold", version, reason: "A valve" });
    expect((await detail(bookingId)).onHold).toEqual({ reason: "A valve", continueOn: null });

    const changed = await setDate(bookingId, { version: version + 1, continueOn: "2027-03-01" });
    expect(changed.body.booking.onHold.continueOn).toBe("2027-03-01");
    expect(changed.body.booking.timeline.at(-1)).toMatchObject({
      ...{ event: "setContinuationDate", continueOn: "2027-03-01", actorRole: "admin" },
    });
    const { suggestions } = (
      await caller.call("GET", `/api/admin/bookings/${bookingId}/suggestions`, undefined, admin)
    ).body;
    expect(suggestions[0].date).toBe("2027-03-01");

    const removed = await setDate(bookingId, { version: version + 2, continueOn: null });
    expect(removed.body.booking.onHold.continueOn).toBeNull();
    const { events } = await entriesOf(bookingId);
    expect(events.slice(-2)).toMatchObject([
      { type: "booking.continuation-date-changed", data: { continueOn: "2027-03-01" } },
      { type: "booking.continuation-date-changed", data: { continueOn: null } },
    ]);
  });

  it("refuses past dates, stale versions and work that is not on hold", async () => {
    const { bookingId, version } = await onSite();
    const yesterday = "2020-01-01";
    const hold = { transition: "hold", version, reason: "A valve" };
    expect((await move(bookingId, { ...hold, continueOn: yesterday })).status).toBe(400);
    expect(outcome(await setDate(bookingId, { version, continueOn: TOMORROW }))).toEqual({
      ...{ status: 409, reason: "wrong-state" },
    });
    await move(bookingId, hold);
    expect((await setDate(bookingId, { version: version + 1, continueOn: yesterday })).status).toBe(400);
    expect(outcome(await setDate(bookingId, { version, continueOn: TOMORROW }))).toEqual({
      ...{ status: 409, reason: "stale" },
    });
    expect((await setDate(bookingId, { version: version + 1, continueOn: TODAY })).status).toBe(200);
  });

  it("shows no date once a visit is planned, and none with the next hold", async () => {
    const { bookingId, version } = await onSite();
    await move(bookingId, { transition: "hold", version, reason: "A valve", continueOn: TOMORROW });
    await assign(bookingId, { ...toOmar("15:00"), version: version + 1 });
    expect((await detail(bookingId)).onHold).toBeNull();
    await move(bookingId, { transition: "depart", version: version + 2 });
    await move(bookingId, { transition: "arrive", version: version + 3 });
    await move(bookingId, { transition: "hold", version: version + 4, reason: "A second valve" });
    expect((await detail(bookingId)).onHold).toEqual({ reason: "A second valve", continueOn: null });
  });
});

describe("emergency response targets", () => {
  it("stamps acknowledgement, dispatch and arrival", async () => {
    const { bookingId } = await bookWithSteps({ service: "emergency" });
    const at = (minutes: number) => {
      vi.setSystemTime(NOW.getTime() + minutes * 60_000);
      return new Date().toISOString();
    };
    const acknowledgedAt = at(3);
    await move(bookingId, { transition: "confirm", version: 1 });
    const dispatchedAt = at(7);
    const assigned = await assign(bookingId, {
      version: 2,
      technicianId: omar,
      date: "2026-11-23",
      time: "09:20",
    });
    expect(assigned.status).toBe(200);
    at(20);
    await move(bookingId, { transition: "depart", version: 3 });
    const arrivedAt = at(55);
    const { body } = await move(bookingId, { transition: "arrive", version: 4 });
    expect(body.booking).toMatchObject({
      acknowledgedAt,
      dispatchedAt,
      arrivedAt,
      respondedAt: acknowledgedAt,
    });
    await move(bookingId, { transition: "finishWork", version: 5 });
    await move(bookingId, { transition: "complete", version: 6 });
  });
});

describe("assignment", () => {
  it("schedules the visit with the technician and names them", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm");
    const { status, body } = await assign(bookingId, { ...toOmar(), version: 2 });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      state: "scheduled",
      version: 3,
      visit: { state: "scheduled", technicianName: "Omar Saleh", startsAt: `${day}T06:00:00.000Z` },
    });
    expect(body.booking.visits).toHaveLength(1);
    const { events } = await entriesOf(bookingId);
    expect(events.at(-1)).toMatchObject({
      type: "booking.technician-assigned",
      data: { technicianId: omar, fromStartsAt: null },
    });
  });

  it("gives a booking without a time a visit at any minute", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm");
    const { body } = await assign(bookingId, { ...toOmar("10:25"), version: 2 });
    expect(body.booking.visit).toMatchObject({
      startsAt: `${day}T06:25:00.000Z`,
      endsAt: `${day}T07:25:00.000Z`,
    });
  });

  it("requires a confirmed booking", async () => {
    const { bookingId } = await bookWithSteps(slot());
    expect(outcome(await assign(bookingId, { ...toOmar(), version: 1 }))).toEqual({
      status: 409,
      reason: "wrong-state",
    });
  });

  it("never overlaps another visit, even with a reason", async () => {
    await bookWithSteps(slot("10:00"), "confirm", toOmar("10:00"));
    const { bookingId } = await bookWithSteps({}, "confirm");
    const before = await caller.contents();
    // The first visit takes 10:00 to 11:30 including its buffer; the new one takes as long.
    for (const time of ["08:45", "09:00", "10:00", "10:30", "11:15"]) {
      for (const override of [undefined, "The owner insists"]) {
        const { status, body } = await assign(bookingId, { ...toOmar(time), version: 2, override });
        expect({ time, status, body }).toEqual({
          time,
          status: 409,
          body: {
            success: false,
            reason: "technician-busy",
            message: "The technician already has a visit at this time",
          },
        });
      }
    }
    expect(await caller.contents()).toEqual(before);
    expect((await assign(bookingId, { ...toOmar("11:30"), version: 2 })).status).toBe(200);
  });

  it("succeeds once for two bookings, one technician and one time", async () => {
    const rivals = await Promise.all(Array.from({ length: 6 }, () => bookWithSteps({}, "confirm")));
    const answers = await Promise.all(
      rivals.map(({ bookingId }) => assign(bookingId, { ...toOmar(), version: 2 })),
    );
    expect(answers.map(outcome).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.map(({ body }) => body.reason).filter(Boolean)).toEqual(
      Array.from({ length: 5 }, () => "technician-busy"),
    );
  });

  it("requires a reason for warnings and stores both in the timeline", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm");
    const before = await caller.contents();
    for (const override of [undefined, "", "  "]) {
      const { status, body } = await assign(bookingId, { ...toOmar("21:00"), version: 2, override });
      expect({ status, body }).toEqual({
        status: 409,
        body: {
          success: false,
          reason: "technician-warning",
          conflictText: "outside working hours",
          message:
            "The technician is not available at this time: outside working hours. Give a reason to schedule the visit anyway.",
        },
      });
    }
    expect(await caller.contents()).toEqual(before);
    const { status, body } = await assign(bookingId, {
      ...toOmar("21:00"),
      version: 2,
      override: " He agreed on the phone ",
    });
    expect(status).toBe(200);
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "assign",
      reason: "He agreed on the phone",
      actorName: "Test admin",
      change: {
        technicianName: { before: null, after: "Omar Saleh" },
        startsAt: { before: null, after: expect.stringMatching(/T17:00/) },
        minutes: null,
      },
    });
    const { entries, events } = await entriesOf(bookingId);
    expect(entries.at(-1)!.detail).toMatchObject({ after: { technicianId: omar }, conflicts: ["off-shift"] });
    expect([entries.length, events.length]).toEqual([2, 2]);
  });

  it("hides the override reason from the customer", async () => {
    const { bookingId, reference, key } = await bookWithSteps({}, "confirm", {
      ...toOmar("21:00"),
      override: "He owes me one",
    });
    expect((await detail(bookingId)).timeline.at(-1).reason).toBe("He owes me one");
    const followed = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(followed.status).toBe(200);
    expect(followed.text).not.toContain("He owes me one");
    expect(followed.text).not.toContain("Test admin");
  });

  it("reports every conflict, of which only another visit cannot be overridden", async () => {
    const unskilled = await caller.addTechnician("Sara Unskilled");
    await caller.db.deleteFrom("technicianSkills").where("technicianId", "=", unskilled).execute();
    const gone = await caller.addTechnician("Gone Fishing");
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", gone).execute();
    const away = await caller.addTechnician("Away Today");
    await caller.db
      .insertInto("timeOff")
      .values({
        technicianId: away,
        during: `[${day}T00:00:00+04:00,${day}T23:00:00+04:00)`,
        reason: "Dentist",
      })
      .execute();
    await caller.db.updateTable("services").set({ outdoor: true }).where("id", "=", "painting").execute();
    const holiday = "2027-08-02";
    await caller.db.insertInto("publicHolidays").values({ day: holiday, name: "A holiday" }).execute();

    const { bookingId } = await bookWithSteps({ service: "painting" }, "confirm");
    const choices = await technicians(bookingId, day, "10:00");
    expect(
      choices.map(({ name, free, conflictText, canOverride }: Body) => [
        name,
        free,
        conflictText,
        canOverride,
      ]),
    ).toEqual([
      ["Omar Saleh", true, null, false],
      ...[
        ["Away Today", false, "on time off", true],
        ["Gone Fishing", false, "has left the company", true],
        ["Sara Unskilled", false, "not trained for this service", true],
      ].sort(),
    ]);
    const conflictTextAt = async (date: string, time: string) =>
      (await technicians(bookingId, date, time)).find(({ id }: Body) => id === omar).conflictText;
    expect(await conflictTextAt(holiday, "10:00")).toMatch(/^public holiday \(.?A holiday.?\)$/);
    expect(await conflictTextAt("2027-08-03", "12:00")).toBe("midday break for outdoor work");
    expect(await conflictTextAt("2027-08-03", "15:00")).toBeNull();
    expect(await conflictTextAt("2027-08-03", "19:00")).toBe("outside working hours");

    let version = 2;
    for (const [technicianId, date] of [
      [away, day],
      [gone, day],
      [unskilled, day],
      [omar, holiday],
    ]) {
      const input = { technicianId, date, time: "10:00", version };
      expect(outcome(await assign(bookingId, input))).toEqual({ status: 409, reason: "technician-warning" });
      expect((await assign(bookingId, { ...input, override: "As agreed" })).status).toBe(200);
      version++;
    }
    for (const id of [unskilled, gone, away]) {
      await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", id).execute();
    }
  });

  it("offers the least busy technicians first with their number of visits", async () => {
    const second = await caller.addTechnician("Second Plumber");
    await bookWithSteps(slot("08:00"), "confirm", toOmar("08:00"));
    const { bookingId } = await bookWithSteps({}, "confirm");
    const active = (await technicians(bookingId, day, "12:00")).filter(({ free }: Body) => free);
    expect(active.map(({ id, visitsThatDay }: Body) => [id, visitsThatDay])).toEqual([
      [second, 0],
      [omar, 1],
    ]);
    const busy = (await technicians(bookingId, day, "08:00")).find(({ id }: Body) => id === omar);
    expect(busy).toMatchObject({ free: false, conflictText: "already has a visit", canOverride: false });
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", second).execute();
  });

  it("ignores the visit's own current time", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm", toOmar());
    const { body } = await assign(bookingId, { ...toOmar("10:30"), version: 3 });
    expect(body.booking).toMatchObject({ version: 4, visit: { startsAt: `${day}T06:30:00.000Z` } });
    expect(body.booking.visits).toHaveLength(1);
  });

  it("can be undone by unassigning, which frees the time and keeps the appointment", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm", toOmar());
    const { body } = await move(bookingId, { transition: "unassign", version: 3 });
    expect(body.booking).toMatchObject({
      state: "confirmed",
      visit: { state: "held", technicianName: null },
    });
    await bookWithSteps({}, "confirm", toOmar());
    expect(outcome(await assign(bookingId, { ...toOmar(), version: 4 }))).toEqual({
      status: 409,
      reason: "technician-busy",
    });
    expect((await assign(bookingId, { ...toOmar("14:00"), version: 4 })).status).toBe(200);
  });

  it.each([
    { technicianId: "" },
    { technicianId: "omar" },
    { technicianId: undefined },
    { date: "someday" },
    { date: "9999-12-31" },
    { date: undefined },
    { time: "25:00" },
    { time: "10" },
    { time: "10:60" },
    { version: "2" },
  ])("rejects an assignment with %j", async (change) => {
    const { bookingId } = await bookWithSteps({}, "confirm");
    expect(outcome(await assign(bookingId, { ...toOmar(), version: 2, ...change }))).toEqual({
      status: 400,
      reason: "invalid",
    });
  });

  it("refuses an unknown technician", async () => {
    const { bookingId } = await bookWithSteps({}, "confirm");
    const unknownId = { ...toOmar(), technicianId: "00000000-0000-4000-8000-000000000000", version: 2 };
    expect(outcome(await assign(bookingId, unknownId))).toEqual({
      status: 404,
      reason: "technician-unknown",
    });
  });

  it.each([
    "date=&time=10:00",
    "date=2026-02-30&time=10:00",
    "date=9999-12-31&time=10:00",
    "date=2027-01-04&time=",
    "date=2027-01-04&time=9",
    "",
  ])("offers no technicians for an invalid time: %s", async (query) => {
    const { bookingId } = await bookWithSteps({});
    const { status } = await caller.call(
      "GET",
      `/api/admin/bookings/${bookingId}/technicians?${query}`,
      undefined,
      admin,
    );
    expect(status).toBe(400);
  });
});
