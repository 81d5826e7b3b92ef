import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { singleLine, stripInvisible, trimmedText } from "./sanitize-text";

describe("stripInvisible", () => {
  it.each([
    ["a right-to-left override", "Invoice \u202Egpj.exe", "Invoice gpj.exe"],
    ["direction marks around a copied phone number", "\u202A+971 50 123 4567\u202C", "+971 50 123 4567"],
    ["bidi isolates", "\u2068ليلى\u2069", "ليلى"],
    ["zero-width spaces", "ad\u200Bmin\uFEFF", "admin"],
    ["a joiner between Latin letters", "ad\u200Dmin", "admin"],
    ["control characters", "a\u0007b\u009B", "ab"],
    ["Unicode tag characters", "hi\u{E0041}", "hi"],
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
