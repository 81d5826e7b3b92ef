import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import tar from "tar-stream";
import * as z from "zod/mini";
import { BackupError } from "./backup-error";
import { openSealed } from "./seal.server";

/**
 * An archive is a tar of what stands in a data folder (postgres, files, secrets) between two notes: `manifest.json` says what it
 * is, `end.json` that it is whole.
 */

const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Of the embedded database; null: it is somebody else's, and not in here. */
  database: z.nullable(
    z.object({
      /** The major version of PostgreSQL. */
      major: z.int(),
      /** Which copies of the log go with it, and the first segment that it needs. */
      chain: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
      firstSegment: z.string().check(z.regex(/^[0-9A-F]{24}$/)),
    }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const endSchema = z.object({
  /** From here on the database can be restored. */
  endedAt: z.string(),
});
export type End = z.infer<typeof endSchema>;

/** A file of an archive: where it lies, or what stands in it. */
export type Entry =
  | { name: string; path: string; size: number }
  | { name: string; content: string | Buffer }
  | { name: string; folder: true };

/** The entries as a tar stream. A file that has gone since it was listed is left out; `onRead` is told of bytes. */
export function packEntries(entries: AsyncIterable<Entry>, onRead: (bytes: number) => void): Readable {
  const pack = tar.pack();
  writeAll(pack, entries, onRead).then(
    () => pack.finalize(),
    (error) => pack.destroy(error),
  );
  return Readable.from(pack, { objectMode: false });
}

async function writeAll(
  pack: tar.Pack,
  entries: AsyncIterable<Entry>,
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

/** As many bytes as were listed: of what grew meanwhile the log tells the rest, and what shrank is filled up. */
async function writeFile(
  pack: tar.Pack,
  { name, path, size }: { name: string; path: string; size: number },
  onRead: (bytes: number) => void,
): Promise<void> {
  const file = await openIfThere(path);
  if (!file) return;
  try {
    const into = pack.entry({ name, size, mode: 0o600 });
    const failed = new Promise<never>((_, reject) => into.on("error", reject));
    failed.catch(() => {});
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      // Zeros stand for what is no longer there.
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

async function openIfThere(path: string): Promise<FileHandle | null> {
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

/** Every file below a folder, with its size; none where there is no folder. `skip` leaves out what lies at a path below it. */
export async function listFiles(
  folder: string,
  as: string,
  skip: (path: string) => boolean = () => false,
): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const entries: Entry[] = [];
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

export function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + ("size" in entry ? entry.size : 0), 0);
}

/**
 * Reads an archive to its end, and puts into `folder` what `wants` names (by its first part: postgres, files, secrets).
 * Throws a BackupError when it is not whole and unaltered: `folder` is then good for nothing.
 */
export async function unpackArchive(
  path: string,
  passphrase: string,
  folder: string,
  wants: (top: string) => boolean,
  /** Whether what is written must be on the disk when it returns. */
  flush = true,
): Promise<{ manifest: Manifest; end: End }> {
  const extract = tar.extract();
  const plain = await openSealed(path, { passphrase });
  // Its failure ends the entries below with the same error.
  const reading = pipeline(plain, extract);
  reading.catch(() => {});
  let manifest: Manifest | undefined;
  let end: End | undefined;
  for await (const entry of extract) {
    const { name, type } = entry.header;
    if (!manifest && name !== "manifest.json") throw unreadable(path, "it is no backup of this product");
    if (name === "manifest.json") {
      const read = z.safeParse(manifestSchema, await jsonOf(entry));
      if (!read.success) throw unreadable(path, "a later version of this product made it");
      manifest = read.data;
    } else if (name === "end.json") {
      end = z.parse(endSchema, await jsonOf(entry));
    } else {
      const target = placeOf(folder, name);
      if (!target || !wants(name.split("/")[0]!)) {
        entry.resume();
      } else if (type === "directory") {
        await mkdir(target, { recursive: true, mode: 0o700 });
        entry.resume();
      } else {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await pipeline(entry, createWriteStream(target, { mode: 0o600, flush }));
      }
    }
  }
  await reading;
  if (!manifest || !end) throw unreadable(path, "its end is missing");
  return { manifest, end };
}

function unreadable(path: string, why: string): BackupError {
  return new BackupError("unreadable", `${path} cannot be restored: ${why}`);
}

/** Below the folder, or not at all. */
function placeOf(folder: string, name: string): string | null {
  const target = resolve(folder, name);
  return target.startsWith(resolve(folder) + sep) ? target : null;
}

async function jsonOf(entry: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
