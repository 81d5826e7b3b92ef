import { describe, expect, it } from "vitest";
import { isPermitMissing, readPin, wordsOfPin } from "./access";

describe("a permit", () => {
  const needed = { needed: true, until: null, hasFile: false };

  it("is missing where it is needed and neither its last day nor its paper is known", () => {
    expect(isPermitMissing(needed, "2026-03-02")).toBe(true);
    expect(isPermitMissing({ ...needed, needed: false }, "2026-03-02")).toBe(false);
    expect(isPermitMissing({ ...needed, hasFile: true }, "2026-03-02")).toBe(false);
  });

  it("holds on its last day, and not on the next, whatever paper there is", () => {
    const permit = { needed: true, until: "2026-03-02", hasFile: true };
    expect(isPermitMissing(permit, "2026-03-02")).toBe(false);
    expect(isPermitMissing(permit, "2026-03-03")).toBe(true);
  });
});

describe("a pin", () => {
  const marina = { latitude: 25.0805, longitude: 55.1403 };

  it.each([
    "25.0805, 55.1403",
    "25.0805,55.1403",
    " 25.0805 55.1403 ",
    "https://www.google.com/maps?q=25.0805,55.1403",
    "https://www.google.com/maps/search/?api=1&query=25.0805%2C55.1403",
    "https://www.google.com/maps/place/Tower/@25.2,55.3,17z/data=!3d25.0805!4d55.1403",
    "https://www.google.com/maps/@25.0805,55.1403,17z",
  ])("is read from %s", (text) => {
    expect(readPin(text)).toEqual(marina);
  });

  it.each(["", "Marina Walk", "48.8566, 2.3522", "55.1403, 25.0805", "25, 55"])(
    "is not read from %j",
    (text) => {
      expect(readPin(text)).toBeNull();
    },
  );

  it("is read from its own words", () => {
    expect(readPin(wordsOfPin(marina))).toEqual(marina);
  });
});
