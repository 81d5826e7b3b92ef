import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Mounts an empty in-memory disk on an existing folder; `size` as for mount. Returns the unmount function, or
 * null if this account may not mount: only root may, and in a container not even root.
 */
export function mountDisk(folder: string, size: string): (() => void) | null {
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", folder]);
  return status === 0 ? () => spawnSync("umount", ["--lazy", folder]) : null;
}

/** True if tests that need a mounted disk can run. */
export function canMountDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  const unmount = mountDisk(folder, "1m");
  unmount?.();
  rmSync(folder, { recursive: true, force: true });
  return unmount !== null;
}
