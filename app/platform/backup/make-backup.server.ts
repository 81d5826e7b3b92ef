import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Connection } from "../database/pool.server";
import {
  type ArchiveEnd,
  type ArchiveEntry,
  bytesOf,
  listFiles,
  type Manifest,
  packEntries,
} from "./archive.server";
import { BackupError } from "./backup-error";
import { writeEncrypted } from "./encrypted-file.server";
import { parseLsn, requireFreeSpace, walSegmentsBetween, withAdminClient } from "./wal-archive.server";

export interface BackupOptions {
  dataDir: string;
  /** Absent for an external database, which the backup excludes. */
  admin?: Connection;
  chain: string;
  passphrase: string;
  passphraseFile?: string;
  path: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => Promise<void>;
}

export interface BackupResult {
  sizeBytes: number;
  firstSegment: string | null;
}

const PROGRESS_MS = 1000;

/** Backup mode makes files and WAL consistent. It ends with the connection, even after a crash. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { dataDir, admin, passphraseFile } = options;
  const folder = join(options.path, "..");
  const passphrasePath = passphraseFile && relative(join(dataDir, "secrets"), resolve(passphraseFile));
  const secrets = await listFiles(join(dataDir, "secrets"), "secrets", (path) => path === passphrasePath);
  await Promise.all(secrets.map((entry) => ("path" in entry ? readFile(entry.path) : null)));
  const write = async (client: pg.Client | null): Promise<BackupResult> => {
    const cluster = join(dataDir, "postgres");
    const database = client ? await listFiles(cluster, "postgres", isExcluded) : [];
    const total = bytesOf(database) + bytesOf(await listFiles(join(dataDir, "files"), "files"));
    await requireFreeSpace(folder);
    let done = 0;
    let reportedAt = 0;
    let firstSegment: string | null = null;
    const entries = async function* (): AsyncGenerator<ArchiveEntry> {
      const started = client && (await startBackup(client, options.chain));
      firstSegment = started?.firstSegment ?? null;
      const manifest: Manifest = {
        format: 1,
        madeAt: new Date().toISOString(),
        database: started && {
          major: started.major,
          chain: options.chain,
          firstSegment: started.firstSegment,
        },
      };
      yield { name: "manifest.json", content: JSON.stringify(manifest) };
      if (client && started) {
        // Lists files again, because the backup includes files created meanwhile.
        yield* await listFiles(cluster, "postgres", (path) => isExcluded(path) || path === CONTROL_FILE);
        yield* recreatedFolders.map((name) => ({ name: `postgres/${name}`, folder: true as const }));
        yield { name: `postgres/${CONTROL_FILE}`, content: await readStable(join(cluster, CONTROL_FILE)) };
        yield* endBackup(client, cluster, started);
      }
      yield* await listFiles(join(dataDir, "files"), "files", (path) => path.startsWith("."));
      yield* secrets;
      yield {
        name: "end.json",
        content: JSON.stringify({ endedAt: new Date().toISOString() } satisfies ArchiveEnd),
      };
    };
    const source = packEntries(entries(), (bytes) => {
      done += bytes;
    });
    let checkedAtBytes = 0;
    const sizeBytes = await writeEncrypted(
      options.path,
      source,
      { passphrase: options.passphrase },
      {
        signal: options.signal,
        async onWritten(written) {
          options.signal.throwIfAborted();
          if (written - checkedAtBytes > 16 * 1024 * 1024) {
            checkedAtBytes = written;
            await requireFreeSpace(folder);
          }
          if (Date.now() - reportedAt < PROGRESS_MS) return;
          reportedAt = Date.now();
          await options.onProgress(Math.min(done, total), total);
        },
      },
    );
    await options.onProgress(total, total);
    return { sizeBytes, firstSegment };
  };
  return admin ? withAdminClient(admin, write) : write(null);
}

const CONTROL_FILE = "global/pg_control";

/** PostgreSQL, Continuous Archiving, "Making a Base Backup Using the Low Level API". */
const recreatedFolders = [
  "pg_wal",
  "pg_wal/archive_status",
  "pg_wal/summaries",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
];

function isExcluded(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    recreatedFolders.includes(path.split("/")[0]!) ||
    ["postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map", "current_logfiles"].includes(
      path,
    ) ||
    name.startsWith("pgInternal.init") ||
    name.startsWith("pgsql_tmp") ||
    name.startsWith(".s.PGSQL")
  );
}

interface StartedBackup {
  major: number;
  timeline: string;
  from: bigint;
  firstSegment: string;
}

async function startBackup(client: pg.Client, label: string): Promise<StartedBackup> {
  const { rows } = await client.query<{ lsn: string; version: number }>(
    "SELECT pg_backup_start($1, true)::text AS lsn, current_setting('server_version_num')::int AS version",
    [label],
  );
  const { lsn, version } = rows[0]!;
  const timeline = await timelineOf(client);
  const from = parseLsn(lsn);
  const [firstSegment] = walSegmentsBetween(timeline, from, from + 1n);
  return { major: Math.floor(version / 10_000), timeline, from, firstSegment: firstSegment! };
}

async function timelineOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ timeline: string }>(
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline",
  );
  return rows[0]!.timeline;
}

async function* endBackup(
  client: pg.Client,
  cluster: string,
  started: StartedBackup,
): AsyncGenerator<ArchiveEntry> {
  const { rows } = await client.query<{ lsn: string; labelfile: string }>(
    "SELECT lsn::text, labelfile FROM pg_backup_stop(false)",
  );
  const { lsn, labelfile } = rows[0]!;
  yield { name: "postgres/backup_label", content: labelfile };
  for (const name of walSegmentsBetween(started.timeline, started.from, parseLsn(lsn))) {
    const path = join(cluster, "pg_wal", name);
    if (!existsSync(path)) {
      throw new BackupError("log-lost", `The database removed ${name} of its log during the backup`);
    }
    yield { name: `postgres/pg_wal/${name}`, path, size: 16 * 1024 * 1024 };
  }
}

async function readStable(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; await sleep(5)) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}
