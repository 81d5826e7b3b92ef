import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { findBlockedWord, neutralFileName } from "../vite.chunks";

it("replaces words that content blockers refuse in names of emitted files", () => {
  expect(neutralFileName("analytics-page")).toBe("part-page");
  expect(neutralFileName("visit-tracking")).toBe("visit-part");
  expect(neutralFileName("worker-stopped-banner")).toBe("worker-stopped-part");
  expect(neutralFileName("statement-page")).toBe("statement-page");
  expect(neutralFileName("address-field")).toBe("address-field");
});

it("finds words that content blockers refuse", () => {
  for (const name of ["analytics-page", "web-tracking", "Cookies", "ads", "thumb_banner.x"])
    expect(findBlockedWord(name), name).toBeDefined();
  for (const name of ["address-field", "shared-page", "statement-page", "metrical", "trackless"])
    expect(findBlockedWord(name), name).toBeUndefined();
});

it("serves no file under a name that content blockers refuse", () => {
  const files = globSync("public/**/*.*").concat(globSync("app/**/*.{svg,png,webp,avif,jpg,woff2}"));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => file.split("/").slice(1).some(findBlockedWord))).toEqual([]);
});
