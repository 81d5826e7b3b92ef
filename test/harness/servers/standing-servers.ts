import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requestShared, serveShared, socketFolder } from "../shared-resources";
import { type ServerKind, type StartedServer, startServer, type TestServer } from "./database-servers";

/*
 * Test servers that stay up between runs of `npm run check` and `npm run watch`. One detached process owns them. It listens
 * on an abstract Unix socket: the kernel admits one listener and removes the socket with the process, so a killed process
 * leaves no stale lock.
 */

const ROOT = join(import.meta.dirname, "../../..");
const { dev, ino } = statSync(ROOT);
const NAME = `test-servers-${process.getuid?.()}-${dev}-${ino}`;
const ADDRESS = `\0${NAME}`;

/** Sources of the servers: a process with other sources is replaced. */
const SOURCES = ["package-lock.json", "app/platform/database/embedded/*.ts", "test/harness/servers/*.ts"];

const IDLE_MS = 30 * 60_000;
const START_MS = 60_000;
const STOPPING = "The test servers are stopping";

/** `serve` starts the process and returns when it listens; `stop` ends a running one. */
export async function run([command]: string[]): Promise<number> {
  if (command === "serve") await serve();
  else await requestShared(ADDRESS, "stop").catch(ignoreAbsence);
  return 0;
}

async function serve(): Promise<void> {
  const folder = join(socketFolder(), NAME);
  const version = hashSources();
  const servers = new Map<string, Promise<StartedServer>>();
  let stopping: Promise<void> | undefined;

  const { server, close } = await serveShared(ADDRESS, async (name) => {
    if (name === "version") return { version };
    if (name === "stop") return await stop();
    if (stopping) throw new Error(STOPPING);
    if (!servers.has(name)) servers.set(name, startServer(name as ServerKind, folder));
    return await servers.get(name)!;
  });

  /** Closes the socket last, so that a new process starts after the servers have ended. */
  async function stop(): Promise<object> {
    stopping ??= (async () => {
      for (const server of servers.values()) await server.then(({ stop }) => stop()).catch(() => {});
      rmSync(folder, { recursive: true, force: true });
      clearTimeout(idle);
      close();
    })();
    await stopping;
    return {};
  }

  let users = 0;
  let idle = setTimeout(stop, IDLE_MS);
  server.on("connection", (socket) => {
    users++;
    clearTimeout(idle);
    socket.once("close", () => {
      if (--users === 0 && !stopping) idle = setTimeout(stop, IDLE_MS);
    });
  });
  process.once("SIGTERM", stop);
}

let connection: Socket | undefined;

/** A server of this kind, started if necessary. It stays up at least until `release`. */
export async function connectStandingServer(
  kind: ServerKind,
): Promise<{ server: TestServer; release: () => void }> {
  let child: ChildProcess | undefined;
  for (const end = Date.now() + START_MS; ; await sleep(50)) {
    try {
      const { version } = await requestShared<{ version: string }>(ADDRESS, "version");
      if (version !== hashSources()) await requestShared(ADDRESS, "stop");
      else {
        connection ??= createConnection(ADDRESS).unref();
        connection.on("error", () => {});
        const server = await requestShared<TestServer>(ADDRESS, kind);
        return { server, release: () => connection?.destroy() };
      }
    } catch (error) {
      if (Date.now() > end) throw error;
      if (isAbsent(error)) {
        if (!child || child.exitCode !== null) child = startDetached();
      } else if (!(error instanceof Error && error.message.endsWith(STOPPING))) throw error;
    }
  }
}

function startDetached(): ChildProcess {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const log = openSync(join(ROOT, ".cache/test-servers.log"), "w");
  const args = ["scripts/run-source.mjs", "test/harness/servers/standing-servers.ts", "serve"];
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ["ignore", log, log] });
  child.unref();
  return child;
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function ignoreAbsence(error: unknown): void {
  if (!isAbsent(error)) throw error;
}
