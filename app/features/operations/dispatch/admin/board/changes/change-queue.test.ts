import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UndoToken } from "../../../../bookings/visits/undo-token";
import { type BoardItem, type BoardPlacement, itemPlacement } from "../board-item";
import type { Change } from "./change";
import { createChangeQueue, isAheadOfBoard } from "./change-queue";

const DAY = "2027-01-04";
const at = (startMin: number, technicianId = "omar"): BoardPlacement => ({
  technicianId,
  day: DAY,
  startMin,
  durationMin: 60,
});

/** Visit at 08:00. */
function visit(booking: number): BoardItem {
  return {
    key: `visit-${booking}`,
    bookingId: `booking-${booking}`,
    version: 1,
    visitId: `visit-${booking}`,
    reference: `BK-${booking}`,
    serviceId: "plumbing",
    skills: ["plumbing"],
    serviceName: "Plumbing",
    tradeName: null,
    emergency: false,
    outdoor: false,
    customerName: "Aisha",
    area: "Deira",
    bookingState: "scheduled",
    state: "scheduled",
    technicianId: "omar",
    startsAt: `${DAY}T04:00:00.000Z`,
    durationMin: 60,
    bufferMin: 0,
    newBufferMin: 0,
    leadVisitId: null,
    conflicts: [],
    delayedUntil: null,
    otherCrewNames: [],
    multiDayPosition: null,
    missingHelpers: 0,
    notificationPending: false,
    permitMissing: false,
    underContract: false,
    recurrence: null,
    preferredTechnician: null,
    heldUntil: null,
  };
}

const unassignedWork = (booking: number): BoardItem => ({
  ...visit(booking),
  key: `booking-${booking}`,
  visitId: null,
  state: null,
  technicianId: null,
  startsAt: null,
  bookingState: "confirmed",
});

class Refused extends Error {}

/** Fake server: answers in the order that the test chooses and refuses stale versions. */
function serverOf(...items: BoardItem[]) {
  const requests: { change: Change; undo?: UndoToken; answer: () => void; refuse: () => void }[] = [];
  const bookings = new Map(items.map((item) => [item.bookingId, { version: item.version, item, visits: 0 }]));
  const send = (change: Change, undo?: UndoToken) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      success: true;
      visitId: string;
      version: number;
    }>();
    requests.push({
      change,
      undo,
      answer() {
        const booking = bookings.get(change.item.bookingId)!;
        if (!undo && change.item.version !== booking.version) return reject(new Refused("stale"));
        booking.version++;
        const visitId = change.item.visitId ?? `${change.item.bookingId}-visit-${++booking.visits}`;
        booking.item = { ...change.item, visitId };
        if (change.kind === "arrange") booking.item = { ...booking.item, ...placedItem(change.to) };
        resolve({ success: true, visitId, version: booking.version });
      },
      refuse: () => reject(new Refused("busy")),
    });
    return promise;
  };
  return {
    requests,
    send,
    versionOf: ({ bookingId }: BoardItem) => bookings.get(bookingId)!.version,
    /** A colleague's change. */
    changeElsewhere({ bookingId }: BoardItem) {
      bookings.get(bookingId)!.version++;
    },
    placementOf: ({ bookingId }: BoardItem) => itemPlacement(bookings.get(bookingId)!.item),
  };
}

function placedItem({ technicianId, startMin, durationMin }: BoardPlacement) {
  const startsAt = new Date(Date.parse(`${DAY}T00:00:00+04:00`) + startMin * 60_000).toISOString();
  return { technicianId, startsAt, durationMin };
}

/** Runs all pending microtasks and timers. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(...items: BoardItem[]) {
  const server = serverOf(...items);
  const queue = createChangeQueue(server.send, () => "Put back");
  const arrange = (item: BoardItem, to: BoardPlacement) => queue.apply({ kind: "arrange", item, to });
  /** Position on a board of this version. */
  const optimistic = (item: BoardItem, version = item.version) => {
    const entry = queue.state().optimistic.get(item.key);
    return isAheadOfBoard(entry, version) ? entry.placement : "as the board has it";
  };
  return { server, queue, arrange, optimistic };
}

