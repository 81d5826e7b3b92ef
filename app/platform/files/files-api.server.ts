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
import { PICTURES_PATH } from "../http/limits/http-limits.server";
import { takeAttempt } from "../http/limits/rate-limit.server";
import { keyedSemaphore } from "../jobs/keyed-semaphore";
import { findFile, removeUnclaimedFiles, type StoredFile, saveFile } from "./files.server";
import { pictureRefusals, redrawPicture } from "./pictures.server";

const UPLOAD_LIMITS = {
  pictures: { max: 20, seconds: 600 },
  /** Permits are stored unchanged and are larger than redrawn pictures. */
  permits: { max: 5, seconds: 3600 },
};
/** An offline phone may upload a whole day: 20 visits with 9 pictures. */
const STAFF_UPLOAD_LIMIT = { max: 200, seconds: 600 };

const uploadsPerClient = keyedSemaphore(3);
/** Limits memory to 200 MB. */
const uploadsOfVisitors = keyedSemaphore(20);

export const UPLOADED_PICTURE = "uploaded-picture";

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
      await removeUnclaimedFiles(ctx, store);
      return {
        ok: true as const,
        id: await saveFile(ctx, store, { kind: UPLOADED_PICTURE, ...redrawn.picture }),
      };
    },
    refuses: pictureRefusals,
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
  const bytes = file && (await c.get("files").get(file.id));
  if (!bytes) return respondNotFound(c);
  const headers = {
    ETag: `"${file.sha256}"`,
    // Private files are requested each time, so that browsers show none after sign-out.
    "Cache-Control": file.public ? "public, max-age=31536000, immutable" : "private, no-cache",
    // Prevents scripts in any content type.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // Browsers show no PDF in a sandbox.
    "Content-Disposition": file.contentType === "application/pdf" ? "attachment" : "inline",
  };
  if (c.req.header("if-none-match") === headers.ETag) return c.body(null, 304, headers);
  return c.body(bytes, 200, { ...headers, "Content-Type": file.contentType });
}
