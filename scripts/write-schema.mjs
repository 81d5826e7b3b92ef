// `node scripts/write-schema.mjs` writes db/schema.sql, the complete schema, and db/tables.ts, the types of its
// tables, read from a new database of the embedded server.
import { join } from "node:path";
import { prepare, root, run, runMain } from "./prepare.mjs";

await runMain(async () => {
  const node = await prepare();
  return run(node, [join(root, "scripts/run-source.mjs"), join(root, "db/schema.server.ts")], {
    forwardSignals: true,
  });
});
