import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

export function clusterName(cluster: string): string | undefined {
  const folder = statSync(cluster, { throwIfNoEntry: false });
  return folder && `data-folder-${folder.dev}-${folder.ino}`;
}

export function isServerProcess(cluster: string, pid: number): boolean {
  const name = clusterName(cluster);
  if (!(pid > 0) || !name) return false;
  // Empty for a zombie. Children show "postgres: name: activity".
  const args = readText(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
  if (!args.includes(`cluster_name=${name}`) && !args[0]?.startsWith(`postgres: ${name}: `)) return false;
  // A process can forge its name, but not its owner.
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === statSync(cluster).uid;
}

export function livingPostmaster(cluster: string): number | undefined {
  const pid = Number.parseInt(readText(join(cluster, "postmaster.pid")) ?? "", 10);
  return isServerProcess(cluster, pid) ? pid : undefined;
}

export function serverProcesses(cluster: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => isServerProcess(cluster, pid));
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Requires that no server process runs, because PostgreSQL trusts a reused process id. */
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
