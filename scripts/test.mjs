// All checks, one after the other, each timed; a failure does not hide the next. `npm test -- types unit` runs a part.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { dependency, prepare, Refusal, root, run, runMain } from "./prepare.mjs";

const REPORTS = join(root, ".cache/reports");

/** Browsers that the journeys know to drive. The shell draws no window of its own, which spares a fifth of the work. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** In bytes: programs, browsers and what they write. */
const MEMORY_FOR_TESTS = 8 * 2 ** 30;

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], unsteady?: string[] }} Count */

/** @type {Record<string, (node: string) => Promise<Count>>} */
const STEPS = {
  async messages() {
    return check(0, await prepare().then(() => 0));
  },
  async types(node) {
    const typegen = await run(node, [dependency("@react-router/dev/bin.cjs"), "typegen"]);
    return check(typegen, await run(node, [dependency("typescript-7/bin/tsc"), "--noEmit"]));
  },
  async lint(node) {
    return check(
      0,
      await run(node, [dependency("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]),
    );
  },
  async unit(node) {
    const report = join(REPORTS, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await run(node, [dependency("vitest/vitest.mjs"), "run", ...reporters], { env: inMemory() });
    return count(code, report, (found) => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      skipped: found.numPendingTests + found.numTodoTests,
      failures: failedUnits(found),
    }));
  },
  async build() {
    return check(0, await prepare({ build: true, pseudoLanguage: true }).then(() => 0));
  },
  async e2e(node) {
    if (!hasJourneys()) {
      console.log("e2e/ has no tests");
      return { passed: 0, failed: 0, skipped: 0 };
    }
    const report = join(REPORTS, "e2e.json");
    const code = await run(node, [dependency("@playwright/test/cli.js"), "test", "--reporter=list,json"], {
      env: { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...inMemory() },
    });
    return count(code, report, ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: journeysOf(suites, "unexpected"),
      unsteady: journeysOf(suites, "flaky"),
    }));
  },
};

await runMain(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !(name in STEPS));
  if (unknown)
    throw new Refusal(`There is no part "${unknown}"; the parts are ${Object.keys(STEPS).join(", ")}.`);
  const node = await prepare({ messages: false });
  mkdirSync(REPORTS, { recursive: true });

  /** @type {Count} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const summary = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const unsteady = [];
  for (const [name, step] of Object.entries(STEPS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n── ${name}`);
    const began = performance.now();
    /** @type {Count} */
    let counted;
    try {
      counted = await step(node);
    } catch (error) {
      console.error(error instanceof Refusal ? error.message : error);
      counted = { passed: 0, failed: 1, skipped: 0 };
    }
    total.passed += counted.passed;
    total.failed += counted.failed;
    total.skipped += counted.skipped;
    failures.push(...(counted.failures ?? []));
    unsteady.push(...(counted.unsteady ?? []));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    summary.push(`${name.padEnd(9)} ${seconds.padStart(6)} s  ${tell(counted)}`);
  }
  // Once more at the end: whoever reads the last screen of a long run sees what to look for.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  if (unsteady.length > 0) console.log(`\nFailed once, passed when run again:\n${unsteady.join("\n")}`);
  console.log(`\n${summary.join("\n")}\n`);
  console.log(tell(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/** @param {Count} counted */
function tell({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * A check without tests of its own counts as one.
 * @param {number[]} codes
 * @returns {Count}
 */
function check(...codes) {
  const ok = codes.every((code) => code === 0);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * @param {number} code
 * @param {string} report
 * @param {(found: any) => Count} read
 * @returns {Count}
 */
function count(code, report, read) {
  const counted = existsSync(report)
    ? read(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  rmSync(report, { force: true });
  // A file that does not load or a server that does not start fails no test, and yet the run.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

/**
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 */
function failedUnits({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && status === "failed")
      return [failure(file, message || "No test of it could be run")];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file} › ${fullName}`, failureMessages[0]),
    );
  });
}

/**
 * The journeys that ended so, each with what it failed of first.
 * @param {any[]} suites
 * @param {"unexpected" | "flaky"} ended
 * @returns {string[]}
 */
function journeysOf(suites, ended) {
  return suites.flatMap(({ suites = [], specs = [] }) => [
    ...journeysOf(suites, ended),
    ...specs
      .filter(({ tests }) => tests[0]?.status === ended)
      .map(({ file, line, title, tests }) =>
        failure(`e2e/${file}:${line} › ${title}`, tests[0].results[0]?.error?.message),
      ),
  ]);
}

/**
 * @param {string} where
 * @param {string | undefined} message
 */
function failure(where, message = "") {
  return `  ${where}\n    ${stripVTControlCharacters(message).split("\n", 1)[0]}`;
}

function hasJourneys() {
  const folder = join(root, "e2e");
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(test|spec)\.tsx?$/.test(String(name)))
  );
}

/**
 * What tests write for a while, in memory where there is enough of it: databases and browsers beside each other wait for the disk.
 * Unit tests took 291 s so where they had taken 383, and a product of a journey started in 5 s instead of 15.
 */
function inMemory() {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) > MEMORY_FOR_TESTS ? { TMPDIR: folder } : {};
}

/** A browser is the one thing that npm does not bring. */
function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !existsSync(wanted)) throw new Refusal(`CHROMIUM_PATH leads nowhere: ${wanted}`);
  const known = wanted ?? BROWSERS.find(existsSync);
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [
      ["update"],
      ["install", "-y", "--no-install-recommends", "chromium-headless-shell"],
    ]) {
      spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
    }
    const installed = BROWSERS.find(existsSync);
    if (installed) return installed;
  }
  throw new Refusal(
    "The browser tests need Chromium: install it (Debian and Ubuntu: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to it.",
  );
}
