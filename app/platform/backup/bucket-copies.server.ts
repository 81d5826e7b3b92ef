import { createWriteStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileStore } from "../files/file-store.server";
import { BackupError } from "./backup-error";

/** Archives are uploaded in parts that `cat` can join. Bucket keys contain no dots and folders. */

/** Limited, because an upload is held in memory. */
const PART_BYTES = 8 * 1024 * 1024;

export async function copyToBucket(store: FileStore, folder: string, path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    for (const [number, key] of partKeysOf(folder, path, size).entries()) {
      const bytes = new Uint8Array(Math.min(PART_BYTES, size - number * PART_BYTES));
      await file.read(bytes, 0, bytes.length, number * PART_BYTES);
      await store.put(key, bytes, "application/octet-stream");
    }
  } finally {
    await file.close();
  }
}

/** True if the bucket has another file with this name. */
export async function isOtherInBucket(store: FileStore, folder: string, path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const [key = ""] = partKeysOf(folder, path, size);
    const stored = await store.get(key);
    if (!stored) return false;
    const bytes = Buffer.alloc(Math.min(PART_BYTES, size));
    await file.read(bytes, 0, bytes.length, 0);
    return !bytes.equals(stored);
  } finally {
    await file.close();
  }
}

export async function removeFromBucket(
  store: FileStore,
  folder: string,
  { path, size }: { path: string; size: number },
): Promise<void> {
  for (const key of partKeysOf(folder, path, size)) await store.remove(key);
}

export async function listArchives(store: FileStore): Promise<string[]> {
  return [...groupPartsByName(await store.list("backup-")).keys()]
    .filter((name) => ARCHIVE.test(name))
    .sort();
}

const ARCHIVE = /^backup-\d{8}-\d{6}(-\d+)?$/;

export async function fetchArchive(store: FileStore, folder: string, name: string): Promise<string> {
  const parts = groupPartsByName(await store.list(`${name}-`)).get(name);
  if (!parts) throw new BackupError("impossible", `${name} is not in the bucket`);
  const path = join(folder, `${name}.age`);
  await fetchFile(store, parts, name, path);
  return path;
}

export async function fetchWalFromBucket(
  store: FileStore,
  folder: string,
  chain: string,
  firstSegment: string,
): Promise<void> {
  const start = `log-${chain}`;
  for (const [name, parts] of groupPartsByName(await store.list(`${start}-`))) {
    const segment = name.slice(start.length + 1);
    if (segment < firstSegment) continue;
    const path = join(folder, start, `${segment}.age`);
    if (await stat(path).catch(() => null)) continue;
    await fetchFile(store, parts, name, path);
  }
}

async function fetchFile(
  store: FileStore,
  parts: Map<number, string>,
  name: string,
  path: string,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  async function* inOrder() {
    for (let number = 1; number <= parts.size; number++) {
      const key = parts.get(number);
      const bytes = key && (await store.get(key));
      if (!bytes) throw new BackupError("unreadable", `Piece ${number} of ${name} is missing in the bucket`);
      yield bytes;
    }
  }
  await pipeline(Readable.from(inOrder()), createWriteStream(path, { mode: 0o600 }));
}

function partKeysOf(folder: string, path: string, size: number): string[] {
  const base = relative(folder, path)
    .replace(/\.age$/, "")
    .replace(/[^\w-]/g, "-");
  return Array.from(
    { length: Math.max(1, Math.ceil(size / PART_BYTES)) },
    (_, number) => `${base}-${String(number + 1).padStart(4, "0")}`,
  );
}

function groupPartsByName(keys: readonly string[]): Map<string, Map<number, string>> {
  const found = new Map<string, Map<number, string>>();
  for (const key of keys) {
    const [, name, number] = /^(.+)-(\d{4,})$/.exec(key) ?? [];
    if (!name) continue;
    found.set(name, (found.get(name) ?? new Map()).set(Number(number), key));
  }
  return found;
}
