import { describe, expect, it } from "vitest";
import { arabicNameOf, coordinatesOfArea, dubaiCommunities } from "./dubai-communities";
import { suggestCommunities } from "./suggest-communities";

describe("suggestCommunities", () => {
  it.each([
    ["albarsha", "Al Barsha 1"],
    ["Al-Barsha", "Al Barsha 1"],
    ["Al‑Barsha 2", "Al Barsha 2"],
    ["barsha 3", "Al Barsha 3"],
    ["AL  QUOZ", "Al Quoz"],
    ["\u200fal\u00a0quoz", "Al Quoz"],
    ["marina", "Dubai Marina"],
    ["marina dubai", "Dubai Marina"],
    ["jlt", "Jumeirah Lake Towers (JLT)"],
    ["village circle", "Jumeirah Village Circle (JVC)"],
    ["zabeel", "Za'abeel"],
    ["za’abeel", "Za'abeel"],
    ["Ümm Suqéim", "Umm Suqeim 1"],
    ["البرشا", "Al Barsha 1"],
    ["برشاء ٢", "Al Barsha 2"],
    ["ديره", "Deira"],
    ["ابو هيل", "Abu Hail"],
    ["اَلْقُوز", "Al Quoz"],
    ["القـــوز", "Al Quoz"],
    ["نخله جميرا", "Palm Jumeirah"],
  ])("suggests for %j first %s", (typed, community) => {
    expect(suggestCommunities(typed)[0]).toBe(community);
  });

  it("suggests nothing without letters, for other words, and for the name itself", () => {
    for (const typed of ["", " ", "-", "xyz", "Dubai Marina"]) {
      expect([typed, suggestCommunities(typed)]).toEqual([typed, []]);
    }
  });
});

it("places every community by its Arabic name", () => {
  for (const community of dubaiCommunities) {
    expect([community, coordinatesOfArea(arabicNameOf(community))]).toEqual([
      community,
      coordinatesOfArea(community),
    ]);
  }
});
