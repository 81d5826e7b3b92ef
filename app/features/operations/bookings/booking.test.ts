import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMinutes } from "~/platform/time";
import {
  type ActingRole,
  availableTransitions,
  availableVisitProgress,
  type BookingState,
  bookingStates,
  currentVisit,
  deriveBookingState,
  isPastCutOff,
  type Transition,
  transitionNames,
  type VisitChange,
  type VisitState,
  validateReschedule,
  validateTransition,
  validateVisitChange,
  visitStates,
  withoutUndoneConfirmations,
} from "./booking";

const NOW = new Date("2026-11-23T06:00:00Z");
const roles: ActingRole[] = ["customer", "technician", "office"];

/** The table of docs/domain.md, "Bookings": from → to, and the roles that may. */
const table: Record<string, string> = {
  "requested confirm confirmed": "office",
  "en_route handOver confirmed": "office technician",
  "on_site handOver confirmed": "office technician",
  "confirmed undoConfirm requested": "office",
  "scheduled undoConfirm requested": "office",
  "requested decline declined": "office",
  "requested cancel cancelled": "customer office",
  "confirmed assign scheduled": "office",
  "confirmed cancel cancelled": "customer office",
  "scheduled assign scheduled": "office",
  "scheduled depart en_route": "technician office",
  "scheduled unassign confirmed": "office",
  "scheduled cancel cancelled": "customer office",
  "en_route arrive on_site": "technician office",
  "en_route undoDepart scheduled": "technician office",
  "on_site undoArrive en_route": "technician office",
  "en_route reportNoAccess no_access": "technician office",
  "on_site hold on_hold": "technician office",
  "on_site finishWork work_done": "technician office",
  "on_hold assign scheduled": "office",
  "on_hold cancel cancelled": "office",
  "work_done complete completed": "office",
  "work_done assign scheduled": "office",
  "no_access assign scheduled": "office",
  "no_access close closed": "office",
};

test("allows exactly the transitions and roles of the table", () => {
  const found: Record<string, string> = {};
  for (const state of bookingStates) {
    for (const move of transitionNames) {
      const by = roles.filter(
        (role) => validateTransition({ transition: move, state, by: role, reason: "why", now: NOW }).ok,
      );
      if (by.length === 0) continue;
      const decision = validateTransition({ transition: move, state, by: by[0]!, reason: "why", now: NOW });
      found[`${state} ${move} ${decision.ok && decision.to}`] = by.join(" ");
    }
  }
  const sorted = (who: Record<string, string>) =>
    Object.fromEntries(Object.entries(who).map(([key, names]) => [key, names.split(" ").sort().join(" ")]));
  expect(sorted(found)).toEqual(sorted(table));
});

test("allows no transition from a terminal state", () => {
  for (const state of ["declined", "cancelled", "completed", "closed"] as const) {
    for (const by of roles) expect(availableTransitions(by, { state, now: NOW })).toEqual([]);
  }
});

describe("availableVisitProgress", () => {
  test("offers the next steps of the visit and its corrections", () => {
    expect(availableVisitProgress("held")).toEqual([]);
    expect(availableVisitProgress("scheduled")).toEqual(["depart"]);
    expect(availableVisitProgress("en_route")).toEqual(["arrive", "reportNoAccess", "undoDepart"]);
    expect(availableVisitProgress("on_site")).toEqual(["finishWork", "undoArrive"]);
    expect(availableVisitProgress("work_done")).toEqual([]);
  });
});

describe("withoutUndoneConfirmations", () => {
  const entry = (fromVersion: number, event: string, detail = {}) => ({ fromVersion, event, detail });

  test("removes a confirmation with its placement and its undo, and keeps what others did meanwhile", () => {
    const entries = [
      entry(0, "request"),
      entry(1, "confirm"),
      entry(2, "assign"),
      entry(3, "correctContact"),
      entry(4, "undoConfirm", { undoneFrom: 1 }),
      entry(5, "confirm"),
      entry(6, "assign"),
    ];
    expect(withoutUndoneConfirmations(entries).map(({ fromVersion }) => fromVersion)).toEqual([0, 3, 5, 6]);
  });
});

