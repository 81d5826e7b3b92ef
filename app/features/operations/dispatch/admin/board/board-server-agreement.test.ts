import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createRandom, type Random } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { rounds, seedOfRun } from "../../../../../../test/faults/rounds";
import { type Caller, createCaller } from "../../../../../../test/harness/company/booking-caller";
import { labelForConflict } from "../../../scheduling/labels";
import { type Conflict, conflicts } from "../../../scheduling/slots";
import { clockOf, DAY_MIN } from "../../board/board-time";
import { withUsualValues } from "../../board/sparse-visits";
import type { Board } from "../../views";
import { entriesByTechnician, workforceOf } from "./board-entries";
import { type BoardItem, type BoardPlacement, canMove, itemOfVisit, itemOfWork } from "./board-item";
import { fitOf, fitsFor, fitsOfWeek, techniciansOn, verdictFor } from "./board-technicians";

/** A Tuesday in summer, with the midday break. The next day is a holiday. */
const DAY = "2027-07-06";
const AREAS = [
  "Dubai Marina",
  "Mirdif",
  "Jebel Ali Village",
  "Downtown Dubai",
  "Al Barsha",
  "Nowhere Street",
];
const ADDRESS = {
  street: "Al Marsa Street",
  buildingName: "Marina Diamond 4",
  unitNumber: "1203",
  landmark: "",
};
const SERVICES = ["plumbing", "hvac", "electrical", "emergency"];

let caller: Caller;
let admin: Record<string, string>;
let random: Random;
beforeAll(async () => {
  random = createRandom(seedOfRun());
  caller = await createCaller();
  vi.setSystemTime(dubaiInstant(DAY, "06:00"));
  admin = await caller.asAdmin();
  await caller.db
    .updateTable("services")
    .set({ outdoor: true, bufferMin: 45 })
    .where("id", "=", "hvac")
    .execute();
  await caller.db
    .insertInto("publicHolidays")
    .values({ day: addDays(DAY, 1), name: "Closed" })
    .execute();
  await caller.db
    .insertInto("seasons")
    .values({ name: "Shorter", firstDay: DAY, lastDay: addDays(DAY, 4), shorterByMin: 60 })
    .execute();
  for (let number = 0; number < 7; number++) await addRandomTechnician(`Technician ${number}`);
});
afterAll(() => caller.close());

const chance = (share: number) => random.next() < share;
const pickSome = <Item>(items: readonly Item[], share: number) => items.filter(() => chance(share));

/** Technician with random restrictions. */
async function addRandomTechnician(name: string) {
  const id = await caller.addTechnician(name);
  const owner = { technicianId: id };
  const { db } = caller;
  const missingSkills = pickSome(["plumbing", "hvac", "electrical"], 0.25);
  if (missingSkills.length > 0) {
    await db
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", id)
      .where("serviceId", "in", missingSkills)
      .execute();
  }
  const zones = chance(0.5) ? pickSome(AREAS, 0.5) : [];
  if (zones.length > 0) {
    await db
      .insertInto("technicianZones")
      .values(zones.map((area) => ({ ...owner, area })))
      .execute();
  }
  if (chance(0.4)) {
    const expiresOn = addDays(DAY, random.below(6) - 2);
    await db
      .insertInto("certificates")
      .values({ ...owner, name: "Card", expiresOn })
      .execute();
  }
  if (chance(0.3)) {
    // Night shifts that touch at midnight.
    await db.updateTable("shifts").set({ endMin: DAY_MIN }).where("technicianId", "=", id).execute();
    const early = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...owner,
      weekday,
      startMin: 0,
      endMin: 300,
    }));
    await db.insertInto("shifts").values(early).execute();
  }
  if (chance(0.4))
    await db
      .insertInto("timeOff")
      .values({ ...owner, during: anyTime() })
      .execute();
  if (chance(0.4))
    await db
      .insertInto("onCallShifts")
      .values({ ...owner, during: anyTime() })
      .execute();
  if (chance(0.1)) await db.updateTable("technicians").set({ onCall: true }).where("id", "=", id).execute();
  if (chance(0.1)) await db.updateTable("technicians").set({ active: false }).where("id", "=", id).execute();
}

function anyTime(): string {
  const from = addMinutes(dubaiInstant(DAY, "00:00"), random.below(3 * 24) * 60);
  return `[${from.toISOString()},${addMinutes(from, 60 + random.below(30) * 60).toISOString()})`;
}

async function addRandomBooking() {
  const service = random.pick(SERVICES);
  const { bookingId } = await caller.book({
    ...{ service, preferredDate: undefined, preferredTime: undefined },
    ...(service === "emergency" ? { trade: random.pick(["plumbing", "electrical"]) } : {}),
    addressParts: { ...ADDRESS, area: random.pick(AREAS) },
  });
  if (chance(0.5)) await post(`${bookingId}/transitions`, { transition: "confirm", version: 1 });
}

const post = (path: string, body: object) => caller.call("POST", `/api/admin/bookings/${path}`, body, admin);

async function readBoard(from: string, to: string) {
  const path = `/api/admin/board?from=${from}&to=${to}`;
  const { body } = await caller.call("GET", path, undefined, admin);
  const board: Board = { ...body, visits: body.visits.map(withUsualValues) };
  const entries = entriesByTechnician(board, new Map());
  const now = new Date();
  const week = board.days.map(({ day, closed }) => ({
    day,
    people: techniciansOn(board.technicians, { entries, closed, day, now }),
  }));
  return { board, week, context: { now, workforce: workforceOf(board, entries) } };
}

