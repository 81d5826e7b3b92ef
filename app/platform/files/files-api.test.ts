import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLongRun } from "../../../test/faults/rounds";
import { createTestApp, ORIGIN, type TestApp } from "../../../test/harness/http-app";
import { createTestPicture } from "../../../test/harness/pictures";
import { startSilentServer } from "../../../test/harness/servers/silent-server";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { openFileStore } from "./file-store.server";
import { claimFiles, listFilesOf, removeFile, removeUnclaimedFiles, saveFile } from "./files.server";
import { UPLOADED_PICTURE, UPLOADED_RECORDING } from "./files-api.server";
import { RECORDING_LIMIT_BYTES } from "./recording-type";

const admin = { email: "admin@example.com", password: "an admin's password" };

let dataDir: string;
let app: TestApp;
let adminCookie: string;
let photo: Buffer<ArrayBuffer>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "files-api-"));
  app = await createTestApp({ DATA_DIR: dataDir });
  await app.addUser({ ...admin, role: "admin" });
  adminCookie = await app.signIn(admin);
  photo = Buffer.from(await createTestPicture("jpeg"));
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const ctxAt = (now: string): Ctx => ({
  actor: system,
  db: app.db,
  now: new Date(now),
  requestId: "test",
  locale: "en",
});
const upload = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  app.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: ORIGIN, ...headers },
    body,
  });
const download = (id: string, headers: Record<string, string> = {}) =>
  app.http.request(`/api/files/${id}`, { headers });

async function uploaded(): Promise<string> {
  await app.db.deleteFrom("rateLimits").execute();
  const { id } = (await (await upload(photo)).json()) as { id: string };
  return id;
}

describe("a bucket that is away", () => {
  it("refuses an upload and a download in words, and accepts the upload again afterwards", async () => {
    const silent = await startSilentServer();
    // Nothing listens in a short run, because waiting for an answer takes seconds.
    if (!isLongRun) await silent.close();
    const away = openFileStore({ dataDir, s3Url: silent.url });
    const id = await uploaded();
    const { put, get } = app.files;
    Object.assign(app.files, { put: away.put, get: away.get });
    try {
      for (const answer of await Promise.all([upload(photo), download(id, { cookie: adminCookie })])) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get("Retry-After")).toBe("10");
        expect(await answer.json()).toMatchObject({
          reason: "storage-unavailable",
          message: "Photos and documents are temporarily unavailable. Please try again in 10 seconds.",
        });
      }
    } finally {
      Object.assign(app.files, { put, get });
      if (isLongRun) await silent.close();
    }
    expect((await upload(photo)).status).toBe(201);
  });
});

describe("byte ranges", () => {
  it("continue an interrupted download of the same content", async () => {
    const id = await uploaded();
    const complete = await download(id, { cookie: adminCookie });
    const etag = complete.headers.get("ETag")!;
    const bytes = new Uint8Array(await complete.arrayBuffer());
    const rest = async (range: string, more = {}) => {
      const answer = await download(id, { cookie: adminCookie, Range: range, ...more });
      return { answer, content: new Uint8Array(await answer.arrayBuffer()) };
    };
    const continued = await rest("bytes=100-", { "If-Range": etag });
    expect(continued.answer.status).toBe(206);
    expect(continued.answer.headers.get("Content-Range")).toBe(
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
    );
    expect(continued.content).toEqual(bytes.slice(100));
    expect((await rest("bytes=10-19")).content).toEqual(bytes.slice(10, 20));
    expect((await rest("bytes=-5")).content).toEqual(bytes.slice(-5));
    expect((await rest("bytes=100-", { "If-Range": '"another"' })).answer.status).toBe(200);
    expect((await rest(`bytes=${bytes.length}-`)).answer.status).toBe(416);
    expect((await rest("bytes=5-2")).answer.status).toBe(200);
  });
});

describe("POST /api/recordings", () => {
  const record = async (body: Uint8Array<ArrayBuffer>) => {
    await app.db.deleteFrom("rateLimits").execute();
    return app.http.request("/api/recordings", {
      method: "POST",
      headers: { "Content-Type": "audio/webm", Origin: ORIGIN },
      body,
    });
  };
  const webm = [0x1a, 0x45, 0xdf, 0xa3];

  it.each([
    ["audio/webm", Uint8Array.from(webm)],
    ["audio/ogg", Buffer.from("OggS and more")],
    ["audio/mp4", Buffer.from("\0\0\0\x20ftypM4A ")],
  ])("stores %s by its content, for the office only", async (type, body) => {
    const answer = await record(body);
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const sound = await download(id, { cookie: adminCookie });
    expect(Object.fromEntries(sound.headers)).toMatchObject({
      "content-type": type,
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await download(id)).status).toBe(404);
  });

  it.each([
    [
      "not-a-recording",
      Buffer.from("<script>"),
      "This voice message cannot be played. Please record it again.",
    ],
    ["not-a-recording", Buffer.alloc(0), "This voice message cannot be played. Please record it again."],
    [
      "recording-too-large",
      Uint8Array.from({ length: RECORDING_LIMIT_BYTES + 1 }, (_, index) => webm[index] ?? 0),
      "The voice message is too long. Please record a shorter one.",
    ],
  ])("rejects other content with a message: %s", async (reason, body, message) => {
    const answer = await record(body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ success: false, reason, message });
  });

  it("lets no other type and no public file into the database", async () => {
    const file = { kind: UPLOADED_RECORDING, sizeBytes: 1, sha256: "0".repeat(64), createdAt: new Date() };
    for (const wrong of [
      { contentType: "text/html" },
      { contentType: "audio/webm", public: true },
      { contentType: "audio/webm", sizeBytes: RECORDING_LIMIT_BYTES + 1 },
    ]) {
      const values = { id: crypto.randomUUID(), ...file, ...wrong };
      await expect(app.db.insertInto("files").values(values).execute()).rejects.toThrow(
        "files_recording_check",
      );
    }
  });
});

