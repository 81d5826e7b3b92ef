import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseStartError } from "./start-error.server";

/**
 * Uses SQLite's lock because Node offers no flock. The kernel drops it with the process, so there are no
 * stale locks.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Separate file, because closing a handle of the locked file would drop the lock.
  const ownerFile = join(dataDir, "app.pid");
  const lock = openLock(dataDir);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error) || !/locked/.test(error.message)) throw cannotLock(dataDir, error);
    throw new DatabaseStartError(
      `${dataDir} is in use by another running copy of this app${ownerHint(ownerFile)}: ` +
        "stop it, or set another DATA_DIR.",
    );
  }
  writeFileSync(ownerFile, `${process.pid}\n`);
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, "app.lock"), { timeout: 0 });
  } catch (error) {
    throw cannotLock(dataDir, error);
  }
}

function cannotLock(dataDir: string, error: unknown): DatabaseStartError {
  const reason = error instanceof Error ? error.message : error;
  return new DatabaseStartError(`${join(dataDir, "app.lock")} cannot be used: ${reason}`);
}

function ownerHint(ownerFile: string): string {
  try {
    return ` (process ${readFileSync(ownerFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
