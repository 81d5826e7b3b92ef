import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listLongBrowserTests } from "./long-browser-tests.mjs";

it("selects browser tests with rounds and those with both themes", () => {
  const folder = mkdtempSync(join(tmpdir(), "journeys-"));
  try {
    const write = (name, source) => writeFileSync(join(folder, name), source);
    mkdirSync(join(folder, "office"));
    write("crash-recovery.spec.ts", 'import { rounds } from "../test/faults/rounds";');
    write("office/invoices.spec.ts", 'import { expectGoodLayout, PHONE } from "./visual-checks";');
    write("deferred-scripts.spec.ts", 'import { PHONE } from "./visual-checks";');
    write("visual-checks.ts", "export async function expectGoodLayout() {}");
    expect(listLongBrowserTests(folder).sort()).toEqual([
      "crash-recovery.spec.ts",
      "office/invoices.spec.ts",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("finds the long browser tests of the project", () => {
  expect(listLongBrowserTests()).toEqual(
    expect.arrayContaining([
      "whole-product/crash-recovery.spec.ts",
      "whole-product/pseudo-language.spec.ts",
      "office/invoices.spec.ts",
    ]),
  );
  expect(listLongBrowserTests()).not.toContain("visitor/specified-texts.spec.ts");
});