describe("POST /api/pictures", () => {
  it("stores a picture that only the office can read", async () => {
    const id = await uploaded();
    const response = await download(id, { cookie: adminCookie });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const again = await download(id, { cookie: adminCookie, "If-None-Match": response.headers.get("ETag")! });
    expect(again.status).toBe(304);
    const signedOut = await download(id, { "If-None-Match": response.headers.get("ETag")! });
    expect([signedOut.status, signedOut.headers.get("Cache-Control")]).toEqual([404, "private, no-store"]);
    expect((await download(id)).status).toBe(404);
  });

  it("rejects other content with a message", async () => {
    const answer = await upload(Buffer.from("not a picture"));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({
      success: false,
      reason: "not-a-picture",
      message: "We cannot read this file as a photo. Please choose a JPEG, PNG or WebP file.",
    });
  });

  it("accepts up to 10 MB, more than other endpoints", async () => {
    const filler = Buffer.concat([photo, Buffer.alloc(3 * 1024 * 1024)]);
    expect((await upload(filler)).status).toBe(201);
    const tooMuch = await upload(Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(tooMuch.status).toBe(413);
    expect(await tooMuch.json()).toMatchObject({
      message: "This photo is larger than 10 MB. Please choose a smaller one.",
    });
  });

  it("rejects uploads from other sites", async () => {
    expect((await upload(photo, { Origin: "https://evil.example" })).status).toBe(403);
  });

  it("limits uploads to 20 in ten minutes, and to 200 for technicians", async () => {
    await app.db.deleteFrom("rateLimits").execute();
    const technician = { email: "omar@example.com", password: "a technician's password" };
    await app.addUser({ ...technician, role: "technician" });
    const cookie = await app.signIn(technician);
    for (const [max, headers] of [
      [20, {}],
      [200, { cookie }],
    ] as const) {
      for (let count = 0; count < max; count++) {
        expect((await upload(Buffer.from("x"), headers)).status).toBe(422);
      }
      const refused = await upload(Buffer.from("x"), headers);
      expect(refused.status).toBe(429);
      const { retryAfterSeconds } = (await refused.json()) as { retryAfterSeconds: number };
      expect(refused.headers.get("Retry-After")).toBe(String(retryAfterSeconds));
    }
  });
});

describe("claimFiles", () => {
  it("claims an upload once and only as its kind", async () => {
    const ctx = ctxAt("2026-11-21T10:00:00Z");
    const ids = [await uploaded(), await uploaded()];
    const [ownerId, otherOwnerId] = [crypto.randomUUID(), crypto.randomUUID()];
    expect(await claimFiles(ctx, { ids, kind: "avatar", ownerId })).toEqual({
      ok: false,
      reason: "unknown-file",
    });
    expect(await claimFiles(ctx, { ids, kind: UPLOADED_PICTURE, ownerId })).toEqual({ ok: true });
    expect(await claimFiles(ctx, { ids, kind: UPLOADED_PICTURE, ownerId: otherOwnerId })).toMatchObject({
      ok: false,
    });
    expect((await listFilesOf(ctx, ownerId)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(await claimFiles(ctx, { ids: [], kind: UPLOADED_PICTURE, ownerId })).toEqual({
      ok: true,
    });
  });

  it("deletes unclaimed uploads after a day and keeps claimed ones", async () => {
    const [claimed, forgotten] = [await uploaded(), await uploaded()];
    const ctx = ctxAt(new Date().toISOString());
    await claimFiles(ctx, { ids: [claimed], kind: UPLOADED_PICTURE, ownerId: crypto.randomUUID() });
    const statusOf = async (id: string) => (await download(id, { cookie: adminCookie })).status;
    await removeUnclaimedFiles(ctx, app.files);
    expect(await statusOf(forgotten)).toBe(200);
    await removeUnclaimedFiles(ctxAt(new Date(Date.now() + 25 * 3_600_000).toISOString()), app.files);
    expect([await statusOf(forgotten), await statusOf(claimed)]).toEqual([404, 200]);
    expect(readdirSync(join(dataDir, "files"))).not.toContain(forgotten);
  });
});

describe("GET /api/files/{id}", () => {
  it("serves public files to everyone until they are removed", async () => {
    const ctx = ctxAt("2026-11-21T10:00:00Z");
    const file = { kind: "portrait", public: true, ownerId: crypto.randomUUID(), contentType: "image/jpeg" };
    const id = await saveFile(ctx, app.files, { ...file, bytes: photo });
    const response = await download(id);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(photo)).toBe(true);
    await removeFile(ctx, app.files, id);
    expect((await download(id)).status).toBe(404);
  });

  it.each([crypto.randomUUID(), "x", "../secrets/secret", "-".repeat(36)])(
    "responds with 404 for the file id %s",
    async (id) => {
      expect((await download(id, { cookie: adminCookie })).status).toBe(404);
    },
  );
});
