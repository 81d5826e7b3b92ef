import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const HOOK = join(import.meta.dirname, "git-hooks/commit-msg");

describe("commit message hook", () => {
  /** @type {string} */
  let folder;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "commit-msg-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** @param {string} message */
  function run(message) {
    const file = join(folder, "message");
    writeFileSync(file, message);
    return spawnSync("sh", [HOOK, file], { encoding: "utf8" });
  }

  it("accepts a subject of 72 characters with a longer body", () => {
    expect(run(`${"s".repeat(72)}\n\n${"b".repeat(200)}\n`).status).toBe(0);
  });

  it("refuses a subject of 73 characters and states the limit", () => {
    const refused = run(`# comment\n${"s".repeat(73)}\n`);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("73 characters; the limit is 72");
  });

  it("accepts a long subject of a merge commit", () => {
    expect(run(`Merge branch '${"b".repeat(80)}'\n`).status).toBe(0);
  });
});
