import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.server";
import { writeFileAtomic } from "./write-file-atomic.server";

/** Store of immutable files: each key is written once. */
export interface FileStore {
  /** Resolves once the bytes are durable. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<string[]>;
}

/** DATA_DIR/files, or the bucket of S3_URL. */
export function openFileStore(config: Pick<Config, "dataDir" | "s3Url">): FileStore {
  return config.s3Url ? bucketStore(config.s3Url) : folderStore(join(config.dataDir, "files"));
}

function folderStore(folder: string): FileStore {
  return {
    put: (key, bytes) => writeFileAtomic(folder, checkKey(key), bytes),
    async get(key) {
      try {
        return await readFile(join(folder, checkKey(key)));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(join(folder, checkKey(key)), { force: true }),
    async list(prefix) {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => name.startsWith(prefix) && KEY.test(name)).sort();
    },
  };
}

/** Prevents a hanging bucket from blocking requests. */
const TIMEOUT_MS = 20_000;

/** `https://key:secret@host/bucket`, with `?region=` if the host lacks it. */
function bucketStore(url: string): FileStore {
  const { origin, pathname, searchParams, username, password } = new URL(url);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? undefined,
    retries: 3,
  });

  const bucket = `${origin}${pathname.replace(/\/$/, "")}`;

  async function call(method: string, key: string, more?: RequestInit, allowed?: number[]) {
    return request(method, `${bucket}/${checkKey(key)}`, more, allowed);
  }

  async function request(method: string, address: string, more: RequestInit = {}, allowed = [200, 204]) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await client.fetch(address, { method, signal, ...more });
    if (!allowed.includes(response.status)) {
      const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? "no reason";
      throw new Error(`The file store answered ${method} with ${response.status}: ${code}`);
    }
    return response;
  }

  return {
    async put(key, bytes, contentType) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const headers = { "Content-Type": contentType, "X-Amz-Content-Sha256": sha256 };
      const response = await call("PUT", key, { body: bytes, headers });
      await response.body?.cancel();
    },
    async get(key) {
      const response = await call("GET", key, {}, [200, 404]);
      if (response.status === 200) return response.bytes();
      await response.body?.cancel();
      return null;
    },
    async remove(key) {
      const response = await call("DELETE", key, {}, [200, 204, 404]);
      await response.body?.cancel();
    },
    async list(prefix) {
      const keys: string[] = [];
      for (let more = true; more; ) {
        const from = new URLSearchParams({ "list-type": "2", prefix });
        if (keys.length > 0) from.set("start-after", keys.at(-1)!);
        const answer = await (await request("GET", `${bucket}?${from}`)).text();
        const found = [...answer.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
        keys.push(...found);
        more = found.length > 0 && /<IsTruncated>true<\/IsTruncated>/.test(answer);
      }
      return keys.filter((key) => KEY.test(key));
    },
  };
}

const KEY = /^[\w-]+$/;

/** Prevents path traversal. */
function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("A file key consists of letters, digits, _ and -");
  return key;
}