test("property: random attempts never leave the transition table", () => {
  const attempts = fc.array(
    fc.tuple(fc.constantFrom(...transitionNames), fc.constantFrom(...roles), fc.constantFrom("", "why")),
  );
  fc.assert(
    fc.property(attempts, (list) => {
      let state: BookingState = "requested";
      for (const [move, by, reason] of list) {
        const decision = validateTransition({ transition: move, state, by, reason, now: NOW });
        if (!decision.ok) continue;
        expect(table[`${state} ${move} ${decision.to}`]).toContain(by);
        state = decision.to;
      }
    }),
  );
});

describe("validateTransition: reasons", () => {
  test.each<[Transition, BookingState]>([
    ["decline", "requested"],
    ["hold", "on_site"],
  ])("requires a reason to %s", (move, state) => {
    expect(validateTransition({ transition: move, state, by: "office", reason: "  ", now: NOW })).toEqual({
      ok: false,
      reason: "reason-required",
    });
    expect(validateTransition({ transition: move, state, by: "office", reason: "parts", now: NOW }).ok).toBe(
      true,
    );
  });
});

describe("customer cut-off of 12 hours", () => {
  const exactly = addMinutes(NOW, 12 * 60);

  test("applies when the visit starts in less than 12 hours", () => {
    const isPast = (visitStartsAt: Date | null) => isPastCutOff({ visitStartsAt, now: NOW, cutOffHours: 12 });
    expect(isPast(exactly)).toBe(false);
    expect(isPast(addMinutes(exactly, -1))).toBe(true);
    expect(isPast(null)).toBe(false);
  });

  test("restricts cancelling and rescheduling by customers, not by the office", () => {
    const late = {
      state: "scheduled" as const,
      now: NOW,
      visitStartsAt: addMinutes(exactly, -1),
      cutOffHours: 12,
    };
    expect(validateTransition({ ...late, transition: "cancel", by: "customer" })).toEqual({
      ok: false,
      reason: "too-late",
    });
    expect(validateTransition({ ...late, transition: "cancel", by: "office" }).ok).toBe(true);
    expect(validateReschedule({ ...late, by: "customer", emergency: false })).toEqual({
      ok: false,
      reason: "too-late",
    });
    expect(validateReschedule({ ...late, by: "office", emergency: false }).ok).toBe(true);
    expect(validateReschedule({ ...late, visitStartsAt: exactly, by: "customer", emergency: false }).ok).toBe(
      true,
    );
  });

  test("does not restrict unconfirmed requests", () => {
    const request = {
      state: "requested" as const,
      now: NOW,
      visitStartsAt: addMinutes(NOW, 30),
      cutOffHours: 12,
    };
    expect(validateTransition({ ...request, transition: "cancel", by: "customer" }).ok).toBe(true);
    expect(validateReschedule({ ...request, by: "customer", emergency: false }).ok).toBe(true);
  });
});

test("refuses to reschedule emergencies and visits under way", () => {
  expect(validateReschedule({ state: "requested", by: "customer", emergency: true, now: NOW }).ok).toBe(
    false,
  );
  expect(validateReschedule({ state: "on_site", by: "office", emergency: false, now: NOW }).ok).toBe(false);
  expect(validateReschedule({ state: "confirmed", by: "technician", emergency: false, now: NOW }).ok).toBe(
    false,
  );
});

