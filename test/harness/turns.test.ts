import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, testsByProject } from "./projects";
import { FILES_BY_TURN } from "./turns";

const turns = Object.keys(FILES_BY_TURN);

it("names existing test files, each once", () => {
  const files = Object.values(FILES_BY_TURN).flat();
  const existing = Object.values(testsByProject()).flat();
  expect(files.filter((file) => !existing.includes(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

it("gives every marked browser journey one of the turns", () => {
  const sources = globSync("e2e/**/*.spec.ts", { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  const marks = sources.flatMap((source) => [...source.matchAll(/@turn-?(\w*)/g)].map(([, turn]) => turn));
  expect(new Set(marks)).toEqual(new Set(turns));
});

it("counts the turns as scripts/test.mjs does", () => {
  expect(readFileSync(join(ROOT, "scripts/test.mjs"), "utf8")).toContain(`const TURNS = ${turns.length};`);
});
