import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOneRunOf, randomOf } from "../../../test/faults/rounds";
import { type Bucket, startBucket } from "../../../test/harness/servers/bucket";
import { startSilentServer } from "../../../test/harness/servers/silent-server";
import { infraFailureOf } from "../incidents/infra-failure.server";
import { type FileStore, openFileStore } from "./file-store.server";

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

let dataDir: string;
let bucket: Bucket;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "files-"));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  rmSync(dataDir, { recursive: true });
});

describe.each(["a folder", "a bucket"])("file store in %s", (kind) => {
  let store: FileStore;
  beforeAll(() => {
    store = openFileStore({ dataDir, s3Url: kind === "a bucket" ? bucket.url : undefined });
  });

  it("returns stored content until it is removed", async () => {
    await store.put("one", bytes, "image/jpeg");
    await store.put("one", bytes, "image/jpeg");
    expect(await store.get("one")).toEqual(kind === "a bucket" ? bytes : Buffer.from(bytes));
    await store.remove("one");
    await store.remove("one");
    expect(await store.get("one")).toBeNull();
  });

  it("lists keys by prefix, beyond one page of results", async () => {
    for (const key of ["list-2", "list-1", "list-4", "list-3", "other-1"]) {
      await store.put(key, bytes, "image/jpeg");
    }
    expect(await store.list("list-")).toEqual(["list-1", "list-2", "list-3", "list-4"]);
    expect(await store.list("nothing")).toEqual([]);
    for (const key of ["list-2", "list-1", "list-4", "list-3", "other-1"]) await store.remove(key);
  });

  it.each(["../secrets/secret", "a/b", "", ".", "a b"])("rejects the key %j", async (key) => {
    await expect(async () => store.put(key, bytes, "image/jpeg")).rejects.toThrow("A file key consists of");
    await expect(async () => store.get(key)).rejects.toThrow("A file key consists of");
    await expect(async () => store.remove(key)).rejects.toThrow("A file key consists of");
  });
});

describe("folder store", () => {
  it("never contains partial files", async () => {
    const store = openFileStore({ dataDir });
    await Promise.all(["a", "b", "c"].map((key) => store.put(key, bytes, "image/jpeg")));
    expect(readdirSync(join(dataDir, "files")).sort()).toEqual(["a", "b", "c"]);
  });
});

describe("bucket store", () => {
  it("sends the content type", async () => {
    await openFileStore({ dataDir, s3Url: bucket.url }).put("typed", bytes, "image/jpeg");
    expect(bucket.objects.get("/rukn-files/typed")?.contentType).toBe("image/jpeg");
  });

  it("retries when the bucket is busy", async () => {
    bucket.failures.push(503, 500);
    await openFileStore({ dataDir, s3Url: bucket.url }).put("at-last", bytes, "image/jpeg");
    expect(bucket.objects.has("/rukn-files/at-last")).toBe(true);
  });

  it("repeats an upload and a download whose connection broke in the middle", async () => {
    const store = openFileStore({ dataDir, s3Url: bucket.url });
    bucket.lostConnections = 2;
    await store.put("broken", bytes, "image/jpeg");
    bucket.lostConnections = 2;
    expect(await store.get("broken")).toEqual(bytes);
    expect(bucket.lostConnections).toBe(0);
  });

  // It waits for seconds.
  it.runIf(isOneRunOf(4, randomOf("silent bucket")))(
    "fails when the bucket accepts and never answers, also while memory is collected",
    async () => {
      const silent = await startSilentServer();
      const store = openFileStore({ dataDir, s3Url: silent.url });
      setFlagsFromString("--expose-gc");
      const collection = setInterval(runInNewContext("gc"), 100);
      const failed = await Promise.allSettled([store.put("one", bytes, "image/jpeg"), store.get("one")]);
      clearInterval(collection);
      for (const result of failed)
        expect(result).toMatchObject({ status: "rejected", reason: { name: "StorageUnavailable" } });
      await silent.close();
    },
  );

  it("fails at once when nothing listens, and not as a lost database", async () => {
    const gone = await startSilentServer();
    await gone.close();
    const failed = await openFileStore({ dataDir, s3Url: gone.url })
      .get("one")
      .catch((error) => error);
    expect(infraFailureOf(failed)).toBe("storage-unavailable");
  });

  it("reports the reason of a refusal without the secret", async () => {
    const wrong = openFileStore({ dataDir, s3Url: bucket.url.replace("secret", "secrets") });
    await expect(wrong.put("never", bytes, "image/jpeg")).rejects.toThrow(
      "The file store answered PUT with 403: SignatureDoesNotMatch",
    );
  });
});
