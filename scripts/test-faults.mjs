import { listLongBrowserTests } from "./long-browser-tests.mjs";
import { dependency, prepare, run, runMain } from "./prepare.mjs";

// The long tests: concurrent bookings of one slot, repeated crashes, and all pages, hostile pictures and
// restore drills, of which `npm test` runs a random selection. SEED=… repeats a run.

await runMain(async () => {
  const node = await prepare({ build: true, pseudoLanguage: true });
  const env = { LONG_PROOFS: "on" };
  const codes = [
    await run(
      node,
      [
        dependency("vitest/vitest.mjs"),
        "run",
        "--config",
        "test/faults/vitest.config.ts",
        "--reporter=verbose",
      ],
      { env },
    ),
    await run(node, [dependency("@playwright/test/cli.js"), "test", ...listLongBrowserTests()], { env }),
  ];
  return codes.every((code) => code === 0) ? 0 : 1;
});
