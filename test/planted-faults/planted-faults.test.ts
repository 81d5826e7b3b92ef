import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILES_BY_TURN } from "../harness/turns";
import { faults, parseTest, plantFault } from "./faults.mjs";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

describe("planted faults", () => {
  it("lists forty-one faults, twenty of them visible in the browser alone", () => {
    expect(faults).toHaveLength(41);
    expect(faults.filter(({ tests }) => tests.every((test) => test.startsWith("e2e/")))).toHaveLength(20);
  });

  it.each(faults)("matches its file exactly once: $description", (fault) => {
    const source = read(fault.file);
    expect(plantFault(source, fault)).not.toBe(source);
  });

  it.each(faults)("names existing tests of every `npm test`: $description", ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const test of tests) {
      const { file, title } = parseTest(test);
      const line = read(file)
        .split("\n")
        .find((line) => line.includes(title));
      expect(line).toBeDefined();
      expect(line).not.toMatch(/@(long|turn)/);
      expect(Object.values(FILES_BY_TURN).flat()).not.toContain(file);
    }
  });
});
