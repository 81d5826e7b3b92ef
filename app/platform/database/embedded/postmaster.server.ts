import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Finds the server processes of a data folder. A pid file is not enough: after a crash its number may belong
 * to another process or a zombie. Each process therefore carries the folder's name in its command line, which
 * is readable even for a container's root.
 */
export function clusterName(cluster: string): string | undefined {
  const folder = statSync(cluster, { throwIfNoEntry: false });
  return folder && `data-folder-${folder.dev}-${folder.ino}`;
}

/** True for a living PostgreSQL process of the data folder. */
export function isServerProcess(cluster: string, pid: number): boolean {
  const name = clusterName(cluster);
  if (!(pid > 0) || !name) return false;
  // Empty for a zombie. The postmaster shows its arguments, its children "postgres: name: activity".
  const words = readText(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
  if (!words.includes(`cluster_name=${name}`) && !words[0]?.startsWith(`postgres: ${name}: `)) return false;
  // A process can forge its name, but not its owner.
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === statSync(cluster).uid;
}

export function livingPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readText(join(cluster, "postmaster.pid")) ?? "", 10);
  return isServerProcess(cluster, pid) ? pid : undefined;
}

/** All server processes. Without their postmaster they should end by themselves. */
export function serverProcesses(cluster: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => isServerProcess(cluster, pid));
}

/** Ignores processes that have already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Call only when no server process lives, because PostgreSQL would trust a reused process id. */
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
