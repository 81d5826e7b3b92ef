import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Config } from "../config.server";
import { StorageUnavailable } from "../incidents/infra-failure.server";
import { writeFileAtomic } from "./write-file-atomic.server";

/** Store of immutable files: each key is written once. */
export interface FileStore {
  /** Resolves once the bytes are durable. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<string[]>;
}

/** A request is answered within five seconds. */
const REQUEST_TIMEOUT_MS = 4_500;
/** For background work, such as copies of backups in pieces of 8 MB. */
export const BACKGROUND_TIMEOUT_MS = 60_000;

/**
 * DATA_DIR/files, or the bucket of S3_URL, whose calls throw `StorageUnavailable` if it does not answer. They are
 * repeated within `timeoutMs`, because all of them are idempotent.
 */
export function openFileStore(
  config: Pick<Config, "dataDir" | "s3Url">,
  timeoutMs = REQUEST_TIMEOUT_MS,
): FileStore {
  return config.s3Url ? bucketStore(config.s3Url, timeoutMs) : folderStore(join(config.dataDir, "files"));
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

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;

interface BucketResponse {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** `https://key:secret@host/bucket`, with `?region=` if the host lacks it. */
function bucketStore(url: string, timeoutMs: number): FileStore {
  const { origin, pathname, searchParams, username, password } = new URL(url);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: "s3",
    region: searchParams.get("region") ?? undefined,
    retries: 0,
  });

  const bucket = `${origin}${pathname.replace(/\/$/, "")}`;

  async function call(method: string, key: string, more?: RequestInit, allowed?: number[]) {
    return request(method, `${bucket}/${checkKey(key)}`, more, allowed);
  }

  /** Repeats the call after lost connections, also in the middle of the content, and errors of the bucket. */
  async function request(
    method: string,
    address: string,
    more: RequestInit = {},
    allowed = [200, 204],
  ): Promise<BucketResponse> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let attempt = 1; ; attempt++) {
      const answer = await attemptCall(method, address, { ...more, signal });
      if (!(answer instanceof Error)) {
        if (allowed.includes(answer.status)) return answer;
        throw refusalOf(method, answer);
      }
      if (signal.aborted || attempt >= MAX_ATTEMPTS)
        throw new StorageUnavailable(`The file store does not answer ${method}`, { cause: answer });
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }

  /** Returns the error of an attempt that may be repeated. */
  async function attemptCall(
    method: string,
    address: string,
    more: RequestInit,
  ): Promise<BucketResponse | Error> {
    try {
      const { signal, ...init } = more;
      const signed = await client.sign(address, { method, ...init });
      // The signal goes to `fetch` itself: that of a request ends with it, and nothing else keeps this request from the garbage collector.
      const response = await fetch(signed, { signal });
      const answer = { status: response.status, bytes: await response.bytes() };
      return answer.status >= 500 || answer.status === 429 ? refusalOf(method, answer) : answer;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  return {
    async put(key, bytes, contentType) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const headers = { "Content-Type": contentType, "X-Amz-Content-Sha256": sha256 };
      await call("PUT", key, { body: bytes, headers });
    },
    async get(key) {
      const { status, bytes } = await call("GET", key, {}, [200, 404]);
      return status === 200 ? bytes : null;
    },
    async remove(key) {
      await call("DELETE", key, {}, [200, 204, 404]);
    },
    async list(prefix) {
      const keys: string[] = [];
      for (let more = true; more; ) {
        const from = new URLSearchParams({ "list-type": "2", prefix });
        if (keys.length > 0) from.set("start-after", keys.at(-1)!);
        const answer = textOf(await request("GET", `${bucket}?${from}`));
        const found = [...answer.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
        keys.push(...found);
        more = found.length > 0 && /<IsTruncated>true<\/IsTruncated>/.test(answer);
      }
      return keys.filter((key) => KEY.test(key));
    },
  };
}

function refusalOf(method: string, answer: BucketResponse): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(textOf(answer))?.[1] ?? "no reason";
  return new Error(`The file store answered ${method} with ${answer.status}: ${code}`);
}

function textOf({ bytes }: BucketResponse): string {
  return new TextDecoder().decode(bytes);
}

const KEY = /^[\w-]+$/;

/** Prevents path traversal. */
function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error("A file key consists of letters, digits, _ and -");
  return key;
}
