import { readdirSync, readFileSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What the process table says about the servers of one data folder. A pid file alone cannot be believed: after a
 * crash of the machine its number may be another process's, and a zombie's looks alive. A PostgreSQL process is known
 * by its working folder, which is the data folder as long as it lives.
 */
export function livingPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readText(join(cluster, "postmaster.pid")) ?? "", 10);
  return worksIn(cluster, pid) ? pid : undefined;
}

/** Whether the process lives and belongs to the data folder. */
export function worksIn(cluster: string, pid: number): boolean {
  if (!(pid > 0)) return false;
  // "pid (name) state …": the name may contain anything, so count from the last bracket.
  const state = readText(`/proc/${pid}/stat`)?.replace(/^.*\) /s, "")[0];
  if (!state || state === "Z" || state === "X") return false;
  const folder = statOf(`/proc/${pid}/cwd`);
  const data = statOf(cluster);
  return folder !== undefined && data !== undefined && folder.ino === data.ino && folder.dev === data.dev;
}

/** Every PostgreSQL process of the data folder. Without its postmaster each should end by itself, and soon. */
export function serverProcesses(cluster: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readText(`/proc/${name}/comm`)?.trim() === "postgres")
    .map(Number)
    .filter((pid) => worksIn(cluster, pid));
}

/** To be called when no process lives: PostgreSQL would believe a number that has been given to another process. */
export function removeStaleLocks(cluster: string): void {
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"])
    rmSync(join(cluster, name), { force: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
