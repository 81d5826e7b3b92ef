import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import { technicianStatusAt } from "../../board/board-fit";
import type { Board, BoardTechnician, BoardVisit } from "../../views";
import { drawnSpanOn, entriesByTechnician, minutesLate, workforceOf } from "./board-entries";
import { itemOfVisit } from "./board-item";
import {
  findTechnicians,
  fitsFor,
  fitsOfWeek,
  hasPassed,
  labelForStatus,
  shortStatusLabel,
  type TechnicianDay,
  techniciansOn,
  verdictFor,
} from "./board-technicians";
import { NOW } from "./search-time";
import { emptySearch, type TechnicianSearch } from "./technician-search";

/** A Tuesday in summer, at noon. */
const DAY = "2026-07-07";
const YESTERDAY = "2026-07-06";
const at = (time: string) => dubaiInstant(DAY, time).toISOString();
const now = new Date(at("12:00"));

const technician = (name: string, of: Partial<BoardTechnician> = {}): BoardTechnician => ({
  ...{ id: name, name, active: true, pictureId: null, skills: ["hvac", "tiling"], zones: [] },
  ...{ certifiedUntil: null, shifts: [{ weekday: 2, startMin: 480, endMin: 1080 }] },
  ...{ timeOff: [], onCall: [], surroundingVisits: [], ...of },
});

const visit = (technicianId: string, from: string, to: string, of: Partial<BoardVisit> = {}): BoardVisit => ({
  ...{ id: `${technicianId} ${from}`, bookingId: `${technicianId} ${from}`, version: 1, reference: "BK-1" },
  ...{
    serviceId: "hvac",
    skills: ["hvac"],
    serviceName: "HVAC",
    tradeName: null,
    emergency: false,
    outdoor: false,
  },
  ...{ customerName: "Aisha", area: "Dubai Marina", bookingState: "scheduled", state: "scheduled" },
  ...{ technicianId, startsAt: at(from), endsAt: at(to), bufferMin: 30, newBufferMin: 30, actualTime: null },
  ...{
    leadVisitId: null,
    multiDayPosition: null,
    otherCrewNames: [],
    missingHelpers: 0,
    conflicts: [],
    delayedUntil: null,
  },
  ...{
    permitMissing: false,
    recurrence: null,
    underContract: false,
    preferredTechnician: null,
    notificationPending: false,
  },
  ...{ heldUntil: null, ...of },
});

function boardOf(technicians: BoardTechnician[], visits: BoardVisit[] = [], instant = now) {
  const closed = [
    { fromMin: 0, toMin: 480, reason: "off-shift" as const },
    { fromMin: 1080, toMin: 1440, reason: "off-shift" as const },
  ];
  const board: Board = {
    days: [{ day: DAY, holiday: null, middayBreak: null, closed: {} }],
    ...{
      holidays: [],
      shorterDays: [],
      technicians,
      visits,
      unassigned: [],
      requests: [],
      moreUnassigned: false,
      latenessGraceMin: 15,
    },
    trades: [
      { id: "hvac", outdoor: false, bufferMin: 30 },
      { id: "tiling", outdoor: true, bufferMin: 0 },
    ],
  };
  const entries = entriesByTechnician(board, new Map());
  const all = Object.fromEntries(technicians.map(({ id }) => [id, closed]));
  const people = techniciansOn(technicians, { entries, closed: all, day: DAY, now: instant });
  return { board, people, context: { day: DAY, now: instant, workforce: workforceOf(board, entries) } };
}

function find(shown: ReturnType<typeof boardOf>, search: Partial<TechnicianSearch>) {
  const { board, people, context } = shown;
  const found = findTechnicians(people, { ...emptySearch, ...search }, { ...context, trades: board.trades });
  return found.map(({ person, words }) => [person.technician.name, words] as const);
}
const namesOf = (...input: Parameters<typeof find>) => find(...input).map(([name]) => name);

