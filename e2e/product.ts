import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ADMIN = { email: "admin@example.com", password: "a long enough password" };

/** The built product, as `npm start` runs it, on a data folder and a port of its own. */
export interface Product {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Every mail that went out, as raw text. */
  mails(): string[];
  /** Ends it as SIGTERM does, and waits until it is gone. */
  stop(): Promise<void>;
  /** Pulls the plug. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "product-"));
}

/** Also ends a database that a killed product left behind there. */
export function removeDataDir(dataDir: string): void {
  killDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Pulls the plug of the embedded database, if it runs: it has to recover by itself. */
export function killDatabase(dataDir: string): void {
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  if (!existsSync(pidFile)) return;
  try {
    process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts the product and waits until it says that it is ready; throws with its output when it ends before. */
export async function startProduct({ dataDir, port, env = {} }: ProductOptions): Promise<Product> {
  const child = spawn(process.execPath, ["build/server/index.js"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const listen = (data: Buffer) => {
      output += data;
      if (output.includes("Ready:")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void gone.then(() => reject(new Error(`The product ended before it was ready:\n${output}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    process: child,
    mails: () => readMails(join(dataDir, "mail")),
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

function readMails(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
