import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { identityToRecipient } from "age-encryption";
import pg from "pg";
import type { Connection } from "../database/pool.server";
import { BackupError } from "./backup-error";
import { openEncrypted, writeEncrypted } from "./encrypted-file.server";

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
  // A slot begins at the last checkpoint, so that the archive would copy up to `max_wal_size` from before the backup.
  await client.query("CHECKPOINT");
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

/** `folder`: WAL archive of a chain. `identity` opens its files. */
export interface WalArchive {
  cluster: string;
  folder: string;
  identity: string;
}

/**
 * Throws a BackupError if the slot was lost (`log-lost`), the archive continues another history
 * (`OtherHistoryError`) or the disk is full.
 */
export async function archiveWal(client: pg.Client, archive: WalArchive): Promise<void> {
  const { cluster, folder, identity } = archive;
  const from = await findSlotLsn(client);
  if (from === null) {
    throw new BackupError(
      "log-lost",
      "The database no longer keeps its log; the next backup starts from scratch",
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await requireSameHistory(client, archive);
  const recipient = await identityToRecipient(identity);
  const { timeline, flushed } = await currentPosition(client);
  for (let number = from / SEGMENT_BYTES; number < flushed / SEGMENT_BYTES; number++) {
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

/** `segment`: the first archived segment that is not part of the database's history. */
export class OtherHistoryError extends BackupError {
  readonly segment: string;

  constructor(segment: string) {
    super("other-history", `The archived database log belongs to another history from ${segment} on`);
    this.segment = segment;
  }
}

/**
 * Compares the archive with the database. After a return to an earlier copy of the data folder, the archive
 * has segments that this database never wrote, or writes differently.
 */
export async function requireSameHistory(
  client: pg.Client,
  { cluster, folder, identity }: WalArchive,
): Promise<void> {
  const from = await findSlotLsn(client);
  // Before the position is read, because a concurrent process may archive meanwhile.
  const archived = await listArchivedSegments(folder, null);
  const end = await findArchiveEnd(folder);
  if (end) throw new OtherHistoryError(end);
  const { timeline, flushed } = await currentPosition(client);
  const first = walFileName(timeline, (from ?? flushed) / SEGMENT_BYTES);
  const open = walFileName(timeline, flushed / SEGMENT_BYTES);
  for (const segment of archived) {
    const isForeign = !segment.startsWith(timeline) || segment >= open;
    if (!isForeign && segment < first) continue;
    const sealed = join(folder, `${segment}.age`);
    if (isForeign || !(await isCopyOf(sealed, join(cluster, "pg_wal", segment), identity)))
      throw new OtherHistoryError(segment);
  }
}

async function currentPosition(client: pg.Client): Promise<{ timeline: string; flushed: bigint }> {
  const { rows } = await client.query<{ timeline: string; flushed: string }>(
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline, pg_current_wal_flush_lsn()::text AS flushed",
  );
  const { timeline, flushed } = rows[0]!;
  return { timeline, flushed: parseLsn(flushed) };
}

/** True if the encrypted file has the content of `path`, or `path` was removed after being archived. */
export async function isCopyOf(sealed: string, path: string, identity: string): Promise<boolean> {
  if (!existsSync(path)) return true;
  try {
    const [copy, original] = await Promise.all([
      hashOf(await openEncrypted(sealed, { identity })),
      hashOf(createReadStream(path)),
    ]);
    return copy === original;
  } catch (error) {
    if (error instanceof BackupError && error.reason === "unreadable") return false;
    throw error;
  }
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of content) hash.update(bytes);
  return hash.digest("hex");
}

const ARCHIVE_END = /^ends-before-([0-9A-F]{24})\.age$/;

/** Marks that the archive ends before a segment. Returns the path. */
export async function markArchiveEnd(folder: string, segment: string, identity: string): Promise<string> {
  const path = join(folder, `ends-before-${segment}.age`);
  const recipient = await identityToRecipient(identity);
  await writeEncrypted(path, Readable.from([Buffer.from(basename(path))]), { recipient });
  return path;
}

/** First segment that a restore must not use; null if the archive is used to its end. */
export async function findArchiveEnd(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => ARCHIVE_END.exec(name)?.[1] ?? []).sort()[0] ?? null;
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

/** Number of a segment in its timeline. */
export function walSegmentNumber(name: string): bigint {
  return BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_PER_LOG_FILE + BigInt(`0x${name.slice(16)}`);
}

export function walSegmentNumberAt(lsn: string): bigint {
  return parseLsn(lsn) / SEGMENT_BYTES;
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
