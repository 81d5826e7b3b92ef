import { describe, expect, it } from "vitest";
import { arrivalStep, nextStepText, stateText } from "./booking-state-text";

const now = "2026-11-23T05:00:00Z";
const plain = (text: string | null) =>
  text?.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll(/[\u2068\u2069]/g, "");

describe("stateText of a request", () => {
  const requested = { state: "requested", emergency: false, technicianName: null, now } as const;

  it("names the deadline of the answer while it is ahead", () => {
    const promised = stateText({ ...requested, contactDueAt: "2026-11-23T07:00:00Z" });
    expect(plain(promised)).toMatch(/contact you by .*11:00 AM\.$/);
  });

  it("names no deadline that has passed, is unknown or was never set", () => {
    for (const contactDueAt of ["2026-11-23T04:00:00Z", undefined, null]) {
      expect(stateText({ ...requested, contactDueAt })).not.toMatch(/ by |within/);
    }
  });

  it("names no 2-hour deadline for emergencies", () => {
    const emergency = stateText({ ...requested, emergency: true, contactDueAt: null });
    expect(emergency).toContain("emergency");
    expect(emergency).not.toContain("2 hours");
  });
});

describe("stateText of a scheduled visit", () => {
  const scheduled = { state: "scheduled", emergency: false, technicianName: "Omar Saleh", now } as const;

  it("names technician, day and time", () => {
    const sentence = stateText({ ...scheduled, startsAt: "2026-11-24T06:00:00Z" });
    expect(plain(sentence)).toMatch(
      /^All set\. Omar Saleh will arrive on Tuesday,? 24 November 2026 at 10:00 AM\.$/,
    );
  });

  it("names no start that has passed", () => {
    const sentence = stateText({ ...scheduled, startsAt: "2026-11-23T04:00:00Z" });
    expect(plain(sentence)).toBe("All set. Omar Saleh is assigned to your visit.");
  });
});

describe("texts of work on hold", () => {
  const onHold = {
    ...({ state: "on_hold", emergency: false, technicianName: null, hasEmail: true, now } as const),
    ...{ lines: [], estimateFils: null },
  };
  const texts = (continueOn: string | null) => {
    const booking = { ...onHold, onHold: { continueOn } };
    return [plain(stateText(booking)), nextStepText(booking)];
  };

  it.each(["2026-11-23", "2026-12-01"])("names the expected day %s, which is today or later", (day) => {
    const [sentence, next] = texts(day);
    expect(sentence).toMatch(
      /^The work is on hold\. Expected to continue on .* (23 November|1 December) 2026\.$/,
    );
    expect(next).toBe("We'll agree the time with you.");
  });

  it.each([null, "2026-11-22"])("names no day for %s, which is unknown or has passed", (day) => {
    expect(texts(day)).toEqual([
      "The work is on hold. We will contact you about the next step.",
      "We'll agree with you when to continue.",
    ]);
  });

  it("counts days in Dubai", () => {
    const booking = { ...onHold, onHold: { continueOn: "2026-11-23" }, now: "2026-11-23T20:00:00Z" };
    expect(stateText(booking)).not.toContain("November");
  });
});

describe("arrivalStep", () => {
  const fixed = { mode: "fixed", grossFils: 930_00 } as const;

  it("names a fixed price instead of announcing one", () => {
    expect(plain(arrivalStep({ lines: [fixed], estimateFils: 930_00 }))).toBe(
      "Your technician arrives. The price is AED 930, as booked.",
    );
  });

  it("announces that the price of hourly work is confirmed on site", () => {
    const hourly = { mode: "hourly", grossFils: 150_00 } as const;
    expect(arrivalStep({ lines: [hourly], estimateFils: 150_00 })).toContain("confirms the price");
    expect(arrivalStep({ lines: [], estimateFils: null })).toContain("confirms the price");
  });

  it("mentions no price for free work", () => {
    expect(arrivalStep({ lines: [{ ...fixed, grossFils: 0 }], estimateFils: 0 })).toContain("nothing to pay");
  });

  it.each(["requested", "confirmed", "scheduled", "work_done"] as const)(
    "promises emails in state %s to customers with an address only",
    (state) => {
      const work = { lines: [fixed], estimateFils: 930_00, state, emergency: false, now };
      expect(nextStepText({ ...work, hasEmail: true })).toContain("email");
      expect(nextStepText({ ...work, hasEmail: false })).not.toContain("email");
    },
  );

  it("doubles as the next step while the technician is en route", () => {
    const work = { lines: [fixed], estimateFils: 930_00 };
    expect(nextStepText({ ...work, state: "en_route", emergency: false, hasEmail: true, now })).toBe(
      arrivalStep(work),
    );
  });
});
