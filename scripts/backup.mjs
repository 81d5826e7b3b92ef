import { prepare, root, run, runMain } from "./prepare.mjs";

// `npm run backup`, `npm run restore -- ARCHIVE --data-dir DIR`: docs/operations.md, "Backup and restore".
await runMain(async () => {
  const node = await prepare({ build: true });
  const args = ["--enable-source-maps", `${root}/build/server/index.js`, ...process.argv.slice(2)];
  return run(node, args, { env: { NODE_ENV: "production" }, forwardSignals: true });
});
