import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import PostalMime, { type Email } from "postal-mime";
import { freePort } from "../../test/harness/free-port";
import { socketFolder } from "../../test/harness/shared-resources";
import { DEPLOYMENT } from "./deployment";

export const ADMIN = { email: "admin@example.com", password: "a long enough password" };

/** Environment variable with the folders created by global-setup.ts, the one with sample data first. */
export const TEMPLATE_DATA_DIRS = "TEMPLATE_DATA_DIRS";

/** The built product, run as by `npm start` with its own data folder and port. */
export interface Product {
  origin: string;
  port: number;
  /** Folder of the database socket, for connections as user `app`. */
  databaseFolder: string;
  /** All emails sent so far, oldest first. */
  emails(): Promise<Email[]>;
  emailsTo(address: string): Promise<Email[]>;
  /** Warnings and errors logged so far, one per line. */
  loggedProblems(): string[];
  /** Restarts after stop() or kill() with the same data and port. */
  start(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the product. */
  kill(): Promise<void>;
  /** Kills the database, which must recover by itself. */
  killDatabase(): void;
  /** Stops the product and deletes its data. */
  remove(): Promise<void>;
}

export function newDataDir(): string {
  return mkdtempSync(join(socketFolder(), "product-"));
}

/** Copies the data folder of the first start, with or without sample data. */
function copyTemplateDataDir(env: Record<string, string>): string {
  const dataDir = newDataDir();
  const [withSample, withoutSample] = process.env[TEMPLATE_DATA_DIRS]?.split(":") ?? [];
  const template = env.SAMPLE_DATA === "off" ? withoutSample : withSample;
  if (template) execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

/** Removes a data folder and stops a database that a killed product left running in it. */
export function removeDataDir(dataDir: string): void {
  killDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts the product and waits until it is ready; throws with its output if it exits earlier. */
export async function startProduct(
  options: { env?: Record<string, string>; dataDir?: string; port?: number } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? copyTemplateDataDir(options.env ?? {});
  const port = options.port ?? (await freePort());
  const loggedProblems: string[] = [];
  const start = () => spawnProduct(dataDir, port, loggedProblems, options.env);
  let end = await start();
  return {
    origin: `http://localhost:${port}`,
    port,
    databaseFolder: join(dataDir, "postgres"),
    emails: () => readEmails(dataDir, () => true),
    async emailsTo(address) {
      const emails = await readEmails(dataDir, (raw) => raw.includes(address));
      return emails.filter(({ to }) => to?.[0]?.address === address);
    },
    loggedProblems: () => loggedProblems,
    async start() {
      end = await start();
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    killDatabase: () => killDatabase(dataDir),
    async remove() {
      await end("SIGTERM");
      removeDataDir(dataDir);
    },
  };
}

/**
 * Environment variables passed to the product. Others are dropped, because a developer's DATABASE_URL or
 * language must not affect tests.
 */
const MACHINE_ENV = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  LANG: "C.UTF-8",
  TZ: "America/St_Johns",
};

/** Returns a function that sends a signal and waits for the exit; it does nothing after the exit. */
async function spawnProduct(
  dataDir: string,
  port: number,
  loggedProblems: string[],
  env: Record<string, string> = {},
) {
  const child = spawn(process.execPath, ["build/server/index.js"], {
    cwd: process.env[DEPLOYMENT],
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...MACHINE_ENV,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      // All guests of a test share one address.
      UNCONFIRMED_HOLDS: "1000000",
      UNCONFIRMED_SHARE: "1",
      FREE_EMERGENCIES: "1000000",
      ALERT_SECONDS: "0",
      // Half of a start's processor time.
      NODE_COMPILE_CACHE: join(process.env[DEPLOYMENT] ?? "", "compile-cache"),
      ...env,
    },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const listen = (data: Buffer) => {
      output += data;
      if (output.includes("Ready:")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    createInterface(child.stderr).on("line", (line) => loggedProblems.push(line));
    void exited.then(() => reject(new Error(`The product ended before it was ready:\n${output}`)));
  });
  return async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
}

/** Runs statements as the product's own database user, or as another one. */
export async function withDatabase<Result>(
  { databaseFolder }: Product,
  work: (client: pg.Client) => Promise<Result>,
  user = "app",
): Promise<Result> {
  const client = new pg.Client({ host: databaseFolder, user, database: "app", ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function killDatabase(dataDir: string): void {
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  if (!existsSync(pidFile)) return;
  try {
    process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function readEmails(dataDir: string, matches: (raw: string) => boolean): Promise<Email[]> {
  const folder = join(dataDir, "mail");
  if (!existsSync(folder)) return [];
  const raw = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const emails = await Promise.all(raw.filter(matches).map((email) => PostalMime.parse(email)));
  return emails.sort((a, b) => Date.parse(a.date ?? "") - Date.parse(b.date ?? ""));
}