/** Drops a visit as the board does. */
function drop(
  { bookingId, version, visitId }: BoardItem,
  { technicianId, day, startMin, durationMin }: BoardPlacement,
  override?: string,
) {
  const path = visitId ? `${bookingId}/visits/${visitId}/placement` : `${bookingId}/visits`;
  return post(path, { version, technicianId, date: day, time: clockOf(startMin), durationMin, override });
}

/** Conflicts named in the refusal. */
function conflictsNamedIn({ message, reason }: { message: string; reason: string }): Conflict[] {
  if (reason !== "technician-warning") return [];
  return conflicts.filter((one) => message.includes(labelForConflict(one))).sort();
}

/** Random progress of a visit, and time passes. */
async function advanceRandomVisit({ visits, technicians }: Board) {
  vi.setSystemTime(addMinutes(new Date(), random.below(25)));
  const visit = random.pick(visits);
  if (!visit || visit.leadVisitId) return;
  const { bookingId, version, state, id: visitId } = visit;
  if (state === "scheduled" && chance(0.7)) {
    const technicianId = random.pick(technicians).id;
    const { status } = await post(`${bookingId}/visits/${visitId}/crew-size`, { version, crewSize: 2 });
    if (status === 200)
      await post(`${bookingId}/visits/${visitId}/helpers/add`, {
        version: version + 1,
        technicianId,
        override: "Heavy",
      });
    return;
  }
  const move = { scheduled: "depart", en_route: "arrive", on_site: "finishWork" }[state as string];
  const isToday = dubaiDate(new Date(visit.startsAt)) === DAY;
  if (move && isToday && chance(0.6)) await post(`${bookingId}/transitions`, { transition: move, version });
}

const counts = { free: 0, warned: 0, busy: 0, best: 0, withCrew: 0 };

/** Predicts and drops a random placement; true if the server accepted it. */
async function tryPlacement(
  step: number,
  { board, week, context }: Awaited<ReturnType<typeof readBoard>>,
): Promise<boolean> {
  const items = [...board.visits.map(itemOfVisit), ...board.unassigned.map(itemOfWork)].filter(canMove);
  const withCrew = items.filter(({ otherCrewNames }) => otherCrewNames.length > 0);
  const item = random.pick(withCrew.length > 0 && chance(0.4) ? withCrew : items);
  if (item.otherCrewNames.length > 0) counts.withCrew++;
  const { day, people } = random.pick(week);
  const randomPlacement: BoardPlacement = {
    technicianId: random.pick(board.technicians).id,
    day,
    startMin: (chance(0.8) ? 32 + random.below(40) : random.below(96)) * 15,
    durationMin: chance(0.8) ? item.durationMin : 30 + random.below(8) * 30,
  };
  const ofDay = [...fitsFor(item, people, { day, ...context })].map(([id, fit]) => ({ id, day, ...fit }));
  const best = (chance(0.5) ? ofDay : [...fitsOfWeek(item, week, context).values()]).find(
    ({ kind }) => kind === "best",
  );
  const bestPlacement = best && { technicianId: best.id, day: best.day, startMin: best.startMin };
  const placement =
    bestPlacement && chance(0.4) ? { ...bestPlacement, durationMin: item.durationMin } : randomPlacement;
  if (placement !== randomPlacement) counts.best++;

  const { conflicts: fitConflicts, zone } = fitOf(item, placement, context);
  const warnings = [...fitConflicts, ...(zone === "other" ? ["out-of-zone"] : [])].sort();
  const verdict = verdictFor(item, placement, context);
  counts[verdict]++;
  const { status, body } = await drop(item, placement);
  const actual = { status, reason: body.reason, conflicts: status === 409 ? conflictsNamedIn(body) : [] };
  const expected = {
    free: { status: 200, reason: undefined, conflicts: [] },
    warned: { status: 409, reason: "technician-warning", conflicts: warnings },
    busy: { status: 409, reason: "technician-busy", conflicts: [] },
  }[verdict];
  expect(actual, JSON.stringify({ step, item, placement, now: context.now })).toEqual(expected);
  if (placement !== randomPlacement) expect(verdict).toBe("free");
  if (verdict !== "warned" || chance(0.7)) return verdict === "free";
  return (await drop(item, placement, "All the same")).status === 200;
}

it("property: the board predicts whether the server accepts, warns about or refuses a placement", {
  timeout: rounds({ short: 300_000, long: 900_000 }),
}, async () => {
  for (let count = 0; count < 12; count++) await addRandomBooking();
  const steps = rounds({ short: 20, long: 400 });
  let step = 0;
  // Further steps if a kind of placement has not occurred yet.
  const continues = () =>
    step < steps || (step < 10 * steps && Object.values(counts).some((count) => count === 0));
  while (continues()) {
    if (chance(0.15)) await addRandomBooking();
    const [from, to] = chance(0.7) ? [DAY, DAY] : [DAY, addDays(DAY, 3)];
    const shown = await readBoard(from, to);
    // A refused placement changes nothing, so that the board serves until one is accepted.
    let isAccepted = false;
    while (!isAccepted && continues() && chance(0.9)) isAccepted = await tryPlacement(step++, shown);
    if (shown.board.visits.length > 0) await advanceRandomVisit(shown.board);
  }
  console.info(counts);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});
