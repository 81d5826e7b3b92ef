import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { BoardItem } from "../board-item";
import { marksOf, markTexts } from "./visit-marks";
import { VisitFacts, VisitSigns } from "./visit-signs";

const plain = {
  emergency: false,
  bookingState: "scheduled",
  technicianId: "omar",
  multiDayPosition: null,
  otherCrewNames: [],
  missingHelpers: 0,
  permitMissing: false,
  recurrence: null,
  underContract: false,
  preferredTechnician: null,
  notificationPending: false,
  heldUntil: null,
  conflicts: [],
  delayedUntil: null,
} as unknown as BoardItem;
const marksFor = (changes: Partial<BoardItem>, context?: Parameters<typeof marksOf>[1]) =>
  marksOf({ ...plain, ...changes }, context);

const signsIn = (html: string) =>
  [...html.matchAll(/data-sign="([a-z -]+)"/g)].flatMap(([, names = ""]) => names.split(" "));
const signs = (marks: ReturnType<typeof marksFor>, countHidden?: true) =>
  renderToStaticMarkup(<VisitSigns marks={marks} countHidden={countHidden} />);

const everything = marksFor(
  {
    ...{
      emergency: true,
      bookingState: "requested",
      missingHelpers: 1,
      permitMissing: true,
      notificationPending: true,
    },
    ...{
      multiDayPosition: { day: 2, days: 3 },
      otherCrewNames: ["Sara"],
      underContract: true,
      conflicts: ["off-shift"],
    },
    recurrence: { number: 2, interval: "monthly" },
    preferredTechnician: { technicianId: "omar", name: "Omar", availability: "available" },
  },
  {
    warning: "40 minutes from Deira: not enough travel time · outside working hours",
    farAway: true,
    lateMin: 12,
    plannedFor: "Planned for yesterday",
  },
);

describe("visit marks", () => {
  it("returns no marks without anything to report", () => {
    expect(marksFor({})).toEqual([]);
    expect(signs([])).toBe("");
  });

  it("lists every warning and fact, most important first", () => {
    expect(markTexts(everything)).toEqual([
      "Emergency",
      "12 minutes late",
      "Planned for yesterday",
      "40 minutes from Deira: not enough travel time · outside working hours",
      "1 helper missing",
      "NOC missing",
      "Not confirmed yet",
      "Customer not notified",
      "day 2 of 3",
      expect.stringMatching(/^with .*Sara/),
      "Recurring visit 2: Every month",
      "Under contract",
      expect.stringMatching(/Omar.* is coming, as requested/),
    ]);
    const html = renderToStaticMarkup(<VisitFacts marks={everything} />);
    for (const words of ["12 minutes late", "NOC missing", "Under contract"]) expect(html).toContain(words);
    expect(signsIn(html)).toEqual(signsIn(signs(everything)));
    expect(signsIn(html)).toEqual([
      ...["emergency", "late", "other-day", "too-far", "warning", "helpers-missing", "permit-missing"],
      "unconfirmed",
      ...["notification-pending", "multi-day", "crew", "recurring", "contract", "preferred-technician"],
    ]);
    // Each is an icon or a word.
    expect(html.match(/<svg/g)).toHaveLength(14);
  });

  it("shows the travel sign next to other warnings", () => {
    const warning = "something";
    const signsFor = (farAway: boolean, changes: Partial<BoardItem> = {}) =>
      signsIn(signs(marksFor(changes, { warning, farAway, lateMin: null, plannedFor: null })));
    expect(signsFor(false)).toEqual(["warning"]);
    expect(signsFor(true)).toEqual(["too-far"]);
    expect(signsFor(true, { conflicts: ["off-shift"] })).toEqual(["too-far", "warning"]);
    expect(signsFor(true, { delayedUntil: "2026-12-01T08:00:00.000Z" })).toEqual(["too-far", "warning"]);
  });

  it("shows only problems in red", () => {
    const html = renderToStaticMarkup(<VisitFacts marks={everything} />);
    const red = [...html.matchAll(/text-error[^>]*>.*?<span[^>]*>([^<]+)<\/span>/g)].map(
      ([, words]) => words,
    );
    expect(red).toEqual([
      "12 minutes late",
      "40 minutes from Deira: not enough travel time · outside working hours",
      "1 helper missing",
    ]);
  });

  it("counts signs that do not fit on the card", () => {
    const html = signs(everything, true);
    expect(signsIn(html)).toContain("preferred-technician");
    expect(html).toContain("+13");
    expect(html).toContain("+11");
    expect(signs(marksFor({ notificationPending: true }), true)).not.toContain("+");
  });

  it("names the crew size of unassigned work", () => {
    expect(markTexts(marksFor({ missingHelpers: 1, technicianId: null }))).toEqual(["Crew of 2"]);
    expect(markTexts(marksFor({ heldUntil: "2026-12-01T08:00:00.000Z", bookingState: "requested" }))).toEqual(
      [expect.stringContaining("Held for a guest until")],
    );
  });
});
