import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkMigrations, MIGRATIONS, sealMigrations } from "./seal-migrations.mjs";

it("finds all committed migrations sealed and unchanged", () => {
  const { wrong, unsealed } = checkMigrations(MIGRATIONS);
  expect(wrong).toEqual([]);
  expect(unsealed, "run: node scripts/seal-migrations.mjs").toEqual([]);
});

it("finds the checksums of the baseline unchanged", () => {
  const baseline = readFileSync(join(MIGRATIONS, "checksums"), "utf8").split(/\r?\n/).slice(0, 37).join("\n");
  expect(createHash("sha256").update(baseline).digest("hex")).toBe(
    "1e5a395b4357e32c724e80e5f643ad94d3250c271aa437dd5bd2d9ac5819c759",
  );
});

describe("history of main", () => {
  // The last commit that changed a committed migration: the baseline of 2026-11-27.
  const baseline = "c97fd780";
  /** @param {string[]} args */
  const git = (...args) => spawnSync("git", args, { cwd: MIGRATIONS, encoding: "utf8" });
  const isKnown = git("cat-file", "-e", `${baseline}^{commit}`).status === 0;

  it.skipIf(!isKnown)("adds migrations without changing earlier ones", () => {
    const { status, stdout, stderr } = git(
      ...["log", "--no-renames", "--diff-filter=a", "--name-only", "--format=%h %s"],
      ...[`${baseline}..HEAD`, "--", "*.sql"],
    );
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout, "a committed migration was changed, renamed or removed").toBe("");
  });

  it.skipIf(!isKnown)("adds checksums without changing earlier ones", () => {
    const added = git("show", `${baseline}:./checksums`).stdout;
    expect(added).toContain("0001-database.sql");
    expect(
      readFileSync(join(MIGRATIONS, "checksums"), "utf8").replaceAll("\r\n", "\n").startsWith(added),
    ).toBe(true);
  });
});

describe("folder with two sealed migrations", () => {
  /** @type {string} */
  let folder;
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(join(folder, name), text);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "migrations-"));
    write("checksums", "");
    write("0001-first.sql", "SELECT 1;\n");
    write("0003-third.sql", "SELECT 3;\n");
    sealMigrations(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("accepts a new migration at the end and other line endings", () => {
    write("0001-first.sql", "SELECT 1;\r\n");
    write("0004-fourth.sql", "SELECT 4;\n");
    expect(checkMigrations(folder)).toEqual({ wrong: [], unsealed: ["0004-fourth.sql"] });
    sealMigrations(folder);
    expect(checkMigrations(folder)).toEqual({ wrong: [], unsealed: [] });
  });

  it("rejects a changed migration", () => {
    write("0001-first.sql", "SELECT 2;\n");
    expect(checkMigrations(folder).wrong).toEqual([
      "0001-first.sql was changed. Put it back as it was and make the change in a new migration.",
    ]);
  });

  it("refuses to seal a changed migration", () => {
    write("0001-first.sql", "SELECT 2;\n");
    write("0004-fourth.sql", "SELECT 4;\n");
    expect(() => sealMigrations(folder)).toThrow("0001-first.sql was changed.");
    expect(checkMigrations(folder).unsealed).toEqual(["0004-fourth.sql"]);
  });

  it("rejects a renamed migration", () => {
    renameSync(join(folder, "0001-first.sql"), join(folder, "0001-other.sql"));
    expect(checkMigrations(folder).wrong).toEqual([
      "0001-first.sql is gone. Put it back: databases have it already.",
      "0001-other.sql would come before 0003-third.sql. Give it a number after all others.",
    ]);
  });

  it("rejects missing checksums", () => {
    rmSync(join(folder, "checksums"));
    expect(() => sealMigrations(folder)).toThrow("checksums");
  });

  it("rejects a missing migration", () => {
    rmSync(join(folder, "0001-first.sql"));
    expect(checkMigrations(folder).wrong).toEqual([
      "0001-first.sql is gone. Put it back: databases have it already.",
    ]);
  });

  it("rejects a migration inserted between them", () => {
    write("0002-second.sql", "SELECT 2;\n");
    expect(checkMigrations(folder).wrong).toEqual([
      "0002-second.sql would come before 0003-third.sql. Give it a number after all others.",
    ]);
  });
});