describe("findTechnicians", () => {
  const OMAR = technician("Omar", { zones: ["Dubai Marina"] });
  const SARA = technician("Sara", { zones: ["Mirdif"] });
  const ALI = technician("Ali", { skills: ["plumbing"] });

  it("filters by skill, and returns all technicians without criteria", () => {
    const shown = boardOf([OMAR, SARA, ALI]);
    expect(find(shown, {})).toEqual([
      ["Omar", null],
      ["Sara", null],
      ["Ali", null],
    ]);
    expect(namesOf(shown, { trades: ["hvac"] })).toEqual(["Omar", "Sara"]);
  });

  it("filters technicians on call at the given time or now", () => {
    const onCall = [{ startsAt: at("18:00"), endsAt: at("23:00") }];
    const always = [{ startsAt: at("00:00"), endsAt: at("23:59") }];
    const shown = boardOf([
      OMAR,
      technician("Evening", { onCall }),
      technician("Always", { onCall: always }),
    ]);
    expect(namesOf(shown, { onCall: true })).toEqual(["Always"]);
    expect(namesOf(shown, { onCall: true, at: "17:00" })).toEqual(["Always"]);
    const busy = boardOf([
      technician("Evening", { onCall, shifts: [{ weekday: 2, startMin: 0, endMin: 1440 }] }),
    ]);
    expect(namesOf(busy, { onCall: true, at: "19:00" })).toEqual(["Evening"]);
  });

  describe("after midnight", () => {
    const ofYesterday = (id: string, state: BoardVisit["state"], to = "23:30") =>
      visit(id, "22:00", "23:00", {
        state,
        startsAt: dubaiInstant(YESTERDAY, "22:00").toISOString(),
        endsAt: dubaiInstant(YESTERDAY, to).toISOString(),
        actualTime: null,
      });
    const visits = [
      ofYesterday("Drives", "en_route"),
      ofYesterday("Works", "on_site"),
      ofYesterday("Almost done", "on_site", "23:50"),
      ofYesterday("Done", "work_done"),
    ];
    const night = new Date(at("00:05"));
    const names = visits.map(({ technicianId }) => technicianId);
    const shown = boardOf(
      names.map((name) => technician(name)),
      visits,
      night,
    );

    it("draws visits under way of the day before from the left edge until now", () => {
      const entries = entriesByTechnician(shown.board, new Map());
      const drawn = (name: string, day = DAY, then = night) => drawnSpanOn(day, entries.get(name)![0]!, then);
      expect(drawn("Drives")).toEqual({ fromMin: 0, toMin: 5, plannedFor: "Planned for yesterday" });
      expect(drawn("Works", DAY, new Date(at("09:00")))).toMatchObject({ fromMin: 0, toMin: 540 });
      expect(drawn("Works", YESTERDAY)).toEqual({ fromMin: 1320, toMin: 1410, plannedFor: null });
      expect(drawn("Done")).toEqual({ fromMin: -120, toMin: -30, plannedFor: null });
    });

    it("lists visits under way of the day before as late once their planned end has passed", () => {
      expect(namesOf(shown, { late: true })).toEqual(["Drives", "Works"]);
      expect(visits.map((one) => minutesLate({ item: itemOfVisit(one), graceMin: 15 }, night))).toEqual([
        ...[125, 35, null, null],
      ]);
      expect(shown.people.map((person) => labelForStatus(person, true))).toEqual([
        "Late since 10:00 PM",
        "Late since 11:30 PM",
        "Busy until 12:20 AM",
        "Off until 8:00 AM",
      ]);
    });
  });

  it("filters late technicians, whether on the way or not", () => {
    const visits = [
      visit("Waits", "11:00", "12:00"),
      visit("Drives", "11:40", "13:00", { state: "en_route" }),
      visit("Works", "11:00", "13:00", { state: "on_site" }),
      visit("Later", "12:30", "13:00", { state: "en_route" }),
    ];
    const shown = boardOf(
      ["Waits", "Drives", "Works", "Later"].map((name) => technician(name)),
      visits,
    );
    expect(namesOf(shown, { late: true })).toEqual(["Waits", "Drives"]);
    expect(visits.map((one) => minutesLate({ item: itemOfVisit(one), graceMin: 15 }, now))).toEqual([
      ...[60, 20, null, null],
    ]);
    // Within the grace period.
    expect(visits.map((one) => minutesLate({ item: itemOfVisit(one), graceMin: 20 }, now))).toEqual([
      ...[60, null, null, null],
    ]);
    expect(shown.people.map(({ status }) => status.kind)).toEqual(["late", "late", "busy", "free"]);
  });

  it("ranks free technicians and lists those of other zones last", () => {
    const shown = boardOf([SARA, technician("Anywhere"), OMAR, ALI]);
    const found = find(shown, { trades: ["hvac"], area: "Dubai Marina", at: "15:00" });
    expect(found.map(([name]) => name)).toEqual(["Omar", "Anywhere", "Sara"]);
    expect(found[0]![1]).toMatch(/^Best: .*home area/);
    expect(found[2]![1]).toMatch(/^outside home areas/);
    // No best match among technicians of other zones.
    const [[, words] = []] = find(boardOf([SARA]), { area: "Dubai Marina", at: "15:00" });
    expect(words).toMatch(/^outside home areas/);
  });

  it("sorts by arrival near an area, with travel from the current visit", () => {
    const visits = [
      visit("Far", "09:00", "12:00", { area: "Mirdif", bufferMin: 0 }),
      visit("Near", "09:00", "12:00", { area: "Dubai Marina", bufferMin: 0 }),
      visit("Busy", "11:00", "14:00"),
    ];
    const shown = boardOf(
      ["Far", "Busy", "Near", "Home"].map((name) => technician(name)),
      visits,
    );
    const marina = { area: "Dubai Marina" };
    expect(namesOf(shown, { ...marina, at: NOW })).toEqual(["Home", "Near", "Far"]);
    expect(find(shown, { ...marina, at: NOW }).at(-1)![1]).toMatch(/^free at 1:15.*from Mirdif/);
    expect(namesOf(shown, marina)).toEqual(["Home", "Near", "Far", "Busy"]);
    expect(namesOf(shown, { free: true })).toHaveLength(4);
  });

  it("lists technicians with a free start within the searched range", () => {
    const shown = boardOf([OMAR, SARA], [visit("Omar", "12:00", "17:00"), visit("Sara", "12:00", "14:00")]);
    expect(namesOf(shown, { at: "13:00", until: "15:00" })).toEqual(["Sara"]);
    expect(namesOf(shown, { at: "16:00", until: "24:00" })).toEqual(["Sara"]);
    expect(hasPassed({ ...emptySearch, at: "11:00" }, DAY, now)).toBe(true);
    expect(hasPassed({ ...emptySearch, at: "11:00", until: "13:00" }, DAY, now)).toBe(false);
  });

  it("excludes technicians whom the server would warn about", () => {
    const marina = { trades: ["hvac"], area: "Dubai Marina", at: "15:00" };
    expect(namesOf(boardOf([technician("Expired", { certifiedUntil: "2026-07-06" })]), marina)).toEqual([]);
    expect(namesOf(boardOf([OMAR]), { trades: ["tiling"], at: "14:00" })).toEqual([]);
    expect(namesOf(boardOf([OMAR]), { trades: ["tiling"], at: NOW })).toEqual([]);
    const beforeFarVisit = (from: string) =>
      boardOf([OMAR], [visit("Omar", from, "17:45", { area: "Mirdif" })]);
    expect(namesOf(beforeFarVisit("17:05"), marina)).toEqual([]);
    expect(namesOf(beforeFarVisit("17:10"), marina)).toEqual(["Omar"]);
    const beforeNearVisit = (from: string) => boardOf([OMAR], [visit("Omar", from, "17:45")]);
    expect(namesOf(beforeNearVisit("16:15"), marina)).toEqual([]);
    expect(namesOf(beforeNearVisit("16:30"), marina)).toEqual(["Omar"]);
  });
});

