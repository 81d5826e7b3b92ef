import type { Kysely } from "kysely";
import { seed } from "../../db/seed/seed.server";
import { cardProvider } from "../features/payments/card/provider/card-providers.server";
import { type Auth, createAuth } from "../platform/auth/auth.server";
import { ensureFirstAdmin } from "../platform/auth/first-admin.server";
import { type Config, needsDataDir, prepareDataDir } from "../platform/config.server";
import { openDatabase } from "../platform/database/open.server";
import type { Tables } from "../platform/database/tables";
import { type FileStore, openFileStore } from "../platform/files/file-store.server";
import { type Live, openLive } from "../platform/live/live.server";
import { startWorker } from "./worker.server";

/** A started product: everything that a surface needs, and the way to end it. */
export interface Running {
  config: Config;
  db: Kysely<Tables>;
  auth: Auth;
  live: Live;
  files: FileStore;
  /** Whether cards are taken. */
  cards: boolean;
  /** Set when the process was told to stop: it answers what still comes, and says that nobody should be sent here. */
  stopping: boolean;
  /** Ends the worker, the live connections and the database, in that order. */
  close(): Promise<void>;
}

/** Starts everything but the web server: database, migrations, first data, worker. */
export async function boot(config: Config): Promise<Running> {
  if (needsDataDir(config)) prepareDataDir(config.dataDir);
  const database = await openDatabase(config);
  const auth = createAuth(config, database.db);
  await ensureFirstAdmin({ db: database.db, auth, config, log: console.log });
  await seed({ db: database.db, config });
  const live = await openLive(database.pool);
  const worker = config.role === "web" ? null : await startWorker({ config, database, live });
  return {
    config,
    db: database.db,
    auth,
    live,
    files: openFileStore(config),
    cards: cardProvider(config) !== null,
    stopping: false,
    async close() {
      await worker?.stop();
      await live.close();
      await database.close();
    },
  };
}
