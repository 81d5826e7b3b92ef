import { type FileHandle, mkdir, open, readdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import tar from "tar-stream";
import * as z from "zod/mini";
import { BackupError, isSystemError } from "./backup-error";
import { openEncrypted } from "./encrypted-file.server";

/** Tar archive of a data folder. `end.json` comes last and proves that it is complete. */

const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Null for an external database. */
  database: z.nullable(
    z.object({
      major: z.int(),
      chain: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
      firstSegment: z.string().check(z.regex(/^[0-9A-F]{24}$/)),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const endSchema = z.object({
  endedAt: z.string(),
});
export type ArchiveEnd = z.infer<typeof endSchema>;

export type ArchiveEntry =
  | { name: string; path: string; size: number }
  | { name: string; content: string | Buffer }
  | { name: string; folder: true };

export function packEntries(entries: AsyncIterable<ArchiveEntry>, onRead: (bytes: number) => void): Readable {
  const pack = tar.pack();
  writeAll(pack, entries, onRead).then(
    () => pack.finalize(),
    (error) => pack.destroy(error),
  );
  return Readable.from(pack, { objectMode: false });
}

async function writeAll(
  pack: tar.Pack,
  entries: AsyncIterable<ArchiveEntry>,
  onRead: (bytes: number) => void,
): Promise<void> {
  for await (const entry of entries) {
    if ("folder" in entry) {
      pack.entry({ name: `${entry.name}/`, type: "directory", mode: 0o700 });
    } else if ("content" in entry) {
      pack.entry({ name: entry.name, mode: 0o600 }, entry.content);
    } else {
      await writeFile(pack, entry, onRead);
    }
  }
}

const CHUNK_BYTES = 256 * 1024;

/** A shrunk file is padded; growth is covered by the WAL. */
async function writeFile(
  pack: tar.Pack,
  { name, path, size }: { name: string; path: string; size: number },
  onRead: (bytes: number) => void,
): Promise<void> {
  const file = await openIfExists(path);
  if (!file) return;
  try {
    const into = pack.entry({ name, size, mode: 0o600 });
    const failed = new Promise<never>((_, reject) => {
      into.on("error", reject);
      // Without an error when the reader of the archive stops.
      into.on("close", () => reject(new Error("The archive was closed")));
    });
    failed.catch(() => {});
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      at += bytesRead === 0 ? chunk.length : bytesRead;
      onRead(bytesRead);
      const part = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
      if (!into.write(part))
        await Promise.race([new Promise<void>((drained) => into.once("drain", () => drained())), failed]);
    }
    await Promise.race([new Promise<void>((done) => into.end(done)), failed]);
  } finally {
    await file.close();
  }
}

async function openIfExists(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

export async function listFiles(
  folder: string,
  as: string,
  skip: (path: string) => boolean = () => false,
): Promise<ArchiveEntry[]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const entries: ArchiveEntry[] = [];
  for (const one of found) {
    const path = join(one.parentPath, one.name);
    const below = relative(folder, path);
    if (skip(below)) continue;
    if (one.isDirectory()) entries.push({ name: `${as}/${below}`, folder: true });
    if (!one.isFile()) continue;
    const { size } = (await stat(path).catch(() => null)) ?? {};
    if (size !== undefined) entries.push({ name: `${as}/${below}`, path, size });
  }
  return entries.length > 0 ? [{ name: as, folder: true }, ...entries] : [];
}

export function bytesOf(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, entry) => sum + ("size" in entry ? entry.size : 0), 0);
}

/**
 * Extracts the top-level folders that `wants` accepts. Throws a BackupError for an incomplete archive; the
 * caller must discard its files.
 */
export async function unpackArchive(
  path: string,
  passphrase: string,
  folder: string,
  includes: (top: string) => boolean,
  flush = true,
): Promise<{ manifest: Manifest; end: ArchiveEnd }> {
  const extract = tar.extract();
  const plain = await openEncrypted(path, { passphrase });
  const reading = pipeline(plain, extract);
  reading.catch(() => {});
  let manifest: Manifest | undefined;
  let end: ArchiveEnd | undefined;
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header;
      if (end || (manifest === undefined) !== (name === "manifest.json")) throw new NotAnArchive();
      if (name === "manifest.json") {
        const read = z.safeParse(manifestSchema, await jsonOf(entry));
        if (!read.success) throw unreadable(path, "a later version of this product made it");
        manifest = read.data;
      } else if (name === "end.json") {
        end = z.parse(endSchema, await jsonOf(entry));
      } else {
        const target = resolveInside(folder, name);
        if (!target || !includes(name.split("/")[0]!)) {
          entry.resume();
        } else if (type === "directory") {
          await mkdir(target, { recursive: true, mode: 0o700 });
          entry.resume();
        } else {
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          await writeEntry(entry, target, flush);
        }
      }
    }
    await reading;
  } catch (error) {
    const cause = plain.errored instanceof BackupError ? plain.errored : error;
    if (cause instanceof BackupError || isSystemError(cause)) throw cause;
    throw unreadable(path, "it is no backup of this product", cause);
  }
  if (!manifest || !end) throw unreadable(path, "its end is missing");
  return { manifest, end };
}

class NotAnArchive extends Error {}

/**
 * Reads with the entry's iterator, because `pipeline` waits forever for an entry that was destroyed before it
 * listens.
 */
async function writeEntry(entry: AsyncIterable<unknown>, target: string, flush: boolean): Promise<void> {
  const file = await open(target, "w", 0o600);
  try {
    for await (const bytes of entry) await file.writeFile(bytes as Buffer);
    if (flush) await file.sync();
  } finally {
    await file.close();
  }
}

function unreadable(path: string, reason: string, cause?: unknown): BackupError {
  return new BackupError("unreadable", `${path} cannot be restored: ${reason}`, { cause });
}

function resolveInside(folder: string, name: string): string | null {
  const target = resolve(folder, name);
  return target.startsWith(resolve(folder) + sep) ? target : null;
}

async function jsonOf(entry: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
