// Runs the tests related to changed files, nearest first, until a time limit: scripts/check.mjs starts it with the product's
// Node. Arguments: the limit in milliseconds since the start, then the files.
import { dirname, join } from "node:path";
import { BaseSequencer, createVitest } from "vitest/node";
import { ROOT } from "../test/harness/projects.ts";
import { relatedTests } from "../test/harness/related-tests.ts";

/** Time for running tests to end after the limit. */
const CANCEL_MS = 5_000;

const [limitMs, ...changed] = process.argv.slice(2);
const related = relatedTests(changed);
if (related.length === 0) {
  console.log("No test relates to the change.");
  process.exit();
}
const order = new Map(related.map(({ file }, at) => [join(ROOT, file), at]));

class NearestFirst extends BaseSequencer {
  async sort(specifications) {
    return [...specifications].sort((a, b) => order.get(a.moduleId) - order.get(b.moduleId));
  }
}

let isOver = false;
/** Failed tests, and files that could not be loaded. Cancelled tests may fail, too, and do not count. */
const failed = [];
const finished = new Set();
const vitest = await createVitest("test", {
  root: ROOT,
  watch: false,
  // Fewer than in the configuration, because each loads the product and the compiler runs at the same time.
  maxWorkers: 2,
  silent: "passed-only",
  sequence: { sequencer: NearestFirst },
  reporters: [
    "default",
    {
      onTestCaseResult(test) {
        if (!isOver && test.result().state === "failed") failed.push(test.fullName);
      },
      onTestModuleEnd(module) {
        if (isOver) return;
        finished.add(module.moduleId);
        if (module.errors().length > 0) failed.push(module.relativeModuleId);
      },
    },
  ],
});

const remainingMs = Number(limitMs) - performance.now();

// Ends the run even if a test does not.
setTimeout(() => {
  report();
  process.exit(exitCode());
}, remainingMs + CANCEL_MS).unref();

setTimeout(() => {
  isOver = true;
  void vitest.cancelCurrentRun("keyboard-input");
}, remainingMs).unref();

const { unhandledErrors } = await vitest.start([...order.keys()]);
report();
await vitest.close();
process.exitCode = !isOver && unhandledErrors.length > 0 ? 1 : exitCode();

/** A run in which no test file ended proves nothing. */
function exitCode() {
  return failed.length > 0 || finished.size === 0 ? 1 : 0;
}

function report() {
  if (failed.length > 0) console.log(`Failed:\n  ${failed.join("\n  ")}`);
  const left = related.filter(({ file }) => !finished.has(join(ROOT, file)));
  if (left.length === 0) return console.log(`All ${related.length} related test files ran.`);
  const folders = Object.entries(Object.groupBy(left, ({ file }) => folderOf(file)));
  console.log(
    `${finished.size} of ${related.length} related test files ran, nearest first. \`npm test\` runs the others:\n  ${folders
      .map(([folder, tests]) => `${folder} (${tests.length})`)
      .join(", ")}`,
  );
}

/** Folder of a test; of a test in a feature, the feature. */
function folderOf(file) {
  return /^app\/features\/\w+\/[\w-]+/.exec(file)?.[0] ?? dirname(file);
}
