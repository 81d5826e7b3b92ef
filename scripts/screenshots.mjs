import { dependency, prepare, run, runMain, SetupError } from "./prepare.mjs";

// Takes screenshots of the built product: those of the README, or with the argument "all" those of every screen.
await runMain(async () => {
  const [selection = "readme", ...others] = process.argv.slice(2);
  if (!["readme", "all"].includes(selection) || others.length > 0)
    throw new SetupError("The only argument is all.");
  const node = await prepare({ build: true });
  return run(
    node,
    [dependency("@playwright/test/cli.js"), "test", "--config", "e2e/screenshots/playwright.config.ts"],
    { env: { SCREENSHOTS: selection } },
  );
});
