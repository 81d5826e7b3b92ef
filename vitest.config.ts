import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{app,db,test,scripts}/**/*.test.{ts,tsx,mjs}"],
    setupFiles: ["./test/harness/each-file.ts"],
    globalSetup: ["./test/harness/servers/database-servers.ts", "./test/harness/programs/bundle.ts"],
    // Two cores, three workers: they wait for servers and processes a part of the time. Three took 383 s where two took 427.
    maxWorkers: 3,
    // Loading the product anew for each file took as long as all tests together.
    isolate: false,
    // On a machine with ten times too much to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Sources are written for a machine anywhere on earth; the clock of this one is the least likely to be Dubai's.
    env: {
      TZ: "America/St_Johns",
      // What a run does by chance, all files of it do by the same.
      SEED: process.env.SEED ?? String(Date.now() % 1_000_000),
    },
  },
});
