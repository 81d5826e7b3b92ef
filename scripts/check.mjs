// `npm run check`: compiler, linter and the tests nearest to the changed files in less than a minute, with test servers that
// stay up between runs (--stop ends them). `npm run watch` repeats it for each change.
import { spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { prepare, root, run, runMain, SetupError } from "./prepare.mjs";
import { checkLint, checkTypes, execute } from "./static-checks.mjs";
import { memoryBackedEnv } from "./test-environment.mjs";

/** Time after which no further test starts. Types and lint run meanwhile. */
const LIMIT_MS = 48_000;

const WATCHED_FOLDERS = ["app", "db", "e2e", "messages", "scripts", "test"];
const GENERATED = /^(app\/paraglide|messages\/en-XB)\b|[~#]$/;

/** Memory for two test servers and their databases, in bytes. */
const MEMORY_FOR_SERVERS = 2 * 2 ** 30;

const args = process.argv.slice(2);

await runMain(async () => {
  if (args.includes("--stop")) {
    const node = await prepare({ messages: false });
    return run(node, ["scripts/run-source.mjs", "test/harness/servers/standing-servers.ts", "stop"]);
  }
  if (args.includes("--watch")) return watchFiles();
  return (await check(listChangedFiles(args[0]))) ? 0 : 1;
});

/**
 * Files that differ from a commit. Without one: the uncommitted changes, or the last commit if there are none.
 * @param {string | undefined} commit
 */
function listChangedFiles(commit) {
  const changed = listUncommitted(commit);
  const hasParent = () => spawnSync("git", ["rev-parse", "--verify", "HEAD~1"], { cwd: root }).status === 0;
  return changed.length === 0 && !commit && hasParent()
    ? git("diff", "--name-only", "HEAD~1", "HEAD")
    : changed;
}

function listUncommitted(commit = "HEAD") {
  return [...git("diff", "--name-only", commit), ...git("ls-files", "--others", "--exclude-standard")];
}

/** @param {string[]} gitArgs */
function git(...gitArgs) {
  const { status, stdout, stderr } = spawnSync("git", gitArgs, { cwd: root, encoding: "utf8" });
  if (status !== 0)
    throw new SetupError(stderr || "Changed files are found with git, which is not installed.");
  return stdout.split("\n").filter(Boolean);
}

/**
 * Runs the three parts at the same time; returns true if all passed.
 * @param {string[]} changed
 * @param {AbortSignal} [signal]
 */
async function check(changed, signal) {
  if (changed.length === 0) {
    console.log("No file has changed.");
    return true;
  }
  const startedAt = performance.now();
  console.log(`Changed: ${changed.slice(0, 10).join(", ")}${changed.length > 10 ? " …" : ""}`);
  const node = await prepare();
  const testEnv = { NODE_ENV: "test", STANDING_SERVERS: "on", ...memoryBackedEnv(MEMORY_FOR_SERVERS) };
  const testArgs = ["scripts/run-related-tests.mjs", String(LIMIT_MS), ...changed];
  const parts = {
    types: checkTypes(node, { incremental: true, signal }),
    lint: checkLint(node, { signal }),
    tests: execute(node, testArgs, { env: testEnv, signal, live: true }),
  };
  const failed = await Promise.all(
    Object.entries(parts).map(async ([name, result]) => {
      const { code, output } = await result;
      if (code === 0 || signal?.aborted) return [];
      console.log(`\n── ${name}\n${output}`);
      return [name];
    }),
  );
  if (signal?.aborted) return false;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `\n${failed.flat().length > 0 ? `Failed: ${failed.flat().join(", ")}` : "Passed"} (${seconds} s)`,
  );
  return failed.flat().length === 0;
}

/** Checks the uncommitted changes now, and the changed files after each change, which ends a running check. */
async function watchFiles() {
  /** @type {Set<string>} Files without a passed check. */
  const unchecked = new Set(listUncommitted());
  let abort = new AbortController();
  let notify = () => {};
  /** @type {NodeJS.Timeout | undefined} */
  let debounce;
  for (const folder of WATCHED_FOLDERS) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      const file = join(folder, String(name));
      if (GENERATED.test(file)) return;
      unchecked.add(file);
      clearTimeout(debounce);
      debounce = setTimeout(() => {
        abort.abort();
        notify();
      }, 200);
    });
  }
  for (;;) {
    abort = new AbortController();
    const changed = new Promise((resolve) => {
      notify = () => resolve(undefined);
    });
    const files = [...unchecked];
    if (await check(files, abort.signal)) for (const file of files) unchecked.delete(file);
    if (!abort.signal.aborted) console.log("Waiting for changes …\n");
    await changed;
  }
}
