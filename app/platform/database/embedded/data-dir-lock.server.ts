import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseStartError } from "./start-error.server";

/**
 * Makes this process the only app on the folder, until release() or its end, however it ends.
 *
 * Node offers no flock. SQLite, which Node contains, takes a lock that the kernel drops with the process: no stale
 * lock file, no guess whether a process id is still the same process, nothing that two starts could both take over.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Apart from the lock itself: closing any other handle of a locked file would drop the lock.
  const ownerFile = join(dataDir, "app.pid");
  const lock = openLock(dataDir);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error) || !/locked/.test(error.message)) throw cannotLock(dataDir, error);
    throw new DatabaseStartError(
      `${dataDir} is in use by another running copy of this app${nameOwner(ownerFile)}: ` +
        "stop that one, or give this one a DATA_DIR of its own.",
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

function nameOwner(ownerFile: string): string {
  try {
    return ` (process ${readFileSync(ownerFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
