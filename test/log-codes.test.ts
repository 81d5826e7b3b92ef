import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** First argument of a log call, or the code that `forEachIsolated` logs. */
const CODE = /\blog\.(?:info|warn|error)\(\s*("[^"]*"|[^\s,)]+)|\bcode: ("[^"]*"),\s*failed:/g;
/** Passes on the code of its caller. */
const FORWARDED = "app/platform/for-each-isolated.server.ts";

function findCodes(source: string): string[] {
  return [...source.matchAll(CODE)].map(([, argument, option]) => argument ?? option ?? "");
}

describe("log codes", () => {
  const codes = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.tsx?$|^app\/paraglide\//.test(file) && file !== FORWARDED)
    .flatMap((file) => findCodes(readFileSync(file, "utf8")));

  it("uses kebab-case literals as codes", () => {
    expect(codes.length).toBeGreaterThan(50);
    expect(codes.filter((code) => !/^"[a-z0-9]+(-[a-z0-9]+)+"$/.test(code))).toEqual([]);
  });

  it("uses each code in one place", () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it.each([
    ['log.warn("A text")', '"A text"'],
    ["log.error(\n  message, { error })", "message"],
    ['const report = { code: "reminder-failed", failed: "A reminder failed" }', '"reminder-failed"'],
  ])("includes the code of %s", (source, code) => {
    expect(findCodes(source)).toEqual([code]);
  });
});
