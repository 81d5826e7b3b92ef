import { dependency, prepare, run, runMain } from "./prepare.mjs";

// The long proofs: rivals for one slot, and plugs pulled again and again. SEED=… repeats a run.
await runMain(async () => {
  const node = await prepare({ build: true });
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
    await run(node, [dependency("@playwright/test/cli.js"), "test", "killed.spec.ts"], { env }),
  ];
  return codes.every((code) => code === 0) ? 0 : 1;
});
