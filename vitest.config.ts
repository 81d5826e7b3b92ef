import { defineConfig } from "vitest/config";
import { TESTS, testsByProject } from "./test/harness/projects.ts";
import { filesOfOtherTurns } from "./test/harness/turns.ts";

const { database, processes } = testsByProject();
const leftOut = filesOfOtherTurns();

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // The imports of a test file decide its project (test/harness/projects.ts).
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: [TESTS],
          exclude: [...database, ...processes, ...leftOut],
          setupFiles: ["./test/harness/rules-setup.ts"],
        },
      },
      { extends: true, test: { name: "database", include: database, exclude: leftOut } },
      { extends: true, test: { name: "processes", include: processes, exclude: leftOut } },
    ],
    setupFiles: ["./test/harness/vitest-setup.ts"],
    // Plain JavaScript, which Node.js loads without a transform.
    server: { deps: { external: [/\/app\/paraglide\//] } },
    // They start servers and bundles when the first test requests one.
    globalSetup: ["./test/harness/servers/database-setup.ts", "./test/harness/programs/bundle.ts"],
    // Workers partly wait for servers and processes. On two cores three workers took 383 s and two took 427 s.
    maxWorkers: 3,
    // Loading the product for each file took as long as all tests together.
    isolate: false,
    // Collecting garbage less often takes an eighth less processor time.
    execArgv: ["--max-semi-space-size=64"],
    // Long limits, because a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // An unusual time zone reveals code that depends on the machine's.
    env: {
      TZ: "America/St_Johns",
      // One seed for all random tests of a run.
      SEED: process.env.SEED ?? String(Date.now() % 1_000_000),
    },
  },
});
