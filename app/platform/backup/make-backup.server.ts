import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Connection } from "../database/pool.server";
import { bytesOf, type End, type Entry, listFiles, type Manifest, packEntries } from "./archive.server";
import { BackupError } from "./backup-error";
import { writeSealed } from "./seal.server";
import { parseLsn, requireFreeSpace, walSegmentsBetween, withAdminClient } from "./wal-archive.server";

export interface BackupWork {
  dataDir: string;
  /** The embedded server; absent: the database is somebody else's, and only files and secrets are kept. */
  admin?: Connection;
  /** Which copies of the log go with it. */
  chain: string;
  passphrase: string;
  /** Where the passphrase is kept, if in a file: never in the archive. */
  passphraseFile?: string;
  /** The archive to write. */
  path: string;
  signal: AbortSignal;
  /** Told of bytes read, and of how many there are, every now and then; it is waited for. */
  onProgress: (done: number, total: number) => Promise<void>;
}

export interface MadeBackup {
  sizeBytes: number;
  /** The first segment of the log that it needs. */
  firstSegment: string | null;
}

const PROGRESS_MS = 1000;

/**
 * Writes an archive of the data folder while the product runs. PostgreSQL's own backup functions see to it that the copy of its
 * files and its log together are the database as it is at the end; they end with the connection, however this process ends.
 */
export async function makeBackup(work: BackupWork): Promise<MadeBackup> {
  const { dataDir, admin, passphraseFile } = work;
  const folder = join(work.path, "..");
  const passphrasePath = passphraseFile && relative(join(dataDir, "secrets"), resolve(passphraseFile));
  const secrets = await listFiles(join(dataDir, "secrets"), "secrets", (path) => path === passphrasePath);
  // Secrets are small, and read later: a folder that cannot be read fails here.
  await Promise.all(secrets.map((entry) => ("path" in entry ? readFile(entry.path) : null)));
  const write = async (client: pg.Client | null): Promise<MadeBackup> => {
    const cluster = join(dataDir, "postgres");
    const database = client ? await listFiles(cluster, "postgres", isLeftOut) : [];
    const total = bytesOf(database) + bytesOf(await listFiles(join(dataDir, "files"), "files"));
    await requireFreeSpace(folder);
    let done = 0;
    let told = 0;
    let firstSegment: string | null = null;
    const entries = async function* (): AsyncGenerator<Entry> {
      const started = client && (await startBackup(client, work.chain));
      firstSegment = started?.firstSegment ?? null;
      const manifest: Manifest = {
        format: 1,
        madeAt: new Date().toISOString(),
        database: started && { major: started.major, chain: work.chain, firstSegment: started.firstSegment },
      };
      yield { name: "manifest.json", content: JSON.stringify(manifest) };
      if (client && started) {
        // Listed anew: what was made since then belongs to the copy.
        yield* await listFiles(cluster, "postgres", (path) => isLeftOut(path) || path === CONTROL_FILE);
        yield* folders.map((name) => ({ name: `postgres/${name}`, folder: true as const }));
        // The last, as PostgreSQL's own program has it.
        yield { name: `postgres/${CONTROL_FILE}`, content: await readSteady(join(cluster, CONTROL_FILE)) };
        yield* endBackup(client, cluster, started);
      }
      // After the database: whatever file it tells of is there.
      yield* await listFiles(join(dataDir, "files"), "files", (path) => path.startsWith("."));
      yield* secrets;
      yield {
        name: "end.json",
        content: JSON.stringify({ endedAt: new Date().toISOString() } satisfies End),
      };
    };
    const source = packEntries(entries(), (bytes) => {
      done += bytes;
    });
    let roomAt = 0;
    const sizeBytes = await writeSealed(
      work.path,
      source,
      { passphrase: work.passphrase },
      {
        signal: work.signal,
        async onWritten(written) {
          work.signal.throwIfAborted();
          if (written - roomAt > 16 * 1024 * 1024) {
            roomAt = written;
            await requireFreeSpace(folder);
          }
          if (Date.now() - told < PROGRESS_MS) return;
          told = Date.now();
          await work.onProgress(Math.min(done, total), total);
        },
      },
    );
    await work.onProgress(total, total);
    return { sizeBytes, firstSegment };
  };
  return admin ? withAdminClient(admin, write) : write(null);
}

const CONTROL_FILE = "global/pg_control";

/** Emptied or made anew at a start: PostgreSQL's list (Continuous Archiving, "Backing Up the Data Directory"). */
const folders = [
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

/** What belongs to the running server alone. */
function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    folders.includes(path.split("/")[0]!) ||
    ["postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map", "current_logfiles"].includes(
      path,
    ) ||
    name.startsWith("pg_internal.init") ||
    name.startsWith("pgsql_tmp") ||
    name.startsWith(".s.PGSQL")
  );
}

interface Started {
  major: number;
  timeline: string;
  from: bigint;
  firstSegment: string;
}

async function startBackup(client: pg.Client, label: string): Promise<Started> {
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

/** The note that PostgreSQL wants in the copy, and the log from the beginning of the backup to its end. */
async function* endBackup(client: pg.Client, cluster: string, started: Started): AsyncGenerator<Entry> {
  const { rows } = await client.query<{ lsn: string; labelfile: string }>(
    "SELECT lsn::text, labelfile FROM pg_backup_stop(false)",
  );
  const { lsn, labelfile } = rows[0]!;
  yield { name: "postgres/backup_label", content: labelfile };
  for (const name of walSegmentsBetween(started.timeline, started.from, parseLsn(lsn))) {
    const path = join(cluster, "pg_wal", name);
    if (!existsSync(path)) {
      throw new BackupError(
        "log-lost",
        `The database has removed ${name} of its log while the backup was made`,
      );
    }
    yield { name: `postgres/pg_wal/${name}`, path, size: 16 * 1024 * 1024 };
  }
}

/** The database may be writing it: what is read twice alike is whole. */
async function readSteady(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; await sleep(5)) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}
