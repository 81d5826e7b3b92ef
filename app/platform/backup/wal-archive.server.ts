import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Connection } from "../database/pool.server";
import { BackupError } from "./backup-error";
import { writeEncrypted } from "./encrypted-file.server";

/**
 * The replication slot retains unarchived segments up to `max_slot_wal_keep_size`, so that failing archiving
 * cannot stop the database.
 */

const SLOT = "backup";
const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_PER_LOG_FILE = 0x1_0000_0000n / SEGMENT_BYTES;

export const MIN_FREE_BYTES = 512 * 1024 * 1024;

export async function withAdminClient<Result>(
  admin: Connection,
  operation: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...admin, application_name: "backup", statement_timeout: 0 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await operation(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** True for a new slot: the existing archive has a gap before it. */
export async function ensureReplicationSlot(client: pg.Client): Promise<boolean> {
  if ((await findSlotLsn(client)) !== null) return false;
  await client.query("SELECT pg_create_physical_replication_slot($1, true)", [SLOT]);
  return true;
}

export async function dropReplicationSlot(client: pg.Client): Promise<void> {
  await client.query(
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active",
    [SLOT],
  );
}

async function findSlotLsn(client: pg.Client): Promise<bigint | null> {
  const { rows } = await client.query<{ lsn: string | null; wal_status: string }>(
    "SELECT restart_lsn::text AS lsn, wal_status FROM pg_replication_slots WHERE slot_name = $1",
    [SLOT],
  );
  const [slot] = rows;
  if (!slot) return null;
  if (slot.lsn === null || slot.wal_status === "lost") {
    await dropReplicationSlot(client);
    return null;
  }
  return parseLsn(slot.lsn);
}

export async function switchWal(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_switch_wal()");
}

/** Throws a BackupError if the slot was lost (`log-lost`) or the disk is full. */
export async function archiveWal(
  client: pg.Client,
  cluster: string,
  folder: string,
  recipient: string,
): Promise<void> {
  const from = await findSlotLsn(client);
  if (from === null) {
    throw new BackupError(
      "log-lost",
      "The database no longer keeps its log; the next backup starts from scratch",
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { rows } = await client.query<{ timeline: string; flushed: string }>(
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline, pg_current_wal_flush_lsn()::text AS flushed",
  );
  const { timeline, flushed } = rows[0]!;
  for (let number = from / SEGMENT_BYTES; number < parseLsn(flushed) / SEGMENT_BYTES; number++) {
    const name = walFileName(timeline, number);
    const target = join(folder, `${name}.age`);
    if (!existsSync(target)) {
      await requireFreeSpace(folder);
      await writeEncrypted(target, createReadStream(join(cluster, "pg_wal", name)), { recipient });
    }
    const end = number * SEGMENT_BYTES + SEGMENT_BYTES;
    await client.query("SELECT pg_replication_slot_advance($1, $2::pg_lsn)", [SLOT, formatLsn(end)]);
  }
}

export async function archiveNewFiles(
  files: string,
  since: Date,
  folder: string,
  recipient: string,
): Promise<void> {
  const names = await readdir(files).catch(() => []);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of names.filter((name) => !name.startsWith("."))) {
    const target = join(folder, `file-${name}.age`);
    const found = await stat(join(files, name)).catch(() => null);
    if (!found || found.mtime < since || existsSync(target)) continue;
    await requireFreeSpace(folder);
    await writeEncrypted(target, createReadStream(join(files, name)), { recipient });
  }
}

export async function listArchivedSegments(folder: string, after: string | null): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const segments = names.flatMap((name) => /^([0-9A-F]{24})\.age$/.exec(name)?.[1] ?? []);
  return segments.filter((segment) => after === null || segment > after).sort();
}

export async function pruneWal(
  folder: string,
  first: string,
  before: Date,
): Promise<{ path: string; size: number }[]> {
  const removed: { path: string; size: number }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtime, size } = await stat(path);
    const isOver = name.startsWith("file-") ? mtime < before : name < first;
    if (!isOver) continue;
    await rm(path, { force: true });
    removed.push({ path, size });
  }
  return removed;
}

export async function requireFreeSpace(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= MIN_FREE_BYTES) return;
  throw new BackupError(
    "disk-full",
    `Not enough disk space in ${folder}: ${Math.round((bavail * bsize) / 1e6)} MB left`,
  );
}

export function parseLsn(lsn: string): bigint {
  const [high = "", low = ""] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function formatLsn(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** `to` is exclusive. */
export function walSegmentsBetween(timeline: string, from: bigint, to: bigint): string[] {
  const names: string[] = [];
  for (let at = from / SEGMENT_BYTES; at * SEGMENT_BYTES < to; at++) names.push(walFileName(timeline, at));
  return names;
}

function walFileName(timeline: string, number: bigint): string {
  const part = (value: bigint) => value.toString(16).padStart(8, "0");
  return `${timeline}${part(number / SEGMENTS_PER_LOG_FILE)}${part(number % SEGMENTS_PER_LOG_FILE)}`.toUpperCase();
}
