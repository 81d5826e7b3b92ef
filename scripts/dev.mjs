import { dependency, forgetMessages, prepare, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const node = await prepare();
  forgetMessages();
  return run(node, [dependency("@react-router/dev/bin.cjs"), "dev", ...process.argv.slice(2)], {
    env: { NODE_ENV: "development" },
    forwardSignals: true,
  });
});
