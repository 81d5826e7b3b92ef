import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "../auth/actor";
import { may } from "../auth/permissions";
import type { Ctx } from "../context";
import { tooManyRequests } from "../errors";
import type { ApiEnv } from "../http/api.server";
import { respondNotFound } from "../http/api-errors.server";
import { bytes, endpoints, get, post } from "../http/endpoint.server";
import { clientNetwork } from "../http/limits/client-address.server";
import { PICTURES_PATH, RECORDINGS_PATH } from "../http/limits/http-limits.server";
import { takeAttempt } from "../http/limits/rate-limit.server";
import { refuse } from "../http/refusal";
import { keyedSemaphore } from "../jobs/keyed-semaphore";
import { findFile, removeUnclaimedFiles, type StoredFile, saveFile } from "./files.server";
import { pictureRefusals, redrawPicture } from "./pictures.server";
import { RECORDING_LIMIT_BYTES, readRecordingType } from "./recording-type";

const UPLOAD_LIMITS = {
  pictures: { max: 20, seconds: 600 },
  /** Permits are stored unchanged and are larger than redrawn pictures. */
  permits: { max: 5, seconds: 3600 },
  recordings: { max: 5, seconds: 3600 },
};
/** An offline phone may upload a whole day: 20 visits with 9 pictures. */
const STAFF_UPLOAD_LIMIT = { max: 200, seconds: 600 };

const uploadsPerClient = keyedSemaphore(3);
/** Limits memory to 200 MB. */
const uploadsOfVisitors = keyedSemaphore(20);

export const UPLOADED_PICTURE = "uploaded-picture";
export const UPLOADED_RECORDING = "uploaded-recording";

declare module "~/platform/http/refusal" {
  interface Refusals {
    "not-a-recording": unknown;
    "recording-too-large": unknown;
  }
}

export const filesApi = endpoints("file", [
  post(PICTURES_PATH, {
    operationId: "uploadPicture",
    may: "files.upload",
    summary: "Upload a photo; send its id within a day",
    body: bytes("image/*", "JPEG, PNG or WebP, at most 10 MB"),
    answer: z.object({ success: z.literal(true), id: z.uuid() }),
    status: 201,
    async run(ctx, _, call) {
      const redrawn = await receiveUpload(ctx, "pictures", async (client) =>
        redrawPicture(new Uint8Array(await call.req.arrayBuffer()), client),
      );
      if (!redrawn.ok) return redrawn;
      const store = call.get("files");
      const id = await saveFile(ctx, store, { kind: UPLOADED_PICTURE, ...redrawn.picture });
      await removeUnclaimedFiles(ctx, store);
      return { ok: true as const, id };
    },
    refuses: pictureRefusals,
    reply: (_ctx, _input, { id }) => ({ success: true as const, id }),
  }),
  post(RECORDINGS_PATH, {
    operationId: "uploadRecording",
    // Technicians who left send their last reports without a session.
    may: "files.upload",
    summary: "Upload a voice message; send its id with a visit report within a day",
    body: bytes("audio/*", "WebM, Ogg or MP4, at most 2 MB"),
    answer: z.object({ success: z.literal(true), id: z.uuid() }),
    status: 201,
    run: (ctx, _, call) =>
      receiveUpload(ctx, "recordings", async () => {
        const content = new Uint8Array(await call.req.arrayBuffer());
        if (content.byteLength > RECORDING_LIMIT_BYTES) return refuse("recording-too-large");
        const contentType = readRecordingType(content);
        if (!contentType) return refuse("not-a-recording");
        const store = call.get("files");
        const id = await saveFile(ctx, store, { kind: UPLOADED_RECORDING, contentType, bytes: content });
        await removeUnclaimedFiles(ctx, store);
        return { ok: true as const, id };
      }),
    refuses: ["not-a-recording", "recording-too-large"],
    reply: (_ctx, _input, { id }) => ({ success: true as const, id }),
  }),
  get("/files/{id}", {
    may: "website.use",
    summary: "Get a file: those on public pages for everyone, all others for the office",
    answer: bytes("image/jpeg", "Content of the file; 304 if unchanged by its ETag"),
    run: async (ctx, { id }, call) => respondWithFile(call, await findFile(ctx, id)),
  }),
]);

/** Receives and stores an upload. Throws 429 above the upload limit. */
export async function receiveUpload<Stored>(
  ctx: Ctx,
  kind: keyof typeof UPLOAD_LIMITS,
  read: (client: string) => Promise<Stored>,
): Promise<Stored> {
  const client = clientOf(ctx);
  await limitUploads(ctx, kind, client);
  return uploadsPerClient(client, () =>
    userIdOf(ctx.actor) ? read(client) : uploadsOfVisitors("", () => read(client)),
  );
}

function clientOf(ctx: Ctx): string {
  return userIdOf(ctx.actor) ?? clientNetwork(ctx.clientIp);
}

async function limitUploads(ctx: Ctx, kind: keyof typeof UPLOAD_LIMITS, client: string): Promise<void> {
  const key = `${kind}:${client}`;
  const isStaff = ctx.actor.role === "technician" || may(ctx.actor, "office.enter");
  const limit = isStaff ? STAFF_UPLOAD_LIMIT : UPLOAD_LIMITS[kind];
  const attempt = await takeAttempt(ctx, { key, ...limit });
  if (attempt.ok) return;
  const seconds = attempt.retryAfterSeconds;
  throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
}

export async function respondWithFile(c: Context<ApiEnv>, file: StoredFile | null) {
  if (!file) return respondNotFound(c);
  const headers = {
    ETag: `"${file.sha256}"`,
    "Accept-Ranges": "bytes",
    // Private files are requested each time, so that browsers show none after sign-out.
    "Cache-Control": file.public ? "public, max-age=31536000, immutable" : "private, no-cache",
    // Prevents scripts in any content type.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Browsers show no PDF in a sandbox.
    "Content-Disposition": file.contentType === "application/pdf" ? "attachment" : "inline",
  };
  // Before the content is read, so that a known file needs no store.
  if (c.req.header("if-none-match") === headers.ETag) return c.body(null, 304, headers);
  const bytes = await c.get("files").get(file.id);
  if (!bytes) return respondNotFound(c);
  const size = bytes.byteLength;
  const range =
    c.req.header("if-range") === undefined || c.req.header("if-range") === headers.ETag
      ? parseByteRange(c.req.header("range"), size)
      : null;
  const typed = { ...headers, "Content-Type": file.contentType };
  if (range === "unsatisfiable") return c.body(null, 416, { ...headers, "Content-Range": `bytes */${size}` });
  if (!range) return c.body(bytes, 200, typed);
  const { first, last } = range;
  const part = bytes.slice(first, last + 1);
  return c.body(part, 206, { ...typed, "Content-Range": `bytes ${first}-${last}/${size}` });
}

/** Continues interrupted downloads. Null: no range, or one that is answered with the complete file (RFC 9110, 14.2). */
function parseByteRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "unsatisfiable" | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < first) return null;
  return first >= size || (from === "" && Number(to) === 0) ? "unsatisfiable" : { first, last };
}
