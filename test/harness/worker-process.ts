import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";
import { loadConfig } from "~/platform/config.server";
import { createDatabase } from "~/platform/database/database.server";
import { openLive } from "~/platform/live.server";
import { startWorker } from "~/worker.server";

// A worker of its own for the tests of what happens when one is killed: bundled and run as another process by
// test/faults/worker-kill.test.ts. KILL_WHEN says before or after which statement it kills itself: "before <pattern>" or
// "after <pattern>", on what the connection did in its transaction so far, as "begin -> … => <the statement>".
// "before rename" is the moment at which a mail's file is complete but not yet under its name.
const [moment, pattern] = process.env.KILL_WHEN?.split(/ (.*)/s) ?? [];

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal arrives a moment later, and nothing more may be done until then.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

if (pattern === "rename") {
  promises.rename = die;
  syncBuiltinESMExports();
} else if (pattern) {
  const deadly = new RegExp(pattern, "is");
  const done = new WeakMap<pg.Client, string>();
  // The driver's method has many signatures; only its first argument matters here.
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = (typeof first === "string" ? first : (first.text ?? "")).trim();
    const before = /^(begin|start transaction)/i.test(text) ? "" : (done.get(this) ?? "");
    const hit = deadly.test(`${before} => ${text}`);
    done.set(this, `${before} -> ${text}`);
    if (hit && moment === "before") die();
    const result = query.apply(this, args);
    if (hit) Promise.resolve(result).then(die);
    return result;
  } as typeof pg.Client.prototype.query;
}

const database = createDatabase({ connectionString: process.env.DATABASE_URL });
const live = await openLive(database.pool);
const worker = await startWorker({ config: loadConfig(process.env), database, live });
process.stdout.write("ready\n");
process.on("SIGTERM", async () => {
  await worker.stop();
  await live.close();
  await database.close();
  process.exit(0);
});
