import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deriveBookingState } from "~/features/operations/bookings/booking";
import { clockOf, minuteOf } from "~/features/operations/dispatch/board/board-time";
import { withUsualValues } from "~/features/operations/dispatch/board/sparse-visits";
import type { Board, BoardVisit, UnassignedWork } from "~/features/operations/dispatch/views";
import { createRandom, type Random } from "~/platform/random";
import { dubaiInstant, dubaiTime } from "~/platform/time";
import { type Caller, createCaller, TOMORROW as DAY } from "../harness/company/booking-caller";
import { isProofSelected, rounds } from "./rounds";

/**
 * A day over HTTP: 40 technicians, hundreds of requests, changes by customers, five technicians ill from
 * 11:00, and two dispatchers on the same board, each with their own last view of it. At the end no visits
 * overlap, no request is lost, the audit log has every change, and both boards agree.
 */
const TECHNICIANS = 40;
const REQUESTS = rounds({ short: 100, long: 300 });
const CHANGES_EACH = rounds({ short: 60, long: 150 });
const SICK_TECHNICIANS = 5;
/** Expected refusals of a dispatcher. */
const EXPECTED_REFUSALS = ["stale", "technician-busy", "technician-warning"];
const MAX_EXTRA_ROUNDS = 20;
const AREAS = [
  "Dubai Marina",
  "Deira",
  "Mirdif",
  "Business Bay",
  "Jumeirah 1",
  "Al Quoz",
  "Nowhere in particular",
];
const SERVICES = ["plumbing", "electrical", "hvac", "handyman"];

/** Fixed seed, so that every run simulates the same day. */
const SEED = 20_261_124;

let caller: Caller;
let technicians: string[];
beforeAll(async () => {
  caller = await createCaller();
  technicians = [];
  for (let number = 0; number < TECHNICIANS; number++) {
    technicians.push(await caller.addTechnician(`Technician ${number}`));
  }
});
afterAll(() => caller.close());

interface Dispatcher {
  headers: Record<string, string>;
  random: Random;
  /** Accepted changes of a booking's version. */
  acceptedChanges: number;
  refusals: Record<string, number>;
}

test.runIf(isProofSelected("simulated day"))(
  `keeps a day of ${REQUESTS} requests and two dispatchers consistent (seed ${SEED})`,
  {
    timeout: 300_000,
  },
  async () => {
    const random = createRandom(SEED);
    const bookings = await createRequests(random);
    const dispatchers = await Promise.all([1, 2].map((number) => createDispatcher(number)));

    vi.setSystemTime(dubaiInstant(DAY, "07:00"));
    const [customerChanges] = await Promise.all([
      cancelAsCustomers(bookings, random),
      ...dispatchers.map((dispatcher) => makeChanges(dispatcher, CHANGES_EACH)),
    ]);

    // Every expected refusal must occur, otherwise the day has too few conflicts to prove anything.
    const hasOccurred = (reason: string) => dispatchers.some(({ refusals }) => refusals[reason]);
    for (
      let extraRounds = 0;
      extraRounds < MAX_EXTRA_ROUNDS && !EXPECTED_REFUSALS.every(hasOccurred);
      extraRounds++
    ) {
      await Promise.all(dispatchers.map((dispatcher) => makeChanges(dispatcher, 10)));
    }
    expect(EXPECTED_REFUSALS.filter((reason) => !hasOccurred(reason))).toEqual([]);

    vi.setSystemTime(dubaiInstant(DAY, "11:00"));
    const sick = technicians.slice(0, SICK_TECHNICIANS);
    await Promise.all(sick.map((id) => addSickLeave(id)));
    await Promise.all(
      dispatchers.map((dispatcher, index) =>
        unassignSickVisits(dispatcher, sick.slice(index * 3, index * 3 + 3)),
      ),
    );
    await Promise.all(dispatchers.map((dispatcher) => makeChanges(dispatcher, CHANGES_EACH / 3)));
    await Promise.all(
      dispatchers.map((dispatcher, index) =>
        unassignSickVisits(dispatcher, sick.slice(index * 3, index * 3 + 3)),
      ),
    );

    const [first, second] = await Promise.all(dispatchers.map(({ headers }) => loadBoard(headers)));
    expect(first).toEqual(second);
    await expectNoOverlap();
    await expectNothingLost(bookings, first!);
    await expectEveryChangeAudited(dispatchers, customerChanges);
    for (const { technicianId, startsAt } of first!.visits) {
      if (sick.includes(technicianId)) expect(dubaiTime(new Date(startsAt)) < "11:00").toBe(true);
    }
  },
);

interface Request {
  id: string;
  reference: string;
  key: string;
}

