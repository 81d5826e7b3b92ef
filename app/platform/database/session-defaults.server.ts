import pg from "pg";
import { DatabaseClient } from "./database-client.server";
import { SESSION_SETTINGS } from "./pool.server";

/** Longest wait for an answer at the start, in milliseconds. */
const ANSWER_MS = 10_000;

/**
 * True if the address leads to a connection pooler such as PgBouncer: it refuses or ignores settings of a client, or
 * reports another process id than the server's.
 */
export async function isPooler(connection: pg.PoolConfig): Promise<boolean> {
  try {
    // A value that no server has by default.
    return await withClient({ ...connection, statement_timeout: 29_989 }, async (client) => {
      const { rows } = await client.query<{ timeout: string; pid: number }>(
        "SELECT current_setting('statement_timeout') AS timeout, pg_backend_pid() AS pid",
      );
      const { processID } = client as unknown as { processID: number };
      return rows[0]?.timeout !== "29989ms" || rows[0].pid !== processID;
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && /unsupported startup parameter/.test(error.message)) return true;
    throw error;
  }
}

/**
 * Gives the database role the product's session settings in this database, because a pooler passes on none.
 * Call it before the first connection through the pooler, which keeps what that connection got. Returns the role.
 */
export function setSessionDefaults(direct: pg.PoolConfig): Promise<string> {
  return withClient(direct, async (client) => {
    await client.query("BEGIN");
    // Concurrent starts would update the same row of the catalogue.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('session-defaults'))");
    const { rows } = await client.query<{ setting: string }>(
      `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
      WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)`,
    );
    const present = new Set(rows.map(({ setting }) => setting));
    for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
      if (present.has(`${name}=${value}`)) continue;
      const { rows: statements } = await client.query<{ text: string }>(
        "SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET %I = %L', current_database(), $1::text, $2::text) AS text",
        [name, value],
      );
      await client.query(statements[0]!.text);
    }
    await client.query("COMMIT");
    return readRole(client);
  });
}

export function roleOf(connection: pg.PoolConfig): Promise<string> {
  return withClient(connection, readRole);
}

async function readRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>("SELECT current_user AS role");
  return rows[0]!.role;
}

async function withClient<Result>(
  connection: pg.PoolConfig,
  operation: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({
    ...connection,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await operation(client);
  } finally {
    await client.end().catch(() => {});
  }
}
