import { prepare, root, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const began = performance.now();
  const node = await prepare({ build: true });
  console.log(`Prepared in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return run(node, ["--enable-source-maps", `${root}/build/server/index.js`], {
    env: { NODE_ENV: "production" },
    forwardSignals: true,
  });
});
