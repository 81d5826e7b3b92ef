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

/** A visit at eight, by the number of its booking. */
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

/**
 * A server as the queue knows it: it answers in the order that the test says, and refuses what is not made from the version
 * that the booking has reached.
 */
function serverOf(...items: BoardItem[]) {
  const asked: { change: Change; undo?: UndoToken; answer: () => void; refuse: () => void }[] = [];
  const bookings = new Map(items.map((item) => [item.bookingId, { version: item.version, item, visits: 0 }]));
  const send = (change: Change, undo?: UndoToken) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      success: true;
      visitId: string;
      version: number;
    }>();
    asked.push({
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
    asked,
    send,
    versionOf: ({ bookingId }: BoardItem) => bookings.get(bookingId)!.version,
    /** Somebody else changed it. */
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

/** Lets everything happen that waits for nobody. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(...items: BoardItem[]) {
  const server = serverOf(...items);
  const queue = createChangeQueue(server.send, () => "Put back");
  const arrange = (item: BoardItem, to: BoardPlacement) => queue.make({ kind: "arrange", item, to });
  /** Where a board that knows this version draws it. */
  const optimistic = (item: BoardItem, version = item.version) => {
    const entry = queue.state().optimistic.get(item.key);
    return isAheadOfBoard(entry, version) ? entry.placement : "as the board has it";
  };
  return { server, queue, arrange, optimistic };
}

describe("changes of one visit", () => {
  test("go out one after the other, each from the version that the one before it left", async () => {
    const item = visit(1);
    const { server, arrange } = setUp(item);
    const outcomes = [arrange(item, at(600)), arrange(item, at(720)), arrange(item, at(840))];
    for (const [index, version] of [1, 2, 3].entries()) {
      await settle();
      expect(server.asked).toHaveLength(index + 1);
      expect(server.asked[index]!.change.item.version).toBe(version);
      server.asked[index]!.answer();
    }
    expect((await Promise.all(outcomes)).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(server.placementOf(item)).toMatchObject({ startMin: 840 });
  });

  test("show where the last one put it, until a board tells that version", async () => {
    const item = visit(1);
    const { server, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    void arrange(item, at(720));
    expect(optimistic(item)).toMatchObject({ startMin: 720 });
    await settle();
    server.asked[0]!.answer();
    await settle();
    // The board comes in between, with what the first change left.
    expect(optimistic(item, 2)).toMatchObject({ startMin: 720 });
    server.asked[1]!.answer();
    await settle();
    expect(optimistic(item, 2)).toMatchObject({ startMin: 720 });
    expect(optimistic(item, 3)).toBe("as the board has it");
  });

  test("are dropped with the refused one that they were built on, and the next begins anew", async () => {
    const item = visit(1);
    const { server, arrange, optimistic } = setUp(item);
    const outcomes = [arrange(item, at(600)), arrange(item, at(720)), arrange(item, at(840))];
    await settle();
    server.asked[0]!.answer();
    await settle();
    server.asked[1]!.refuse();
    const [, refused, dropped] = await Promise.all(outcomes);
    expect(refused).toMatchObject({ ok: false, dropped: 1 });
    expect(dropped).toMatchObject({ ok: false, dropped: "itself" });
    expect(server.asked).toHaveLength(2);
    expect(optimistic(item)).toMatchObject({ startMin: 600 });

    const next = arrange(item, at(900));
    await settle();
    server.asked[2]!.answer();
    expect((await next).ok).toBe(true);
  });

  test("never overwrite what somebody else did in between", async () => {
    const item = visit(1);
    const { server, arrange } = setUp(item);
    const first = arrange(item, at(600));
    const second = arrange(item, at(720));
    await settle();
    server.asked[0]!.answer();
    await first;
    server.changeElsewhere(item);
    await settle();
    server.asked[1]!.answer();
    expect(await second).toMatchObject({ ok: false });
    // Once the board has told of it, it may be changed again.
    const third = arrange({ ...item, version: 3 }, at(840));
    await settle();
    server.asked[2]!.answer();
    expect((await third).ok).toBe(true);
  });

  test("that begin in the tray are about the visit that was made", async () => {
    const work = unassignedWork(1);
    const { server, queue, arrange, optimistic } = setUp(work);
    void arrange(work, at(600));
    void arrange(work, at(720));
    void queue.make({ kind: "unassign", item: work });
    for (const index of [0, 1, 2]) {
      await settle();
      server.asked[index]!.answer();
    }
    await settle();
    const visitIds = server.asked.map(({ change }) => change.item.visitId);
    expect(visitIds).toEqual([null, "booking-1-visit-1", "booking-1-visit-1"]);
    // By now the board may know it as that visit.
    expect(optimistic({ ...work, key: "booking-1-visit-1" }, 3)).toMatchObject({ startMin: 720 });
  });
});

describe("changes of several visits", () => {
  test("go out beside each other", async () => {
    const [one, other] = [visit(1), visit(2)];
    const { server, arrange } = setUp(one, other);
    void arrange(one, at(600, "sara"));
    void arrange(other, at(600, "adel"));
    await settle();
    expect(server.asked).toHaveLength(2);
  });

  test("but for one that wants the place which another leaves", async () => {
    const [one, other] = [visit(1), { ...visit(2), technicianId: "sara" }];
    const { server, arrange } = setUp(one, other);
    void arrange(one, at(600, "adel"));
    void arrange(other, at(480, "omar"));
    await settle();
    expect(server.asked).toHaveLength(1);
    server.asked[0]!.answer();
    await settle();
    expect(server.asked).toHaveLength(2);
  });

  test("end where the last hand put each, in whatever order the answers come", async () => {
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
          let seen = 0;
          for (let answered = 0; answered < steps.length; answered++) {
            await settle();
            for (; seen < server.asked.length; seen++) open.push(server.asked[seen]!.answer);
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

describe("undoing", () => {
  test("a change that is still on its way waits for it, and is drawn at once", async () => {
    const item = visit(1);
    const { server, queue, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    const undone = queue.undo();
    expect(optimistic(item)).toMatchObject({ startMin: 480 });
    expect(queue.state().canUndo).toBe(false);
    await settle();
    server.asked[0]!.answer();
    await settle();
    expect(server.asked[1]).toMatchObject({
      undo: { leftVersion: 2, ownVersions: [] },
      change: { to: at(480) },
    });
    server.asked[1]!.answer();
    expect((await undone)?.outcome?.ok).toBe(true);
    expect(server.placementOf(item)).toEqual(at(480));
  });

  test("twice in a row names what it left, and what was undone here since", async () => {
    const item = visit(1);
    const { server, queue, arrange } = setUp(item);
    void arrange(item, at(600));
    void arrange(item, at(720));
    void queue.undo();
    void queue.undo();
    for (const index of [0, 1, 2, 3]) {
      await settle();
      server.asked[index]!.answer();
    }
    await settle();
    expect(server.asked.slice(2).map(({ undo }) => undo)).toEqual([
      { leftVersion: 3, ownVersions: [] },
      // The second change was made from 2, and undone from 3.
      { leftVersion: 2, ownVersions: [2, 3] },
    ]);
    expect(server.placementOf(item)).toEqual(at(480));
  });

  test("what was refused undoes nothing, and what it left drawn goes back", async () => {
    const item = visit(1);
    const { server, queue, arrange, optimistic } = setUp(item);
    void arrange(item, at(600));
    const undone = queue.undo();
    await settle();
    server.asked[0]!.refuse();
    expect((await undone)?.outcome).toMatchObject({ ok: false, dropped: "itself" });
    expect(server.asked).toHaveLength(1);
    expect(optimistic(item)).toBe("as the board has it");
    expect(await queue.undo()).toBeNull();
  });

  test("of days that were planned in a dialog comes after what was done since, and names that", async () => {
    const item = visit(1);
    const { server, queue, arrange } = setUp(item);
    const asked: UndoToken[] = [];
    const undo = async (undo: UndoToken) => {
      asked.push(undo);
      return { version: 5 };
    };
    // A request, confirmed with it.
    queue.recordChange({
      bookingId: item.bookingId,
      reference: item.reference,
      from: -1,
      leftVersion: 1,
      undo,
    });
    void arrange(item, at(600));
    void queue.undo();
    const planUndone = queue.undo();
    for (const index of [0, 1]) {
      await settle();
      expect(asked).toEqual([]);
      server.asked[index]!.answer();
    }
    expect(await planUndone).toMatchObject({ recorded: { leftVersion: 1 }, error: null });
    // The change was made from 1, and undone from 2.
    expect(asked).toEqual([{ leftVersion: 1, ownVersions: [1, 2] }]);
    expect(queue.state().canUndo).toBe(false);
  });

  test("of a visit that was called off is about the new one", async () => {
    const item = visit(1);
    const { server, queue } = setUp(item);
    void queue.make({ kind: "cancel", item });
    void queue.undo();
    await settle();
    server.asked[0]!.answer();
    await settle();
    expect(server.asked[1]!.change).toMatchObject({ kind: "arrange", item: { visitId: null }, to: at(480) });
  });
});
