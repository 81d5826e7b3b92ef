import { describe, expect, it } from "vitest";
import { fontsOfScripts, lettersWithoutFont } from "./script-fonts.server";

describe("fontsOfScripts", () => {
  it("loads no further font for Latin, Arabic, Greek and Cyrillic", () => {
    expect(fontsOfScripts("Zoé, فاطمة, Νίκος, Привет, 123 · «»")).toEqual([]);
  });

  it("loads one font for each script, in the same order for any order of the letters", () => {
    const families = (text: string) => fontsOfScripts(text).map(({ family }) => family);
    expect(families("രാമൻ राम രാമൻ")).toEqual(["Noto Sans Devanagari", "Noto Sans Malayalam"]);
    expect(families("राम രാമൻ")).toEqual(["Noto Sans Devanagari", "Noto Sans Malayalam"]);
  });
});

describe("lettersWithoutFont", () => {
  it("lists the letters of scripts without a font", () => {
    expect(lettersWithoutFont("Aisha, ភូមិ, रमेश")).toEqual(["ភូ", "មិ"]);
    expect(lettersWithoutFont("Aisha, فاطمة, ร้าน, ქეთი, O’Brien · 💧")).toEqual([]);
  });
});
