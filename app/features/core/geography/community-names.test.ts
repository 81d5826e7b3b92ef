import { describe, expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { placeInReaderLanguage, storedArea } from "./community-names";
import { arabicNameOf, dubaiCommunities } from "./dubai-communities";
import { suggestCommunityNames } from "./suggest-communities";

describe("placeInReaderLanguage", () => {
  it("shows known communities in Arabic and leaves other words as written", () => {
    inLocale("ar", () => {
      expect(placeInReaderLanguage("Dubai Marina")).toBe("دبي مارينا");
      expect(placeInReaderLanguage("12 Marina Walk, Tower 2, 1204, Dubai Marina, near the tram")).toBe(
        "12 Marina Walk, Tower 2, 1204, دبي مارينا, near the tram",
      );
      expect(placeInReaderLanguage("شارع المرسى 12, 1203, Dubai Marina")).toBe(
        "شارع المرسى 12، 1203، دبي مارينا",
      );
      expect(placeInReaderLanguage("Tower 2\nDubai Marina")).toBe("Tower 2\nدبي مارينا");
      const towers = placeInReaderLanguage("Jumeirah Lake Towers (JLT)");
      for (const written of ["Jumeirah Lakes Towers", "Jumeirah Lake Towers"])
        expect(placeInReaderLanguage(written)).toBe(towers);
      expect(placeInReaderLanguage("Jumeirah, near the mosque")).toBe("جميرا, near the mosque");
      for (const other of ["", "Marina Walk", "constructor", "مكان آخر"])
        expect(placeInReaderLanguage(other)).toBe(other);
    });
  });

  it("shows no other name in brackets", () => {
    for (const community of dubaiCommunities)
      expect(inLocale("ar", () => placeInReaderLanguage(community))).not.toContain("(");
  });

  it("leaves the English name for readers of other languages", () => {
    for (const locale of ["en", "hi", "ur"] as const)
      expect(inLocale(locale, () => placeInReaderLanguage("Street 1, Al Quoz"))).toBe("Street 1, Al Quoz");
  });
});

describe("storedArea", () => {
  it("returns the English name of each Arabic name", () => {
    for (const community of dubaiCommunities) {
      expect(storedArea(arabicNameOf(community))).toBe(community);
      expect(storedArea(community)).toBe(community);
    }
  });

  it("accepts other spellings and Arabic digits, and keeps unknown areas", () => {
    expect(storedArea("البرشا ٢")).toBe("Al Barsha 2");
    expect(storedArea("مكان آخر")).toBe("مكان آخر");
    expect(storedArea("دبي مارينا")).toBe("Dubai Marina");
    expect(storedArea("")).toBe("");
  });
});

describe("suggestCommunityNames", () => {
  it("suggests Arabic names to readers of Arabic, also for English words", () => {
    expect(inLocale("ar", () => suggestCommunityNames("marina"))).toContain("دبي مارينا");
    expect(inLocale("ar", () => suggestCommunityNames("دبي مارينا"))).toEqual([]);
    expect(inLocale("ar", () => suggestCommunityNames("مرسى دبي"))).toContain("دبي مارينا");
    expect(inLocale("en", () => suggestCommunityNames("مارينا"))).toContain("Dubai Marina");
  });
});
