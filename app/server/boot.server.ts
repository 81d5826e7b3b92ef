import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { seed } from "../../db/seed/seed.server";
import { cardProvider } from "../features/finance/payments/card/provider/card-providers.server";
import { type Auth, createAuth } from "../platform/auth/auth.server";
import { ensureFirstAdmin } from "../platform/auth/first-admin.server";
import { type Config, needsDataDir, prepareDataDir } from "../platform/config.server";
import { connectionTo } from "../platform/database/database-client.server";
import { type OpenedDatabase, openDatabase } from "../platform/database/open.server";
import { openReplica } from "../platform/database/replica.server";
import type { Tables } from "../platform/database/tables";
import { type FileStore, openFileStore } from "../platform/files/file-store.server";
import type { Replica } from "../platform/http/replica.server";
import { type Live, openLive } from "../platform/live/live.server";
import { log } from "../platform/log.server";
import type { PoolState } from "../platform/metrics/observed-state.server";
import { startWorker } from "./worker.server";

/** The started parts of the product. */
export interface Running {
  config: Config;
  db: Kysely<Tables>;
  pool: PoolState;
  /** Null without DATABASE_READ_URL, and in workers. */
  replica: Replica | null;
  auth: Auth;
  live: Live;
  files: FileStore;
  /** True if a card provider is configured. */
  cards: boolean;
  /** Set on SIGTERM. Requests are still answered, but /readyz asks the load balancer to send no more. */
  stopping: boolean;
  close(): Promise<void>;
}

/** Starts database, migrations, first data and worker, but no web server. */
export async function boot(config: Config): Promise<Running> {
  if (needsDataDir(config)) prepareDataDir(config.dataDir);
  const database = await openFilledDatabase(config);
  const auth = createAuth(config, database.db);
  // After the sample data, so that the sign-in details are at the end of the first start's output.
  await ensureFirstAdmin({ db: database.db, auth, config, log: console.log });
  const live = await openLive(database);
  const replica = openConfiguredReplica(config, database);
  const worker = config.role === "web" ? null : await startWorker({ config, database, live });
  return {
    config,
    db: database.db,
    pool: database.pool,
    replica,
    auth,
    live,
    files: openFileStore(config),
    cards: cardProvider(config) !== null,
    stopping: false,
    async close() {
      await worker?.stop();
      await live.close();
      await replica?.close();
      await database.close();
    },
  };
}

function openConfiguredReplica({ databaseReadUrl, poolSize, role }: Config, { pool }: OpenedDatabase) {
  if (!databaseReadUrl || role === "worker") return null;
  return openReplica({ ...connectionTo(databaseReadUrl), max: poolSize }, pool);
}

/** The first start with the embedded database takes seconds and prints its stages. */
async function openFilledDatabase(config: Config): Promise<OpenedDatabase> {
  const isFirstStart = !config.databaseUrl && !existsSync(join(config.dataDir, "postgres"));
  const stage: typeof printStage = isFirstStart ? printStage : (_title, work) => work();
  const database = await stage("Preparing the database", () => openDatabase(config));
  const { migrations } = database;
  if (!isFirstStart && migrations.length > 0)
    log.info("database-migrated", "Database brought up to date", { migrations });
  const content = config.sampleData ? "sample data" : "services and prices";
  await stage(`Adding ${content}`, () => seed({ db: database.db, config }));
  return database;
}

/** Prints a stage of the first start and its duration in one line, as scripts/prepare.mjs does for earlier stages. */
async function printStage<T>(title: string, work: () => Promise<T>): Promise<T> {
  process.stdout.write(`${title}… `);
  const startedAt = performance.now();
  let duration = "";
  try {
    const result = await work();
    duration = `${Math.round((performance.now() - startedAt) / 1000)} s`;
    return result;
  } finally {
    process.stdout.write(`${duration}\n`);
  }
}