async function createRequests(random: Random): Promise<Request[]> {
  const requests: Request[] = [];
  for (let number = 0; number < REQUESTS; number++) {
    const hasPreferredTime = random.below(3) > 0;
    const emergency = random.below(25) === 0;
    const requestFields = {
      service: emergency ? "emergency" : random.pick(SERVICES),
      addressParts: {
        street: `Street ${number}`,
        buildingName: "",
        unitNumber: "",
        area: random.pick(AREAS),
        landmark: "",
      },
    };
    const slot = hasPreferredTime
      ? { preferredDate: DAY, preferredTime: clockOf((8 + random.below(10)) * 60) }
      : {};
    // Requests no time if the time is gone.
    const { bookingId, reference, key } = await caller
      .book({ ...requestFields, ...slot })
      .catch(() => caller.book(requestFields));
    requests.push({ id: bookingId, reference, key });
  }
  return requests;
}

async function createDispatcher(number: number): Promise<Dispatcher> {
  const user = {
    name: `Dispatcher ${number}`,
    email: `dispatcher-${number}@company.example`,
    password: "a password of the office",
    role: "admin" as const,
  };
  await caller.addUser(user);
  return {
    headers: { Cookie: await caller.signIn(user) },
    random: createRandom(SEED + number),
    acceptedChanges: 0,
    refusals: {},
  };
}

async function loadBoard(headers: Record<string, string>): Promise<Board> {
  const { status, body } = await caller.call(
    "GET",
    `/api/admin/board?from=${DAY}&to=${DAY}`,
    undefined,
    headers,
  );
  expect(status).toBe(200);
  return { ...body, visits: body.visits.map(withUsualValues) };
}

/** Reloads the board every few changes and acts on that view, as a person does. */
async function makeChanges(dispatcher: Dispatcher, changes: number): Promise<void> {
  let board = await loadBoard(dispatcher.headers);
  for (let change = 0; change < changes; change++) {
    if (change % 4 === 0) board = await loadBoard(dispatcher.headers);
    const { random } = dispatcher;
    const unassigned =
      board.unassigned.length > 0 && random.below(3) > 0 ? random.pick(board.unassigned) : null;
    const visit = board.visits.length > 0 ? random.pick(board.visits) : null;
    if (unassigned) await placeUnassigned(dispatcher, unassigned);
    else if (visit) await changeVisit(dispatcher, visit);
  }
}

async function placeUnassigned(dispatcher: Dispatcher, work: UnassignedWork): Promise<void> {
  const { suggestions } = (
    await caller.call(
      "GET",
      `/api/admin/bookings/${work.bookingId}/suggestions`,
      undefined,
      dispatcher.headers,
    )
  ).body;
  const { random } = dispatcher;
  const suggestion = random.below(4) > 0 ? suggestions?.[0] : null;
  const to = suggestion
    ? { technicianId: suggestion.technicianId, date: suggestion.date, time: suggestion.time }
    : { technicianId: random.pick(technicians), date: DAY, time: clockOf(450 + random.below(48) * 15) };
  await send(dispatcher, work, work.visitId ? `visits/${work.visitId}/placement` : "visits", to);
}

async function changeVisit(dispatcher: Dispatcher, visit: BoardVisit): Promise<void> {
  const { random } = dispatcher;
  const path = `visits/${visit.id}`;
  const { technicianId } = visit;
  const time = clockOf(minuteOf(visit.startsAt, DAY));
  switch (random.below(5)) {
    case 0:
      return send(dispatcher, visit, `${path}/unassign`, {});
    case 1:
      return send(dispatcher, visit, `${path}/cancel`, { reason: "Not today" });
    case 2:
      return send(dispatcher, visit, `${path}/placement`, {
        technicianId,
        date: DAY,
        time,
        durationMin: 30 + random.below(10) * 15,
      });
    default: {
      const to = {
        technicianId: random.pick(technicians),
        date: DAY,
        time: clockOf(480 + random.below(44) * 15),
      };
      return send(dispatcher, visit, `${path}/placement`, to);
    }
  }
}

/** Sends a change; overrides every second warning with a reason. */
async function send(
  dispatcher: Dispatcher,
  booking: { bookingId: string; version: number; bookingState: string },
  path: string,
  body: Record<string, unknown>,
): Promise<void> {
  const post = (extraFields = {}) =>
    caller.call(
      "POST",
      `/api/admin/bookings/${booking.bookingId}/${path}`,
      { version: booking.version, ...body, ...extraFields },
      dispatcher.headers,
    );
  let answer = await post();
  if (answer.body.reason === "technician-warning") {
    dispatcher.refusals["technician-warning"] = (dispatcher.refusals["technician-warning"] ?? 0) + 1;
    if (dispatcher.random.below(2) === 0) return;
    answer = await post({ override: "It has to be today" });
  }
  if (answer.status === 200) {
    dispatcher.acceptedChanges += answer.body.version - booking.version;
    return;
  }
  expect({ path, status: answer.status }).toEqual({ path, status: 409 });
  dispatcher.refusals[answer.body.reason] = (dispatcher.refusals[answer.body.reason] ?? 0) + 1;
}