describe("fits of a dragged item", () => {
  const kinds = (fits: Map<string, { kind: string }>) =>
    Object.fromEntries([...fits].map(([id, { kind }]) => [id, kind]));

  it("marks unavailable technicians with the server's reason, and the best match", () => {
    const draggedVisit = visit("Omar", "15:00", "16:00", { id: "hand" });
    const { people, context } = boardOf(
      [
        technician("Omar"),
        technician("Expired", { certifiedUntil: "2026-07-06" }),
        technician("Elsewhere", { zones: ["Mirdif"] }),
        technician("Full"),
        technician("Home", { zones: ["Dubai Marina"] }),
      ],
      [draggedVisit, visit("Full", "08:00", "17:30")],
    );
    const item = itemOfVisit(draggedVisit);
    const fits = fitsFor(item, people, context);
    expect(kinds(fits)).toEqual({ Omar: "yes", Expired: "no", Elsewhere: "yes", Full: "no", Home: "best" });
    expect(fits.get("Expired")!.words).toContain("certificate");
    expect(fits.get("Elsewhere")!.words).toMatch(/^outside home areas, free at 3:00/);
    expect(kinds(fitsOfWeek(item, [{ day: DAY, people }], context))).toEqual({
      ...{ "Omar/2026-07-07": "yes", "Expired/2026-07-07": "no", "Elsewhere/2026-07-07": "yes" },
      ...{ "Full/2026-07-07": "no", "Home/2026-07-07": "best" },
    });
    const verdict = (technicianId: string) =>
      verdictFor(item, { technicianId, day: DAY, startMin: 900, durationMin: 60 }, context);
    expect(["Home", "Elsewhere", "Expired", "Full"].map(verdict)).toEqual([
      "free",
      "warned",
      "warned",
      "busy",
    ]);
  });

  it("ignores the item itself and its helpers", () => {
    const lead = visit("Omar", "15:00", "16:00", { id: "lead", otherCrewNames: ["Sara"] });
    const helper = visit("Sara", "15:00", "16:00", {
      id: "helper",
      leadVisitId: "lead",
      otherCrewNames: ["Omar"],
    });
    const { context } = boardOf(
      [technician("Omar"), technician("Sara"), technician("Ali")],
      [lead, helper, visit("Sara", "16:45", "17:15")],
    );
    const verdict = (technicianId: string, startMin: number) =>
      verdictFor(itemOfVisit(lead), { technicianId, day: DAY, startMin, durationMin: 60 }, context);
    expect(verdict("Omar", 885)).toBe("free");
    // Sara's next visit is in the way.
    expect(verdict("Omar", 930)).toBe("busy");
    expect(verdict("Ali", 930)).toBe("busy");
    expect(verdict("Ali", 900)).toBe("free");
  });
});

