import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "../free-port";

export interface PgBouncer {
  /** Address of a database behind the pooler. */
  url(connectionString: string): string;
  port: number;
  stop(): Promise<void>;
}

/** Account of the pooler, which refuses to run as root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The installed PgBouncer; undefined without one. */
export const pgbouncer = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  .map((folder) => join(folder, "pgbouncer"))
  .find(existsSync);

/** Starts PgBouncer in transaction mode before the server of `connectionString`. */
export async function startPgBouncer(
  connectionString: string,
  settings: Record<string, string> = {},
): Promise<PgBouncer> {
  const server = new URL(connectionString);
  const folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const options = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    pool_mode: "transaction",
    default_pool_size: "3",
    auth_type: "scram-sha-256",
    auth_file: join(folder, "users.txt"),
    ...settings,
  };
  await writeFile(options.auth_file, `"${server.username}" "${server.password}"\n`);
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  const configFile = join(folder, "pgbouncer.ini");
  await writeFile(
    configFile,
    `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${lines.join("\n")}\n`,
  );
  const child = spawn(pgbouncer!, [configFile], { ...ACCOUNT, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stderr.on("data", (text) => {
      output += text;
      if (output.includes("process up")) resolve();
    });
    void ended.then(() => reject(new Error(`PgBouncer did not start:\n${output}`)));
  });
  return {
    port,
    url(text) {
      const url = new URL(text);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
