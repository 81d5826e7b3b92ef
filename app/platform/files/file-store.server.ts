import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.server";
import { writeFileAtomic } from "./write-file-atomic.server";

/** Where the bytes of files are. A key is written once; storing the same again does no harm. */
export interface FileStore {
  /** When it returns, the bytes are there to stay. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /** Null: there is nothing under this key. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Also when there is nothing under this key. */
  remove(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in their order. */
  list(prefix: string): Promise<string[]>;
}

/** Files in DATA_DIR/files, or in the S3-compatible bucket of S3_URL. */
export function openFileStore(config: Pick<Config, "dataDir" | "s3Url">): FileStore {
  return config.s3Url ? bucketStore(config.s3Url) : folderStore(join(config.dataDir, "files"));
}

function folderStore(folder: string): FileStore {
  return {
    put: (key, bytes) => writeFileAtomic(folder, named(key), bytes),
    async get(key) {
      try {
        return await readFile(join(folder, named(key)));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (key) => rm(join(folder, named(key)), { force: true }),
    async list(prefix) {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => name.startsWith(prefix) && KEY.test(name)).sort();
    },
  };
}

/** A bucket that does not answer must not hold a request for ever. */
const TIMEOUT_MS = 20_000;

/** `https://key:secret@host/bucket`, and `?region=` where the host does not tell it. */
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
    return ask(method, `${bucket}/${named(key)}`, more, allowed);
  }

  async function ask(method: string, address: string, more: RequestInit = {}, allowed = [200, 204]) {
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
      // Signed too: the store refuses bytes that changed on the way.
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
      // A bucket tells a thousand at once. Keys need no escaping in XML.
      for (let more = true; more; ) {
        const from = new URLSearchParams({ "list-type": "2", prefix });
        if (keys.length > 0) from.set("start-after", keys.at(-1)!);
        const answer = await (await ask("GET", `${bucket}?${from}`)).text();
        const found = [...answer.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
        keys.push(...found);
        more = found.length > 0 && /<IsTruncated>true<\/IsTruncated>/.test(answer);
      }
      return keys.filter((key) => KEY.test(key));
    },
  };
}

const KEY = /^[\w-]+$/;

/** A key never leads out of the folder or the bucket. */
function named(key: string): string {
  if (!KEY.test(key)) throw new Error("A file's key is made of letters, digits, _ and -");
  return key;
}
