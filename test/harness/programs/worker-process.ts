import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { loadConfig } from "~/platform/config.server";
import { createDatabase } from "~/platform/database/database.server";
import { openLive } from "~/platform/live/live.server";
import { startWorker } from "~/server/worker.server";
import { killSelf, killSelfAtStatement } from "./kill-when";

// A worker for crash tests: bundled and run as a child process by test/faults/worker-kill.test.ts. KILL_WHEN
// is the statement at which it kills itself (kill-when.ts); "before rename" is the moment at which an email's
// file is complete but not yet renamed.
const { KILL_WHEN } = process.env;
if (KILL_WHEN === "before rename") {
  promises.rename = killSelf;
  syncBuiltinESMExports();
} else if (KILL_WHEN) killSelfAtStatement(KILL_WHEN);

const database = createDatabase({ connectionString: process.env.DATABASE_URL });
const live = await openLive(database);
const worker = await startWorker({ config: loadConfig(process.env), database, live });
process.stdout.write("ready\n");
process.on("SIGTERM", async () => {
  await worker.stop();
  await live.close();
  await database.close();
  process.exit(0);
});
