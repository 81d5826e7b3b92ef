import { type Config, ConfigError } from "../config.server";
import { ConnectionLost } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { createDatabase, type Database } from "./database.server";
import { connectionTo, DatabaseClient } from "./database-client.server";
import { startEmbeddedPostgres } from "./embedded/embedded.server";
import { migrate } from "./migrate.server";
import type { Connection } from "./pool.server";
import { isPooler, roleOf, setSessionDefaults } from "./session-defaults.server";

export interface OpenedDatabase extends Database {
  /** Migrations that this start applied. */
  migrations: readonly string[];
}

export async function openDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl"> & Partial<Pick<Config, "databaseDirectUrl" | "poolSize">>,
  logLine: (line: string) => void = (line) => log.info("database-start", line),
  timeoutMs = 20_000,
): Promise<OpenedDatabase> {
  const { dataDir, databaseUrl, databaseDirectUrl, poolSize } = config;
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, log: logLine });
  const connection = embedded?.connection ?? connectionTo(databaseUrl!);
  const direct = databaseDirectUrl ? connectionTo(databaseDirectUrl) : undefined;
  let migrations: string[];
  try {
    if (!embedded) await prepareServer(connection, direct, logLine, timeoutMs);
    migrations = await migrate(direct ?? connection);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const database = createDatabase({ ...connection, max: poolSize, direct });
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

/** Waits for the server, and prepares it for a connection pooler. Throws a ConfigError that names the setting. */
async function prepareServer(
  connection: Connection,
  direct: Connection | undefined,
  logLine: (line: string) => void,
  timeoutMs: number,
): Promise<void> {
  let role: string | undefined;
  if (direct) {
    await waitFor(direct, "DATABASE_DIRECT_URL", logLine, timeoutMs);
    role = await setSessionDefaults(direct);
  }
  await waitFor(connection, "DATABASE_URL", logLine, timeoutMs);
  if (role && role !== (await roleOf(connection)))
    throw new ConfigError("DATABASE_URL and DATABASE_DIRECT_URL must have the same user");
  if (!(await isPooler(connection))) return;
  if (!direct)
    throw new ConfigError(
      "DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the address of the server itself",
    );
  logLine("DATABASE_URL leads to a connection pooler; live updates and migrations use DATABASE_DIRECT_URL");
}

async function waitFor(
  connection: Connection,
  setting: "DATABASE_URL" | "DATABASE_DIRECT_URL",
  logLine: (line: string) => void,
  timeoutMs: number,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
    const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: 5000 });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string }>(
        "SELECT current_setting('server_version') AS version",
      );
      const version = rows[0]?.version ?? "";
      if (Number.parseInt(version, 10) >= 15) return;
      throw new ConfigError(`${setting} is PostgreSQL ${version}; 15 or newer is required`);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      const reason = error instanceof Error && error.message ? error.message : String(code);
      const passing =
        error instanceof ConnectionLost ||
        ["ECONNREFUSED", "ECONNRESET", "EAI_AGAIN", "57P03"].includes(String(code));
      if (!passing || Date.now() > end)
        throw new ConfigError(`${setting}: no connection to the database: ${reason}`);
      logLine(`Waiting for the database: ${reason}`);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
