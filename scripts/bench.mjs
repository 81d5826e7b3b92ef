// `npm run bench` runs all benchmarks of bench/; `npm run bench -- invoices` a part.
import { dependency, prepare, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const node = await prepare({ build: true });
  return run(node, [
    dependency("vitest/vitest.mjs"),
    ...["run", "--config", "bench/vitest.config.ts"],
    ...process.argv.slice(2),
  ]);
});
