import { prepare, runMain } from "./prepare.mjs";

await runMain(async () => {
  await prepare({ build: true });
  return 0;
});
