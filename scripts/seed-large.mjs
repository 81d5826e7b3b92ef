// `npm run seed:large` fills the database that the product would start with (DATABASE_URL, DATA_DIR) with a large company; a
// number makes fewer bookings, a second one fewer technicians: `npm run seed:large -- 20000 12`. The product must not run on it.
import { join } from "node:path";
import { prepare, root, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const node = await prepare();
  const program = [join(root, "scripts/run-source.mjs"), join(root, "db/seed/large/command.server.ts")];
  return run(node, [...program, ...process.argv.slice(2)], { forwardSignals: true });
});