describe("changes of one visit", () => {
  test("sends changes of one visit one at a time, each with the version that the previous one returned", async () => {
    const item = visit(1);
    const { server, arrange } = setUp(item);
    const outcomes = [arrange(item, at(600)), arrange(item, at(720)), arrange(item, at(840))];
    for (const [index, version] of [1, 2, 3].entries()) {
      await settle();
      expect(server.requests).toHaveLength(index + 1);
      expect(server.requests[index]!.change.item.version).toBe(version);
      server.requests[index]!.answer();
    }
    expect((await Promise.all(outcomes)).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(server.placementOf(item)).toMatchObject({ startMin: 840 });
  });

  test("shows the last position until the board has that version", async () => {
    const item = visit(1);
    const { server, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    void arrange(item, at(720));
    expect(optimistic(item)).toMatchObject({ startMin: 720 });
    await settle();
    server.requests[0]!.answer();
    await settle();
    // The board reloads between both answers.
    expect(optimistic(item, 2)).toMatchObject({ startMin: 720 });
    server.requests[1]!.answer();
    await settle();
    expect(optimistic(item, 2)).toMatchObject({ startMin: 720 });
    expect(optimistic(item, 3)).toBe("as the board has it");
  });

  test("drops changes after a refused predecessor and accepts later ones", async () => {
    const item = visit(1);
    const { server, arrange, optimistic } = setUp(item);
    const outcomes = [arrange(item, at(600)), arrange(item, at(720)), arrange(item, at(840))];
    await settle();
    server.requests[0]!.answer();
    await settle();
    server.requests[1]!.refuse();
    const [, refused, dropped] = await Promise.all(outcomes);
    expect(refused).toMatchObject({ ok: false, dropped: 1 });
    expect(dropped).toMatchObject({ ok: false, dropped: "itself" });
    expect(server.requests).toHaveLength(2);
    expect(optimistic(item)).toMatchObject({ startMin: 600 });

    const next = arrange(item, at(900));
    await settle();
    server.requests[2]!.answer();
    expect((await next).ok).toBe(true);
  });

  test("never overwrites a colleague's change", async () => {
    const item = visit(1);
    const { server, arrange } = setUp(item);
    const first = arrange(item, at(600));
    const second = arrange(item, at(720));
    await settle();
    server.requests[0]!.answer();
    await first;
    server.changeElsewhere(item);
    await settle();
    server.requests[1]!.answer();
    expect(await second).toMatchObject({ ok: false });
    // Allowed again once the board has reloaded.
    const third = arrange({ ...item, version: 3 }, at(840));
    await settle();
    server.requests[2]!.answer();
    expect((await third).ok).toBe(true);
  });

  test("continues on the visit that was created from unassigned work", async () => {
    const work = unassignedWork(1);
    const { server, queue, arrange, optimistic } = setUp(work);
    void arrange(work, at(600));
    void arrange(work, at(720));
    void queue.apply({ kind: "unassign", item: work });
    for (const index of [0, 1, 2]) {
      await settle();
      server.requests[index]!.answer();
    }
    await settle();
    const visitIds = server.requests.map(({ change }) => change.item.visitId);
    expect(visitIds).toEqual([null, "booking-1-visit-1", "booking-1-visit-1"]);
    // The reloaded board knows it as that visit.
    expect(optimistic({ ...work, key: "booking-1-visit-1" }, 3)).toMatchObject({ startMin: 720 });
  });
});

describe("changes of several visits", () => {
  test("sends changes of several visits concurrently", async () => {
    const [first, second] = [visit(1), visit(2)];
    const { server, arrange } = setUp(first, second);
    void arrange(first, at(600, "sara"));
    void arrange(second, at(600, "adel"));
    await settle();
    expect(server.requests).toHaveLength(2);
  });

  test("waits for a change that vacates the technician and day", async () => {
    const [first, second] = [visit(1), { ...visit(2), technicianId: "sara" }];
    const { server, arrange } = setUp(first, second);
    void arrange(first, at(600, "adel"));
    void arrange(second, at(480, "omar"));
    await settle();
    expect(server.requests).toHaveLength(1);
    server.requests[0]!.answer();
    await settle();
    expect(server.requests).toHaveLength(2);
  });

  test("property: every visit ends at its last position, for any order of answers", async () => {
    const step = fc.record({
      booking: fc.integer({ min: 1, max: 3 }),
      startMin: fc.integer({ min: 28, max: 80 }).map((quarter) => quarter * 15),
      technicianId: fc.constantFrom("omar", "sara", "adel"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        async (steps, random) => {
          const items = [1, 2, 3].map(visit);
          const { server, arrange } = setUp(...items);
          const last = new Map<number, BoardPlacement>();
          const outcomes = steps.map(({ booking, startMin, technicianId }) => {
            last.set(booking, at(startMin, technicianId));
            return arrange(items[booking - 1]!, at(startMin, technicianId));
          });
          const open: (() => void)[] = [];
          let received = 0;
          for (let answered = 0; answered < steps.length; answered++) {
            await settle();
            for (; received < server.requests.length; received++)
              open.push(server.requests[received]!.answer);
            const [answer] = open.splice(random.next().value! % open.length, 1);
            answer!();
          }
          for (const outcome of await Promise.all(outcomes)) expect(outcome.ok).toBe(true);
          for (const [booking, placement] of last)
            expect(server.placementOf(items[booking - 1]!)).toEqual(placement);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("undo", () => {
  test("waits for a change in flight and shows its result at once", async () => {
    const item = visit(1);
    const { server, queue, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    const undone = queue.undo();
    expect(optimistic(item)).toMatchObject({ startMin: 480 });
    expect(queue.state().canUndo).toBe(false);
    await settle();
    server.requests[0]!.answer();
    await settle();
    expect(server.requests[1]).toMatchObject({
      undo: { leftVersion: 2, undoneVersions: [] },
      change: { to: at(480) },
    });
    server.requests[1]!.answer();
    expect((await undone)?.outcome?.ok).toBe(true);
    expect(server.placementOf(item)).toEqual(at(480));
  });

  test("sends the version to undo and the versions undone since, for two steps", async () => {
    const item = visit(1);
    const { server, queue, arrange } = setUp(item);
    void arrange(item, at(600));
    void arrange(item, at(720));
    void queue.undo();
    void queue.undo();
    for (const index of [0, 1, 2, 3]) {
      await settle();
      server.requests[index]!.answer();
    }
    await settle();
    expect(server.requests.slice(2).map(({ undo }) => undo)).toEqual([
      { leftVersion: 3, undoneVersions: [] },
      // Second change: made from version 2, undone from 3.
      { leftVersion: 2, undoneVersions: [2, 3] },
    ]);
    expect(server.placementOf(item)).toEqual(at(480));
  });

  test("undoes a confirmation in place, which changes no position", async () => {
    const item: BoardItem = { ...visit(1), bookingState: "requested", state: "held" };
    const { server, queue, arrange, optimistic } = setUp(item);
    void arrange(item, at(480));
    await settle();
    server.requests[0]!.answer();
    await settle();
    expect(queue.state().canUndo).toBe(true);
    const undone = queue.undo();
    await settle();
    expect(server.requests[1]).toMatchObject({
      undo: { leftVersion: 2, undoneVersions: [] },
      change: { kind: "undoConfirm", otherwise: null },
    });
    server.requests[1]!.answer();
    expect((await undone)?.outcome?.ok).toBe(true);
    expect(optimistic(item)).toMatchObject({ startMin: 480 });
  });

  test("undoes the confirmation of a dragged request, or moves it back if the customer was notified", async () => {
    const item: BoardItem = { ...visit(1), bookingState: "requested", state: "held" };
    const { server, queue, arrange } = setUp(item);
    void arrange(item, at(600, "sara"));
    await settle();
    server.requests[0]!.answer();
    await settle();
    void queue.undo();
    await settle();
    expect(server.requests[1]?.change).toMatchObject({
      kind: "undoConfirm",
      otherwise: { kind: "arrange", to: at(480) },
    });
    server.requests[1]!.answer();
    await settle();
    expect(queue.state().canUndo).toBe(false);
  });

  test("does nothing for a refused change", async () => {
    const item = visit(1);
    const { server, queue, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    const undone = queue.undo();
    await settle();
    server.requests[0]!.refuse();
    expect((await undone)?.outcome).toMatchObject({ ok: false, dropped: "itself" });
    expect(server.requests).toHaveLength(1);
    expect(optimistic(item)).toBe("as the board has it");
    expect(await queue.undo()).toBeNull();
  });

  test("undoes a recorded change after later changes and sends their versions", async () => {
    const item = visit(1);
    const { server, queue, arrange } = setUp(item);
    const requests: UndoToken[] = [];
    const planned = { bookingId: item.bookingId, from: -1, leftVersion: 1 };
    // Confirmed a request: no earlier version.
    queue.recordChange({
      ...{ name: item.reference, undoneText: "Planning undone", bookings: [planned] },
      async undo(undoOf) {
        requests.push(undoOf(planned));
        return [{ bookingId: item.bookingId, version: 5 }];
      },
    });
    void arrange(item, at(600));
    void queue.undo();
    const planUndone = queue.undo();
    for (const index of [0, 1]) {
      await settle();
      expect(requests).toEqual([]);
      server.requests[index]!.answer();
    }
    expect(await planUndone).toMatchObject({ recorded: { name: item.reference }, error: null });
    // Change made from version 1, undone from 2.
    expect(requests).toEqual([{ leftVersion: 1, undoneVersions: [1, 2] }]);
    expect(queue.state().canUndo).toBe(false);
  });

  test("places a new visit for a cancelled one", async () => {
    const item = visit(1);
    const { server, queue } = setUp(item);
    void queue.apply({ kind: "cancel", item });
    void queue.undo();
    await settle();
    server.requests[0]!.answer();
    await settle();
    expect(server.requests[1]!.change).toMatchObject({
      kind: "arrange",
      item: { visitId: null },
      to: at(480),
    });
  });
});
