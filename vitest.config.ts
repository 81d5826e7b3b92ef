import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{app,db,test,scripts}/**/*.test.{ts,tsx,mjs}"],
    setupFiles: ["./test/harness/vitest-setup.ts"],
    globalSetup: ["./test/harness/servers/database-servers.ts", "./test/harness/programs/bundle.ts"],
    // Workers partly wait for servers and processes. On two cores three workers took 383 s and two took 427 s.
    maxWorkers: 3,
    // Loading the product for each file took as long as all tests together.
    isolate: false,
    // Long limits, because a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // An unusual time zone reveals code that depends on the machine's.
    env: {
      TZ: "America/St_Johns",
      // One seed for all random tests of a run.
      SEED: process.env.SEED ?? String(Date.now() % 1_000_000),
    },
  },
});
