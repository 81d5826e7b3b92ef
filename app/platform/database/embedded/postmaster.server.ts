import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * What the process table says about the servers of one data folder. A pid file alone cannot be believed: after a
 * crash of the machine its number may be another process's, and a zombie's looks alive. So each process bears the
 * name of its data folder, in what everybody may read: a container's root may not look any further.
 */
export function clusterName(cluster: string): string | undefined {
  const folder = statSync(cluster, { throwIfNoEntry: false });
  return folder && `data-folder-${folder.dev}-${folder.ino}`;
}

/** Whether the process is a PostgreSQL of the data folder, and lives. */
export function servesFrom(cluster: string, pid: number): boolean {
  const name = clusterName(cluster);
  if (!(pid > 0) || !name) return false;
  // Empty for a zombie. The postmaster shows how it was started; its children "postgres: name: what they do".
  const words = readText(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
  if (!words.includes(`cluster_name=${name}`) && !words[0]?.startsWith(`postgres: ${name}: `)) return false;
  // Anybody may give a process any name, but not any owner.
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === statSync(cluster).uid;
}

export function livingPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readText(join(cluster, "postmaster.pid")) ?? "", 10);
  return servesFrom(cluster, pid) ? pid : undefined;
}

/** Every PostgreSQL process of the data folder. Without its postmaster each should end by itself, and soon. */
export function serverProcesses(cluster: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => servesFrom(cluster, pid));
}

/** Ended in the meantime is as good. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** To be called when no process lives: PostgreSQL would believe a number that has been given to another process. */
export function removeStaleLocks(cluster: string): void {
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"]) {
    rmSync(join(cluster, name), { force: true });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
