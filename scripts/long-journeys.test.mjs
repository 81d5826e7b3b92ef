import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { longJourneys } from "./long-journeys.mjs";

it("selects browser tests with rounds and those with both themes", () => {
  const folder = mkdtempSync(join(tmpdir(), "journeys-"));
  try {
    const write = (name, source) => writeFileSync(join(folder, name), source);
    mkdirSync(join(folder, "office"));
    write("killed.spec.ts", 'import { rounds } from "../test/faults/rounds";');
    write("office/invoices.spec.ts", 'import { expectGoodLooks, PHONE } from "./looks";');
    write("wake.spec.ts", 'import { PHONE } from "./looks";');
    write("looks.ts", "export async function expectGoodLooks() {}");
    expect(longJourneys(folder).sort()).toEqual(["killed.spec.ts", "office/invoices.spec.ts"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("finds the long browser tests of the project", () => {
  expect(longJourneys()).toEqual(
    expect.arrayContaining([
      "whole-product/killed.spec.ts",
      "whole-product/language.spec.ts",
      "office/invoices.spec.ts",
    ]),
  );
  expect(longJourneys()).not.toContain("visitor/specification.spec.ts");
});
