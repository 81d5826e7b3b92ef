import { describe, expect, it } from "vitest";
import type { BookingFacts } from "../mails/bookings/booking-facts.server";
import { type BookingMailContext, changeHint, customerFacts } from "./context";

type Line = BookingFacts["lines"][number];

const line: Line = {
  kind: "work",
  serviceId: "plumbing",
  serviceName: "Plumbing",
  priceId: null,
  item: null,
  name: "Plumbing call-out",
  mode: "hourly",
  unit: "hour",
  quantity: 1,
  unitFils: 150_00,
  nextFils: 150_00,
  percent: null,
  grossFils: 150_00,
  coveredFils: 0,
  contractId: null,
  contractReference: null,
};
const fixed: Line = { ...line, name: "Water heater replaced", mode: "fixed", unit: "piece", nextFils: null };

const untouched = { canCancel: true, canReschedule: true, until: null };

function contextOf(changes: Partial<BookingFacts>): BookingMailContext {
  const booking = {
    reference: "BK-2026-000123",
    state: "confirmed",
    serviceName: "Plumbing",
    emergency: false,
    address: "Palm Street 7",
    message: "",
    preferredDate: null,
    preferredTime: null,
    lines: [line],
    estimateFils: 150_00,
    finalFils: null,
    online: untouched,
    visit: null,
    days: [],
    ...changes,
  };
  return { booking } as unknown as BookingMailContext;
}

/** Facts as "Label: value", with plain spaces. */
function factsOf(changes: Partial<BookingFacts>): string[] {
  return customerFacts(contextOf(changes)).map(({ label, value }) =>
    `${label}: ${value}`.replaceAll("\u00a0", " ").replaceAll(/[\u2068\u2069]/g, ""),
  );
}

describe("customerFacts", () => {
  it("labels the price of hourly work as an estimate", () => {
    expect(factsOf({ lines: [fixed, line], estimateFils: 600_00 })).toContain("Estimate: AED 600 incl. VAT");
  });

  it("labels the sum of fixed prices as the final price", () => {
    expect(factsOf({ lines: [fixed], estimateFils: 450_00 })).toContain("Final price: AED 450 incl. VAT");
  });

  it("labels a sum with work by survey as an estimate", () => {
    const survey: Line = { ...line, mode: "survey", unitFils: null, grossFils: null };
    expect(factsOf({ lines: [fixed, survey] })).toContain("Estimate: AED 150 incl. VAT");
  });

  it("shows the invoiced price as final", () => {
    const facts = factsOf({ state: "completed", estimateFils: 150_00, finalFils: 300_00 });
    expect(facts).toContain("Final price: AED 300 incl. VAT");
    expect(facts.join()).not.toContain("Estimate");
  });

  it.each([
    ["requested", "Work requested"],
    ["declined", "Work requested"],
    ["confirmed", "Work booked"],
    ["cancelled", "Work booked"],
    ["completed", "Work done"],
  ] as const)("labels the lines of a %s booking “%s”", (state, label) => {
    expect(factsOf({ state })).toContain(`${label}: Plumbing call-out, 1 hour: AED 150`);
  });
});

describe("changeHint", () => {
  const hint = (state: BookingFacts["state"], online: BookingFacts["online"]) =>
    changeHint(contextOf({ state, online }));

  it("offers changes of a request until it is confirmed", () => {
    expect(hint("requested", untouched)).toBe(
      "You can change or cancel your request online until we confirm it.",
    );
  });

  it("names the cut-off while it is ahead", () => {
    const until = new Date("2026-12-01T06:00:00Z");
    expect(hint("scheduled", { ...untouched, until })).toMatch(
      /^You can change or cancel online until .*1 Dec.*10:00.AM\.$/,
    );
  });

  it("offers only cancelling for work of several days", () => {
    const until = new Date("2026-12-01T06:00:00Z");
    expect(hint("scheduled", { canCancel: true, canReschedule: false, until })).toMatch(
      /^You can cancel online until .*\. To change the time, please call us\.$/,
    );
  });

  it("asks to call where nothing can be changed online", () => {
    const until = new Date("2026-12-01T06:00:00Z");
    expect(hint("scheduled", { canCancel: false, canReschedule: false, until })).toBe(
      "To change or cancel this visit, please call us.",
    );
  });
});
