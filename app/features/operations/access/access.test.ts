import { describe, expect, it } from "vitest";
import { formatPin, isPermitMissing, readPin } from "./access";

describe("isPermitMissing", () => {
  const needed = { needed: true, until: null, hasFile: false };

  it("reports a needed permit without last day and file as missing", () => {
    expect(isPermitMissing(needed, "2026-03-02")).toBe(true);
    expect(isPermitMissing({ ...needed, needed: false }, "2026-03-02")).toBe(false);
    expect(isPermitMissing({ ...needed, hasFile: true }, "2026-03-02")).toBe(false);
  });

  it("accepts a permit on its last day, but not on the next, regardless of files", () => {
    const permit = { needed: true, until: "2026-03-02", hasFile: true };
    expect(isPermitMissing(permit, "2026-03-02")).toBe(false);
    expect(isPermitMissing(permit, "2026-03-03")).toBe(true);
  });
});

describe("readPin", () => {
  const marina = { latitude: 25.0805, longitude: 55.1403 };

  it.each([
    "25.0805, 55.1403",
    "25.0805,55.1403",
    " 25.0805 55.1403 ",
    "https://www.google.com/maps?q=25.0805,55.1403",
    "https://www.google.com/maps/search/?api=1&query=25.0805%2C55.1403",
    "https://www.google.com/maps/place/Tower/@25.2,55.3,17z/data=!3d25.0805!4d55.1403",
    "https://www.google.com/maps/@25.0805,55.1403,17z",
  ])("parses the map location %j", (text) => {
    expect(readPin(text)).toEqual(marina);
  });

  it.each(["", "Marina Walk", "48.8566, 2.3522", "55.1403, 25.0805", "25, 55"])(
    "rejects the map location %j",
    (text) => {
      expect(readPin(text)).toBeNull();
    },
  );

  it("reads its own output", () => {
    expect(readPin(formatPin(marina))).toEqual(marina);
  });
});
