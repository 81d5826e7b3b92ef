import type { Hono } from "hono";
import { cardProvider } from "~/features/finance/payments/card/provider/card-providers.server";
import type { UserRole } from "~/platform/auth/actor";
import { createAuth } from "~/platform/auth/auth.server";
import { type Config, loadConfig } from "~/platform/config.server";
import { createDatabase, type Database } from "~/platform/database/database.server";
import type { OpenedReplica } from "~/platform/database/replica.server";
import { openFileStore } from "~/platform/files/file-store.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { openLive } from "~/platform/live/live.server";
import type { Running } from "~/server/boot.server";
import { createHttp } from "~/server/http.server";
import type { Pages } from "~/server/pages.server";
import { type Contents, createTestDatabase } from "./servers/database";
import type { ServerKind } from "./servers/database-servers";

export interface TestApp extends Running {
  http: Hono<ApiEnv>;
  config: Config;
  connectionString: string;
  /** Creates a user who can sign in, and returns the id. */
  addUser(user: { email: string; password: string; role?: UserRole }): Promise<string>;
  /** The Cookie header of a new session; throws if sign-in is refused. */
  signIn(user: { email: string; password: string }): Promise<string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

export interface TestAppOptions {
  server?: ServerKind;
  contents?: Contents;
  /** False for a test that reads all schemas, because a restored database has one with the saved rows. */
  isReused?: boolean;
  pages?: Pages;
  /** Opens the replica of the app's database. */
  openReplica?: (database: Database) => OpenedReplica;
  /** Redirects the app's database connection, for example through a proxy. */
  proxyDatabase?: (connectionString: string) => Promise<string>;
  /** An existing database that stays when the app closes, instead of a new one. */
  database?: Database & { connectionString: string };
  /** Folder of built files. If set, pages are secured and cached as in production. */
  buildDir?: string;
}

export const ORIGIN = "http://localhost:3000";

/** Higher limits, because all guests of a test share one address. */
export const highGuestLimits = {
  UNCONFIRMED_HOLDS: "1000000",
  UNCONFIRMED_SHARE: "1",
  FREE_EMERGENCIES: "1000000",
};

/** Replaces the rendered pages, which need the router's build. */
export const noPages: Pages = {
  render: async () => new Response("a page"),
  sharedAs: () => null,
  patternOf: () => "/",
  listNamed: async () => new Set(),
};

/** Hashed and checked passwords: each takes 0.1 s of processor time. */
const passwordResults = new Map<string, Promise<unknown>>();

/** Hashes and checks the same password once per process. */
async function rememberPasswords(auth: ReturnType<typeof createAuth>): Promise<void> {
  const { password } = await auth.$context;
  const { hash, verify } = password;
  password.hash = (input) => remember(hash, input);
  password.verify = (input) => remember(verify, input);
}

function remember<Input, Result>(method: (input: Input) => Promise<Result>, input: Input): Promise<Result> {
  const key = JSON.stringify(input);
  const result = passwordResults.get(key) ?? method(input);
  passwordResults.set(key, result);
  return result as Promise<Result>;
}

/** The whole product over HTTP on its own database, without a socket, a worker or rendered pages. */
export async function createTestApp(
  env: Record<string, string> = {},
  {
    server,
    contents,
    isReused,
    pages = noPages,
    buildDir,
    proxyDatabase,
    openReplica,
    database: existingDatabase,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const testDatabase = existingDatabase ? null : await createTestDatabase({ server, contents, isReused });
  const database = existingDatabase ?? testDatabase!;
  const config = loadConfig({
    PUBLIC_URL: ORIGIN,
    SECRET: "a secret of at least 32 characters",
    ...highGuestLimits,
    // Each email alone, whatever a test did before.
    ALERT_SECONDS: "0",
    ...env,
  });
  const appDatabase = proxyDatabase
    ? createDatabase({ connectionString: await proxyDatabase(database.connectionString) })
    : database;
  const auth = createAuth(config, appDatabase.db);
  await rememberPasswords(auth);
  const live = await openLive(database);
  const replica = openReplica?.(appDatabase) ?? null;
  const running: Running = {
    config,
    db: appDatabase.db,
    pool: appDatabase.pool,
    auth,
    live,
    replica,
    cards: cardProvider(config) !== null,
    stopping: false,
    files: openFileStore(config),
    async close() {
      await live.close();
      await replica?.close();
      if (appDatabase !== database) await appDatabase.close();
      await (testDatabase ? testDatabase.drop() : database.close());
    },
  };
  const http = createHttp(running, pages, buildDir);

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return await http.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: config.publicUrl, ...headers },
      body: JSON.stringify(body),
    });
  }

  return {
    ...running,
    connectionString: database.connectionString,
    http,
    post,
    async addUser({ email, password, role = "customer" }) {
      const { password: passwordHasher } = await auth.$context;
      const { id } = await database.db
        .insertInto("users")
        .values({ name: `Test ${role}`, email, emailVerified: true, role })
        .returning("id")
        .executeTakeFirstOrThrow();
      await database.db
        .insertInto("accounts")
        .values({
          userId: id,
          providerId: "credential",
          accountId: id,
          password: await passwordHasher.hash(password),
        })
        .execute();
      return id;
    },
    async signIn(user) {
      const answer = await post("/api/auth/sign-in/email", user);
      if (!answer.ok) throw new Error(`Sign-in was answered with ${answer.status}`);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";", 1)[0])
        .join("; ");
    },
  };
}
