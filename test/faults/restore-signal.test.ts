import { spawn } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ArchiveEntry, listFiles, packEntries } from "~/platform/backup/archive.server";
import { writeEncrypted } from "~/platform/backup/encrypted-file.server";
import { bundledProgram } from "../harness/programs/bundled";
import { isLongRun } from "./rounds";

/** A restore that is ended by a signal leaves no decrypted data behind. */

const PASSPHRASE = "a passphrase of an interrupted restore";
/** Long enough to be interrupted while it is unpacked. */
const LARGE_FILE_BYTES = 200_000_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "restore-signal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function createArchive(): Promise<string> {
  const files = join(folder, "files");
  mkdirSync(files);
  writeFileSync(join(files, "a-picture"), "decrypted");
  writeFileSync(join(files, "large"), "");
  truncateSync(join(files, "large"), LARGE_FILE_BYTES);
  const archive = join(folder, "backup.age");
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    const madeAt = "2026-11-23T05:00:00.000Z";
    yield { name: "manifest.json", content: JSON.stringify({ format: 1, madeAt, database: null }) };
    yield* await listFiles(files, "files");
    yield { name: "end.json", content: JSON.stringify({ endedAt: madeAt }) };
  }
  // The other process has age's own scrypt work factor, not the cheaper one of tests.
  const quick = crypto.scrypt;
  crypto.scrypt = Reflect.get(quick, "ofNode");
  syncBuiltinESMExports();
  await writeEncrypted(
    archive,
    packEntries(entries(), () => {}),
    { passphrase: PASSPHRASE },
  ).finally(() => {
    crypto.scrypt = quick;
    syncBuiltinESMExports();
  });
  rmSync(files, { recursive: true });
  return archive;
}

test.runIf(isLongRun)(
  "removes what a restore has decrypted when it is ended by a signal",
  { timeout: 120_000 },
  async () => {
    const archive = await createArchive();
    const program = await bundledProgram("restore-process");
    for (const [signal, exitCode] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const) {
      const child = spawn(process.execPath, [program, archive, "--data-dir", join(folder, "new")], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { BACKUP_PASSPHRASE: PASSPHRASE },
      });
      const exited = once(child, "exit");
      let output = "";
      child.stdout.on("data", (bytes) => {
        output += bytes;
      });
      const isUnpacking = () =>
        readdirSync(folder).some((name) => existsSync(join(folder, name, "files", "large")));
      await vi.waitFor(() => expect([isUnpacking(), child.exitCode, output]).toEqual([true, null, output]), {
        timeout: 60_000,
        interval: 5,
      });
      child.kill(signal);
      expect((await exited)[0]).toBe(exitCode);
      expect(output).toContain("Interrupted: nothing was restored");
      expect(readdirSync(folder)).toEqual(["backup.age"]);
    }
  },
);
