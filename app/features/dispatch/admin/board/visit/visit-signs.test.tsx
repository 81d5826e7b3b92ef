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
const of = (changes: Partial<BoardItem>, seen?: Parameters<typeof marksOf>[1]) =>
  marksOf({ ...plain, ...changes }, seen);

const signsIn = (html: string) =>
  [...html.matchAll(/data-sign="([a-z -]+)"/g)].flatMap(([, names = ""]) => names.split(" "));
const signs = (marks: ReturnType<typeof of>, folds?: true) =>
  renderToStaticMarkup(<VisitSigns marks={marks} folds={folds} />);

const everything = of(
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
  },
);

describe("visit marks", () => {
  it("are empty without anything to report", () => {
    expect(of({})).toEqual([]);
    expect(signs([])).toBe("");
  });

  it("list every warning and fact, most important first", () => {
    expect(markTexts(everything)).toEqual([
      "Emergency",
      "12 minutes late",
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
      ...["emergency", "late", "too-far", "warning", "helpers-missing", "permit-missing", "unconfirmed"],
      ...["notification-pending", "multi-day", "crew", "recurring", "contract", "preferred-technician"],
    ]);
    // Each is an icon or a word.
    expect(html.match(/<svg/g)).toHaveLength(13);
  });

  it("show the travel sign next to other warnings", () => {
    const warning = "something";
    const of1 = (farAway: boolean, changes: Partial<BoardItem> = {}) =>
      signsIn(signs(of(changes, { warning, farAway, lateMin: null })));
    expect(of1(false)).toEqual(["warning"]);
    expect(of1(true)).toEqual(["too-far"]);
    expect(of1(true, { conflicts: ["off-shift"] })).toEqual(["too-far", "warning"]);
    expect(of1(true, { delayedUntil: "2026-12-01T08:00:00.000Z" })).toEqual(["too-far", "warning"]);
  });

  it("are red for problems only", () => {
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

  it("are counted if the card has no room", () => {
    const html = signs(everything, true);
    expect(signsIn(html)).toContain("preferred-technician");
    expect(html).toContain("+12");
    expect(html).toContain("+10");
    expect(signs(of({ notificationPending: true }), true)).not.toContain("+");
  });

  it("name the crew size of unassigned work", () => {
    expect(markTexts(of({ missingHelpers: 1, technicianId: null }))).toEqual(["Crew of 2"]);
    expect(markTexts(of({ heldUntil: "2026-12-01T08:00:00.000Z", bookingState: "requested" }))).toEqual([
      expect.stringContaining("held until"),
    ]);
  });
});
