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
import { pictureRefusals, remakePicture } from "./pictures.server";

const UPLOAD_LIMITS = {
  /** Pictures that come with a request: five at most, and a second try. */
  pictures: { max: 20, seconds: 600 },
  /** Papers are kept as they come, and are larger than a picture that was drawn anew. */
  permits: { max: 5, seconds: 3600 },
};
/** A phone that was without a connection sends the pictures of a whole day at once: of twenty visits, nine each. */
const STAFF_UPLOAD_LIMIT = { max: 200, seconds: 600 };

/** What is read waits in memory for its turn to be drawn: the rest of a client's uploads wait unread. */
const uploadsOfClient = keyedSemaphore(3);
/** From however many networks they come: what is read at once takes 200 MB at most. */
const uploadsOfStrangers = keyedSemaphore(20);

/** An upload that nothing was made of yet; `claimFiles` gives it to the record that is. */
export const UPLOADED_PICTURE = "uploaded-picture";

export const filesApi = endpoints("file", [
  post(PICTURES_PATH, {
    may: "files.upload",
    summary: "Upload a picture for a request that is sent afterwards with its id; kept for a day until then",
    body: bytes("image/*", "The file itself: JPEG, PNG or WebP, at most 10 MB"),
    answer: z.object({ success: z.literal(true), id: z.uuid() }),
    status: 201,
    async run(ctx, _, call) {
      const remade = await takeUpload(ctx, "pictures", async (client) =>
        remakePicture(new Uint8Array(await call.req.arrayBuffer()), client),
      );
      if (!remade.ok) return remade;
      const store = call.get("files");
      await removeUnclaimedFiles(ctx, store);
      return {
        ok: true as const,
        id: await saveFile(ctx, store, { kind: UPLOADED_PICTURE, ...remade.picture }),
      };
    },
    refuses: pictureRefusals,
    reply: (_ctx, _input, { id }) => ({ success: true as const, id }),
  }),
  get("/files/{id}", {
    may: "website.use",
    summary: "A file, which never changes: those of public pages for everybody, all others for the office",
    answer: bytes("image/jpeg", "Its content; 304 where it is known already by its ETag"),
    run: async (ctx, { id }, call) => answerFile(call, await findFile(ctx, id)),
  }),
]);

/** Reads what anybody may upload when it is its client's turn. Throws 429 beyond what one client may send. */
export async function takeUpload<Kept>(
  ctx: Ctx,
  kind: keyof typeof UPLOAD_LIMITS,
  read: (client: string) => Promise<Kept>,
): Promise<Kept> {
  const client = clientOf(ctx);
  await limitUploads(ctx, kind, client);
  return uploadsOfClient(client, () =>
    userIdOf(ctx.actor) ? read(client) : uploadsOfStrangers("", () => read(client)),
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

/** Answers with a file that the caller may see; without one, or where its bytes are gone, it does not exist. */
export async function answerFile(c: Context<ApiEnv>, file: StoredFile | null) {
  const bytes = file && (await c.get("files").get(file.id));
  if (!bytes) return respondNotFound(c);
  const headers = {
    ETag: `"${file.sha256}"`,
    "Cache-Control": `${file.public ? "public" : "private"}, max-age=31536000, immutable`,
    // Whatever it is, the browser shows it and runs nothing in it.
    "Content-Security-Policy": "default-src 'none'; sandbox",
    // No browser shows a PDF in a sandbox.
    "Content-Disposition": file.contentType === "application/pdf" ? "attachment" : "inline",
  };
  if (c.req.header("if-none-match") === headers.ETag) return c.body(null, 304, headers);
  return c.body(bytes, 200, { ...headers, "Content-Type": file.contentType });
}
