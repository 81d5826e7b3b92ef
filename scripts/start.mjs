import { prepare, root, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const node = await prepare({ build: true });
  return run(node, ["--enable-source-maps", `${root}/build/server/index.js`], {
    env: { NODE_ENV: "production" },
    forwardSignals: true,
  });
});
