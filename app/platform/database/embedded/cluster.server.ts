import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./postgres-binaries.server";
import { DatabaseStartError } from "./start-error.server";

/** PostgreSQL refuses to run as root. No distribution assigns this id, and it fits 16 bits. */
const UNPRIVILEGED = { uid: 65_529, gid: 65_529 };

/**
 * Working folder of the server, without an absolute path, because PostgreSQL's account may not enter folders such as
 * /root.
 */
export const OWN_FOLDER = "/proc/self/cwd";

export const POSTGRES_ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", TZ: "UTC", LANG: "C.UTF-8" };

export function chooseAccount(cluster: string): Account | undefined {
  const me = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new DatabaseStartError(
        `${cluster} belongs to user ${owner.uid} and this process runs as user ${me}: ` +
          `start as root, or run "chown -R ${me} ${dirname(cluster)}" once.`,
      );
    }
    return undefined;
  }
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : UNPRIVILEGED;
}

export async function prepareCluster(
  cluster: string,
  native: string,
  account: Account | undefined,
  initdbOptions: readonly string[],
): Promise<void> {
  await removeUnfinished(cluster);
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) {
    await createCluster(cluster, native, account, initdbOptions);
    return;
  }
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    throw new DatabaseStartError(
      `${cluster} is not empty and not a database: move it, or set another DATA_DIR.`,
    );
  }
  const existingVersion = majorOf(readFileSync(join(cluster, "PG_VERSION"), "utf8"));
  const here = majorOf(
    readFileSync(join(native, "share/postgresql/postgres.bki"), "utf8").replace(/^\D+/, ""),
  );
  if (existingVersion !== here) {
    throw new DatabaseStartError(
      `${cluster} was created by PostgreSQL ${existingVersion}, but this version includes PostgreSQL ${here}: dump it with the version ` +
        "that created it, move the folder, start this version and load the dump; " +
        "the commands are in docs/decisions/0003-embedded-postgresql.md.",
    );
  }
  if (account && statSync(cluster).uid !== account.uid) chownRecursive(account, cluster);
}

/** Renames the folder when complete, so that a crash leaves no partial database. */
async function createCluster(
  cluster: string,
  native: string,
  account: Account | undefined,
  options: readonly string[],
): Promise<void> {
  let draft = "";
  // Minimal systems may lack C.UTF-8. Trigram search in other scripts is weaker without it.
  for (const locale of ["--lc-ctype=C.UTF-8", "--lc-ctype=C"]) {
    draft = `${cluster}.new-${randomUUID()}`;
    mkdirSync(draft, { mode: 0o700 });
    // initdb needs an account with a name.
    const initdbAccount = account && namedAccount();
    if (initdbAccount) chownSync(draft, initdbAccount.uid, initdbAccount.gid);
    const { code, output } = await runInitdb(native, draft, initdbAccount, [...options, locale]);
    if (code === 0) break;
    await removeUnfinished(cluster);
    if (/invalid locale name/.test(output) && locale !== "--lc-ctype=C") continue;
    const reason =
      /^initdb: (?:error|detail): (.*)$/m.exec(output)?.[1] ?? /.*FATAL.*/.exec(output)?.[0] ?? output.trim();
    throw new DatabaseStartError(`The database could not be created in ${cluster}: ${reason}`);
  }
  if (account) chownRecursive(account, draft);
  renameSync(draft, cluster);
}

function runInitdb(
  native: string,
  folder: string,
  account: Account | undefined,
  options: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const fixed = [
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
    // Protected by the folder's permissions.
    "--auth-local=trust",
    "--auth-host=reject",
    "--no-instructions",
  ];
  const child = spawn(join(native, "bin/initdb"), ["-D", OWN_FOLDER, ...fixed, ...options], {
    ...account,
    cwd: folder,
    env: POSTGRES_ENV,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  child.stderr.on("data", (text) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: -1, output: String(error) }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

async function removeUnfinished(cluster: string): Promise<void> {
  const remains = () =>
    readdirSync(dirname(cluster)).filter((name) => name.startsWith(`${basename(cluster)}.new-`));
  // An orphaned initdb may still write there.
  for (const end = Date.now() + 10_000; remains().length > 0 && Date.now() < end; await sleep(50)) {
    for (const name of remains()) {
      try {
        rmSync(join(dirname(cluster), name), { recursive: true, force: true });
      } catch {}
    }
  }
}

function namedAccount(): Account {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
  const { uid, gid } = accounts.find(({ name }) => name === "nobody") ??
    accounts[0] ?? { uid: 65_534, gid: 65_534 };
  return { uid, gid };
}

function chownRecursive({ uid, gid }: Account, folder: string): void {
  // Does not follow links, because another account wrote the content.
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(join(folder, name), uid, gid);
  lchownSync(folder, uid, gid);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
