import { describe, expect, it } from "vitest";
import { matchesName, parseSearch } from "./technician-search";

const directory = {
  services: [
    { id: "hvac", name: "HVAC Installation & Maintenance" },
    { id: "plumbing", name: "Plumbing" },
  ],
  areas: ["Dubai Marina", "Dubai Hills Estate", "Mirdif", "Palm Jumeirah"],
  technicians: [{ name: "Samuel Okafor" }],
};
const parse = (text: string) => parseSearch(text, directory);

describe("parseSearch", () => {
  it("finds trade, area and time in any order", () => {
    const expected = { trade: "hvac", area: "Dubai Marina", at: "15:00", names: [] };
    expect(parse("AC Dubai Marina 15:00")).toEqual(expected);
    expect(parse("who is free near marina with ac skill at 3 pm")).toEqual(expected);
    expect(parse("3pm hvac marina")).toEqual(expected);
    expect(parse("plumb mirdif")).toEqual({ trade: "plumbing", area: "Mirdif", at: "", names: [] });
  });

  it("finds names and ignores unknown words", () => {
    expect(parse("samu")).toMatchObject({ names: ["samu"], trade: "", area: "" });
    expect(matchesName({ name: "Samuel Okafor" }, ["okaf"])).toBe(true);
    expect(matchesName({ name: "Omar Said" }, ["okaf"])).toBe(false);
    expect(parse("25:00 xyz 12")).toEqual({ trade: "", area: "", at: "", names: [] });
  });
});
