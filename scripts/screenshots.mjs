import { dependency, prepare, run, runMain } from "./prepare.mjs";

// The pictures of the README, taken from the built product.
await runMain(async () => {
  const node = await prepare({ build: true });
  return run(node, [
    dependency("@playwright/test/cli.js"),
    "test",
    "--config",
    "e2e/screenshots/playwright.config.ts",
  ]);
});
