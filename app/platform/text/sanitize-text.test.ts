import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { normalizeText, singleLine, stripInvisible, toPlainLine, trimmedText } from "./sanitize-text";

describe("stripInvisible", () => {
  it.each([
    ["a right-to-left override", "Invoice \u202Egpj.exe", "Invoice gpj.exe"],
    ["direction marks around a copied phone number", "\u202A+971 50 123 4567\u202C", "+971 50 123 4567"],
    ["bidi isolates", "\u2068ليلى\u2069", "ليلى"],
    ["zero-width spaces", "ad\u200Bmin\uFEFF", "admin"],
    ["a joiner between Latin letters", "ad\u200Dmin", "admin"],
    ["control characters", "a\u0007b\u009B", "ab"],
    ["Unicode tag characters", "hi\u{E0041}", "hi"],
    ["private-use letters", "A\uE000b\u{F0000}c\u{10FFFD}", "Abc"],
    ["unassigned letters and lone surrogates", "a\u0378b\uFFFFc\uD800d", "abcd"],
    ["soft hyphens and blank letters", "Al\u00ADMarsa\u3164\u2800", "AlMarsa"],
  ])("removes %s", (_, input, expected) => {
    expect(stripInvisible(input)).toBe(expected);
  });

  it.each([
    ["Persian", "می\u200Cخواهم"],
    ["a family emoji", "👨\u200D👩\u200D👧"],
    ["lines and tabs", "a\n\tb"],
    ["accents", "Zoé Müller-Łukasz"],
  ])("keeps visible joiners, accents and line breaks: %s", (_, input) => {
    expect(stripInvisible(input)).toBe(input);
  });
});

it("singleLine replaces line breaks with spaces", () => {
  const read = z.string().check(singleLine());
  expect(z.parse(read, " Villa 4 \r\n Street 7\u2028Dubai\t")).toBe("Villa 4 Street 7 Dubai");
  expect(z.parse(read, "O\u202Emar\u200B")).toBe("Omar");
  expect(z.parse(z.string().check(trimmedText(80)), "a\nb")).toBe("a b");
  expect(z.parse(z.string().check(trimmedText(400)), " a\nb ")).toBe("a\nb");
});

describe("normalizeText", () => {
  it.each([
    ["composed letters", "Zoe\u0301", "Zoé"],
    ["alef with hamza", "ا\u0654حمد", "أحمد"],
    ["no-break and wide spaces", "Al\u00A0Marsa\u202FTower\u3000A", "Al Marsa Tower A"],
    ["typographic hyphens", "Al\u2011Marsa\u2010East", "Al-Marsa-East"],
    ["shapes of Arabic letters", "\uFEE3\uFEA4\uFEE4\uFEAA", "محمد"],
    ["full-width letters and digits", "Ａｌ １２", "Al 12"],
    ["ligatures", "o\uFB03ce", "office"],
    ["line ends", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ])("replaces %s", (_, typed, expected) => {
    expect(normalizeText(typed)).toBe(expected);
  });

  it("keeps typographic quotes, dashes and signs of texts", () => {
    const text = "“Don’t wait” – call us… 24 m² ½ ½ № 5 ﷼؟".replace("﷼", "");
    expect(normalizeText(text)).toBe(text);
  });
});

describe("toPlainLine", () => {
  it.each([
    ["O’Brien", "O'Brien"],
    ["D‘Souza", "D'Souza"],
    ["Oʼ Neil", "O' Neil"],
    ["Al–Marsa—East", "Al-Marsa-East"],
    ["St․ John", "St. John"],
    ["12⁄4", "12/4"],
  ])("writes %s as %s", (typed, expected) => {
    expect(toPlainLine(typed)).toBe(expected);
  });
});

describe("a non-joiner in Arabic script", () => {
  it.each([
    ["علي\u200c", "علي"],
    ["علي\u200c\u200c", "علي"],
    ["علي\u200c حسن", "علي حسن"],
    ["\u200cعلي", "علي"],
    ["می\u200cنا", "می\u200cنا"],
  ])("stays between letters only: %j", (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });
});
