// Programs and temporary files of the tests, for `npm test` and `npm run check`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** Memory for programs, browsers and their files, in bytes. */
const MEMORY_FOR_TESTS = 8 * 2 ** 30;

/**
 * Puts temporary test files in memory if there is enough, because concurrent databases and browsers wait for
 * the disk. Unit tests took 291 s instead of 383, and a product of a browser test started in 5 s instead of
 * 15.
 * @returns {{ TMPDIR?: string }}
 */
export function memoryBackedEnv(needed = MEMORY_FOR_TESTS) {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  const room = Math.min(bavail * bsize, availableMemory());
  return room > needed && canRunPrograms(folder) ? { TMPDIR: folder } : {};
}

/** In bytes. Unlike `freemem`, respects the limit of a container. */
export function availableMemory() {
  return process.availableMemory?.() ?? freemem();
}

/**
 * Returns true if this account may write and execute files there, because tests copy servers into their
 * folders. Docker mounts /dev/shm with `noexec`.
 * @param {string} folder
 */
function canRunPrograms(folder) {
  /** @type {string | undefined} */
  let testFolder;
  try {
    testFolder = mkdtempSync(join(folder, "test-"));
    const program = join(testFolder, "program");
    writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    if (testFolder) rmSync(testFolder, { recursive: true, force: true });
  }
}

/**
 * Version of a program from its --version output, without its name.
 * @param {string} program
 */
export function versionOf(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8", cwd: "/" });
  return status === 0
    ? stdout
        .trim()
        .split("\n")[0]
        ?.replace(/^postgres \(PostgreSQL\) /, "")
    : undefined;
}