/** Some customers cancel; returns the number of accepted cancellations. */
async function cancelAsCustomers(bookings: Request[], random: Random): Promise<number> {
  let customerChanges = 0;
  for (let count = 0; count < 20; count++) {
    const { reference, key } = random.pick(bookings);
    const { body } = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    const { status } = await caller.call("POST", `/api/bookings/${reference}/cancel`, {
      key,
      version: body.booking.version,
      reason: "We are not at home",
    });
    expect([200, 409]).toContain(status);
    if (status === 200) customerChanges++;
  }
  return customerChanges;
}

async function addSickLeave(id: string): Promise<void> {
  const during = `[${dubaiInstant(DAY, "11:00").toISOString()},${dubaiInstant(DAY, "23:59").toISOString()})`;
  await caller.db.insertInto("timeOff").values({ technicianId: id, during, reason: "Ill" }).execute();
}

/** Reassigns the remaining visits of the ill technicians until none is left. */
async function unassignSickVisits(dispatcher: Dispatcher, sick: string[]): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const remaining = (await loadBoard(dispatcher.headers)).visits.filter(
      ({ technicianId, startsAt }) => sick.includes(technicianId) && minuteOf(startsAt, DAY) >= 11 * 60,
    );
    if (remaining.length === 0) return;
    for (const visit of remaining)
      await send(dispatcher, visit, `visits/${visit.id}/unassign`, { reason: "Ill" });
  }
}

async function expectNoOverlap(): Promise<void> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM visits a JOIN visits b
    ON a.technician_id = b.technician_id AND a.id < b.id AND a.during && b.during AND a.live AND b.live`.execute(
    caller.db,
  );
  expect(rows[0]?.count).toBe(0);
}

/**
 * Expects every request on the board, in the unassigned queue, on another day, or cancelled by a known actor.
 */
async function expectNothingLost(bookings: Request[], board: Board): Promise<void> {
  const shownIds = new Set([...board.visits, ...board.unassigned].map(({ bookingId }) => bookingId));
  const rows = await caller.db.selectFrom("bookings").select(["id", "state"]).execute();
  expect(rows.map(({ id }) => id).sort()).toEqual(bookings.map(({ id }) => id).sort());
  const visits = await caller.db.selectFrom("visits").select(["bookingId", "state", "startsAt"]).execute();
  for (const { id, state } of rows) {
    const bookingVisits = visits.filter((visit) => visit.bookingId === id);
    expect(
      deriveBookingState(
        state,
        bookingVisits.map((visit) => ({ state: visit.state, startsAt: visit.startsAt })),
      ),
    ).toBe(state);
    const isOnLaterDay = bookingVisits.some(
      (visit) => visit.state !== "cancelled" && visit.startsAt >= dubaiInstant(DAY, "23:59"),
    );
    const isCancelled = state === "cancelled";
    expect({ id, state, found: shownIds.has(id) || isOnLaterDay || isCancelled }).toEqual({
      id,
      state,
      found: true,
    });
  }
}

/** Expects one audited change per version of each booking, with its actor, and as many as were accepted. */
async function expectEveryChangeAudited(dispatchers: Dispatcher[], customerChanges: number): Promise<void> {
  const { rows } = await sql<{ inconsistent: number; audited: number; withoutActor: number }>`
    SELECT count(*) FILTER (WHERE moves.entries <> version OR moves.last <> version - 1) AS inconsistent,
      sum(moves.entries - 1) AS audited, sum(moves.without_actor) AS without_actor
    FROM bookings, LATERAL (
      SELECT count(*) AS entries, max(from_version) AS last,
        count(*) FILTER (WHERE actor_role = 'admin' AND actor_name IS NULL) AS without_actor
      FROM timeline_entries WHERE booking_id = bookings.id) AS moves`.execute(caller.db);
  const acceptedChanges = dispatchers.reduce(
    (sum, dispatcher) => sum + dispatcher.acceptedChanges,
    customerChanges,
  );
  expect({
    inconsistent: rows[0]?.inconsistent,
    audited: Number(rows[0]?.audited),
    withoutActor: Number(rows[0]?.withoutActor),
  }).toEqual({
    inconsistent: 0,
    audited: acceptedChanges,
    withoutActor: 0,
  });
}