describe("deriveBookingState", () => {
  const visit = (state: VisitState, hours = 0) => ({ state, startsAt: addMinutes(NOW, hours * 60) });
  const derive = (state: BookingState, ...visits: ReturnType<typeof visit>[]) =>
    deriveBookingState(state, visits);

  test("prefers visits under way over planned ones, and planned ones over past ones", () => {
    expect(derive("scheduled", visit("work_done"), visit("scheduled", 24))).toBe("scheduled");
    expect(derive("on_hold", visit("on_hold"), visit("scheduled", 24))).toBe("scheduled");
    expect(derive("scheduled", visit("on_site"), visit("scheduled", 24))).toBe("on_site");
    expect(derive("scheduled", visit("scheduled"), visit("en_route", 24))).toBe("en_route");
    expect(derive("scheduled", visit("work_done"), visit("held", 24))).toBe("confirmed");
    expect(derive("scheduled", visit("scheduled"), visit("work_done", 24))).toBe("scheduled");
  });

  test("takes the last past visit and ignores cancelled ones", () => {
    expect(derive("scheduled", visit("on_hold"), visit("work_done", 24))).toBe("work_done");
    expect(derive("scheduled", visit("work_done", 24), visit("no_access"))).toBe("work_done");
    expect(derive("scheduled", visit("on_hold"), visit("cancelled", 24))).toBe("on_hold");
    expect(derive("scheduled", visit("cancelled"))).toBe("confirmed");
    expect(derive("en_route", visit("handed_over"))).toBe("confirmed");
    expect(derive("en_route", visit("handed_over"), visit("scheduled", 1))).toBe("scheduled");
    expect(derive("scheduled")).toBe("confirmed");
  });

  const anyVisits = fc.array(
    fc.record({
      state: fc.constantFrom(...visitStates),
      startsAt: fc.integer({ min: 0, max: 9 }).map((h) => addMinutes(NOW, h * 60)),
    }),
    { maxLength: 5 },
  );

  /** Independent oracle: visits one at a time; the weightiest decides, among equals the later. */
  function expectedState(visits: readonly { state: VisitState; startsAt: Date }[]): BookingState {
    const weight = {
      cancelled: 0,
      on_hold: 1,
      work_done: 1,
      no_access: 1,
      handed_over: 1,
      held: 2,
      scheduled: 3,
      en_route: 4,
      on_site: 5,
    };
    let current: { state: VisitState; startsAt: Date } | null = null;
    for (const visit of visits) {
      if (weight[visit.state] === 0) continue;
      const more = current ? weight[visit.state] - weight[current.state] : 1;
      if (more > 0 || (more === 0 && current && visit.startsAt >= current.startsAt)) current = visit;
    }
    if (!current || current.state === "held" || current.state === "handed_over") return "confirmed";
    return current.state === "cancelled" ? "confirmed" : current.state;
  }

  test("property: matches the oracle for any visits in any order, except for booking-level states", () => {
    const bookingLevelStates: BookingState[] = ["requested", "declined", "cancelled", "completed", "closed"];
    fc.assert(
      fc.property(fc.constantFrom(...bookingStates), anyVisits, (state, visits) => {
        expect(deriveBookingState(state, visits)).toBe(
          bookingLevelStates.includes(state) ? state : expectedState(visits),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test("property: the current visit is never a past one", () => {
    fc.assert(
      fc.property(anyVisits, (visits) => {
        const current = currentVisit(visits);
        const ahead = visits.filter(({ state }) =>
          ["held", "scheduled", "en_route", "on_site"].includes(state),
        );
        if (current) expect(ahead).toContain(current);
        else expect(ahead).toEqual([]);
      }),
    );
  });

  test("refuses changes of past visits and allows the office only to resize visits under way", () => {
    const changes: VisitChange[] = ["place", "resize", "unassign", "cancel"];
    const open = changes.flatMap((change) =>
      [null, ...visitStates]
        .filter((visit) => validateVisitChange({ change, by: "office", state: "scheduled", visit }).ok)
        .map((visit) => `${change} ${visit}`),
    );
    expect(open).toEqual([
      "place null",
      "place held",
      "place scheduled",
      "resize held",
      "resize scheduled",
      "resize en_route",
      "resize on_site",
      "unassign held",
      "unassign scheduled",
      "cancel held",
      "cancel scheduled",
    ]);
    for (const state of ["declined", "cancelled", "completed", "closed"] as const) {
      expect(validateVisitChange({ change: "place", by: "office", state, visit: null }).ok).toBe(false);
    }
    for (const by of ["customer", "technician"] as const) {
      expect(validateVisitChange({ change: "place", by, state: "confirmed", visit: null })).toEqual({
        ok: false,
        reason: "not-allowed",
      });
    }
  });
});
