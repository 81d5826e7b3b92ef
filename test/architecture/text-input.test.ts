import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Typed text is normalised at every entrance (docs/decisions/0093-normalized-text.md). */

const sources = globSync("app/**/*.{ts,tsx}").filter((path) => !/\.test\.tsx?$/.test(path));
const filesWith = (pattern: RegExp) =>
  sources.filter((path) => pattern.test(readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")));

it("normalises text instead of trimming it", () => {
  expect(filesWith(/\bz\.trim\(/)).toEqual([]);
});

it("checks emails by the pattern for internationalised domains", () => {
  expect(filesWith(/\bz\.email\(/)).toEqual([]);
});

it("finds no inputs that drop Arabic digits", () => {
  expect(filesWith(/type="number"|valueAsNumber/)).toEqual(["app/site/parts/before-after-comparison.tsx"]);
});

it("searches folded text only", () => {
  expect(filesWith(/\bILIKE\b/)).toEqual([]);
});
