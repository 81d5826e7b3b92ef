import { dependency, prepare, run, runMain } from "./prepare.mjs";

// Takes the README's screenshots from the built product.
await runMain(async () => {
  const node = await prepare({ build: true });
  return run(node, [
    dependency("@playwright/test/cli.js"),
    "test",
    "--config",
    "e2e/screenshots/playwright.config.ts",
  ]);
});
