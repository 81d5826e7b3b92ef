import pg from "pg";
import { type Config, ConfigError } from "../config.server";
import { log } from "../log.server";
import { createDatabase, type Database } from "./database.server";
import { startEmbeddedPostgres } from "./embedded/embedded.server";
import { migrate } from "./migrate.server";
import type { Connection } from "./pool.server";

export interface OpenedDatabase extends Database {
  /** Migrations that this start applied. */
  migrations: readonly string[];
}

export async function openDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl">,
  logLine: (line: string) => void = (line) => log.info("database-start", line),
  timeoutMs = 20_000,
): Promise<OpenedDatabase> {
  const { dataDir, databaseUrl } = config;
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: logLine });
  const connection = embedded?.connection ?? { connectionString: databaseUrl };
  let migrations: string[];
  try {
    if (!embedded) await waitFor(connection, logLine, timeoutMs);
    migrations = await migrate(connection);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const database = createDatabase(connection);
  return {
    ...database,
    admin: embedded?.admin,
    migrations,
    async close() {
      await database.close();
      await embedded?.stop();
    },
  };
}

async function waitFor(
  connection: Connection,
  logLine: (line: string) => void,
  timeoutMs: number,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(
        "SELECT current_setting('server_version') AS version",
      );
      const version = rows[0]?.version ?? "";
      if (Number.parseInt(version, 10) >= 15) return;
      throw new ConfigError(`DATABASE_URL is PostgreSQL ${version}; 15 or newer is required`);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const reason = error instanceof Error && error.message ? error.message : String(code);
      const passing = ["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "57P03"].includes(String(code));
      if (!passing || Date.now() > end)
        throw new ConfigError(`DATABASE_URL: no connection to the database: ${reason}`);
      logLine(`Waiting for the database: ${reason}`);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
