// Proves that the tests catch the faults of test/planted-faults: plants each fault in a copy of the working tree and
// runs the tests that must fail. `node scripts/planted-faults.mjs 3 17` runs these faults, `--together` plants all of
// them in one build, which is quicker, but lets one fault fail the test of another.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { faults, parseTest, plantFault } from "../test/planted-faults/faults.mjs";
import { findChromium } from "./chromium.mjs";
import { prepare, root, runMain, SetupError } from "./prepare.mjs";
import { memoryBackedEnv } from "./test-environment.mjs";

/** @typedef {import("../test/planted-faults/faults.mjs").Fault & { number: number }} NumberedFault */
/** @typedef {{ file: string, title: string, message: string }} Failure */

await runMain(async () => {
  const args = process.argv.slice(2);
  const together = args.includes("--together");
  const selected = selectFaults(args.filter((arg) => arg !== "--together"));
  const node = await prepare();
  const copy = copyWorkingTree();
  try {
    const groups = together ? [selected] : selected.map((fault) => [fault]);
    const missed = groups.flatMap((group) => findMissedFaults(node, copy, group));
    console.log(`\n${selected.length - missed.length} of ${selected.length} faults caught`);
    if (missed.length > 0) console.log(`Missed: ${missed.map(({ number }) => number).join(", ")}`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** @param {string[]} numbers */
function selectFaults(numbers) {
  const numbered = faults.map((fault, index) => ({ ...fault, number: index + 1 }));
  if (numbers.length === 0) return numbered;
  return numbers.map((text) => {
    const fault = numbered[Number(text) - 1];
    if (!fault) throw new SetupError(`There is no fault ${text}; the faults are 1 to ${faults.length}.`);
    return fault;
  });
}

/** Copies the files that git knows or would add, because a worktree lacks uncommitted changes. */
function copyWorkingTree() {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const copy = mkdtempSync(join(tmpdir(), "planted-faults-"));
  for (const file of stdout.split("\0").filter(Boolean)) {
    // Git also lists files that were deleted since the last commit.
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/**
 * @param {string} node
 * @param {string} copy
 * @param {NumberedFault[]} group
 */
function findMissedFaults(node, copy, group) {
  const files = new Map(group.map(({ file }) => [file, readFileSync(join(copy, file), "utf8")]));
  try {
    for (const fault of group) {
      const path = join(copy, fault.file);
      writeFileSync(path, plantFault(readFileSync(path, "utf8"), fault));
    }
    const failures = runTests(
      node,
      copy,
      group.flatMap(({ tests }) => tests),
    );
    return group.filter((fault) => !isCaught(fault, failures));
  } finally {
    for (const [file, source] of files) writeFileSync(join(copy, file), source);
  }
}

/**
 * Each listed test must fail.
 * @param {NumberedFault} fault
 * @param {Failure[]} failures
 */
function isCaught({ number, description, tests }, failures) {
  const found = tests.map((test) => {
    const { file, title } = parseTest(test);
    return failures.find((failure) => failure.file === file && failure.title.includes(title));
  });
  const caught = !found.includes(undefined);
  console.log(`${caught ? "caught" : "MISSED"} ${number}. ${description}`);
  for (const failure of found) if (failure) console.log(`       ${failure.title}: ${failure.message}`);
  return caught;
}

/**
 * @param {string} node
 * @param {string} copy
 * @param {string[]} tests
 */
function runTests(node, copy, tests) {
  const browserTests = tests.filter((test) => test.startsWith("e2e/"));
  const unitTests = tests.filter((test) => !test.startsWith("e2e/"));
  return [
    ...(unitTests.length > 0 ? runUnitTests(node, copy, unitTests) : []),
    ...(browserTests.length > 0 ? runBrowserTests(node, copy, browserTests) : []),
  ];
}

/**
 * @param {string} node
 * @param {string} copy
 * @param {string[]} tests
 * @returns {Failure[]}
 */
function runUnitTests(node, copy, tests) {
  runIn(copy, node, ["scripts/messages.mjs"]);
  const report = join(copy, "unit.json");
  const files = [...new Set(tests.map((test) => parseTest(test).file))];
  const args = ["run", ...files, "--reporter=json", `--outputFile=${report}`];
  const output = runIn(copy, node, ["node_modules/vitest/vitest.mjs", ...args], { NODE_ENV: "test" });
  return readReport(report, output).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => ({
        file: name.slice(copy.length + 1),
        title: fullName,
        message: firstLine(failureMessages[0]),
      })),
  );
}

/**
 * @param {string} node
 * @param {string} copy
 * @param {string[]} tests
 * @returns {Failure[]}
 */
function runBrowserTests(node, copy, tests) {
  const built = runIn(copy, node, ["scripts/build.mjs"]);
  const report = join(copy, "e2e.json");
  const parsed = tests.map(parseTest);
  const titles = parsed.map(({ title }) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const files = [...new Set(parsed.map(({ file }) => file))];
  const args = ["test", ...files, "-g", titles, "--retries=0", "--reporter=json"];
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...memoryBackedEnv() };
  const output = runIn(copy, node, ["node_modules/@playwright/test/cli.js", ...args], env);
  const failures = listFailures(readReport(report, built + output).suites);
  // A test that cannot start would fail without the fault, too.
  const unstarted = failures.find(({ message }) => /browserType\.launch/.test(message));
  if (unstarted) throw new SetupError(`The browser tests could not start: ${unstarted.message}`);
  return failures;
}

/**
 * @param {any[]} suites
 * @returns {Failure[]}
 */
function listFailures(suites) {
  return suites.flatMap(({ suites = [], specs = [] }) => [
    ...listFailures(suites),
    ...specs
      .filter(({ tests }) => tests[0]?.status === "unexpected")
      .map(({ file, title, tests }) => ({
        file: `e2e/${file}`,
        title,
        message: firstLine(tests[0].results[0]?.error?.message),
      })),
  ]);
}

/**
 * @param {string} report
 * @param {string} output
 */
function readReport(report, output) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    throw new SetupError(`The tests could not run:\n${output.slice(-4_000)}`);
  } finally {
    rmSync(report, { force: true });
  }
}

/**
 * @param {string} copy
 * @param {string} node
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function runIn(copy, node, args, env = {}) {
  const options = { cwd: copy, env: { ...process.env, ...env }, encoding: /** @type {const} */ ("utf8") };
  const { stdout, stderr } = spawnSync(node, args, { ...options, maxBuffer: 2 ** 28 });
  return stdout + stderr;
}

function firstLine(message = "") {
  return stripVTControlCharacters(message).split("\n", 1)[0];
}