describe("technician status labels", () => {
  const status = (person: TechnicianDay) => [labelForStatus(person, true), shortStatusLabel(person, true)];

  it("never shows unavailable technicians as free", () => {
    const { people } = boardOf(
      [
        technician("Free"),
        technician("After"),
        technician("Over"),
        technician("Expired", { certifiedUntil: "2026-07-06" }),
        technician("Gone", { active: false }),
      ],
      [
        visit("After", "11:00", "11:45", { state: "work_done" }),
        visit("Over", "09:00", "11:00", {
          state: "on_site",
          actualTime: {
            startsAt: at("08:40"),
            workEndsAt: at("12:15"),
            endsAt: at("12:45"),
            area: "Dubai Marina",
          },
        }),
      ],
    );
    expect(people.map(status)).toEqual([
      [expect.stringMatching(/^Free until 6:00/), "Free"],
      // The buffer is busy.
      [expect.stringMatching(/^Busy until 12:15/), "Busy"],
      [expect.stringMatching(/^Busy until 12:45/), "Busy"],
      ["Certificate expired", "Off"],
      ["Left the company", "Off"],
    ]);
  });

  it("names technicians called in before their shift", () => {
    const { people } = boardOf(
      [technician("Night", { shifts: [] }), technician("Later", { shifts: [] })],
      [visit("Night", "12:30", "13:30", { emergency: true })],
    );
    const closed = [{ fromMin: 0, toMin: 1080, reason: "off-shift" as const }];
    const labelled = people.map((one) => ({
      ...one,
      status: technicianStatusAt(one.busySpans, closed, 720),
    }));
    expect(labelled.map((one) => labelForStatus(one, true))).toEqual([
      "Called in",
      expect.stringMatching(/^Off until 6:00/),
    ]);
  });

  it("shows the booked hours on other days", () => {
    const { people } = boardOf([technician("Omar")], [visit("Omar", "14:00", "16:00")]);
    expect(shortStatusLabel(people[0]!, false)).toBe("2 / 10 h");
  });
});
