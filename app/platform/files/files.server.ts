import { createHash, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { m } from "~/paraglide/messages";
import type { Actor } from "../auth/actor";
import { may } from "../auth/permissions";
import type { Ctx } from "../context";
import { ApiError } from "../errors";
import { anyOf } from "../lists/any-of.server";
import { log } from "../log.server";
import type { FileRow } from "../table";
import { addMinutes } from "../time";
import type { FileStore } from "./file-store.server";
import { isPdf } from "./pdf";

export interface StoredFile {
  id: string;
  /** What it is for: `booking-photo`. */
  kind: string;
  public: boolean;
  contentType: string;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
}

export interface NewFile {
  kind: string;
  /** The record that it belongs to. Absent: claimed later, or removed after a day. */
  ownerId?: string;
  /** Everybody may see it; otherwise the office. */
  public?: boolean;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Keeps a file and returns its id. The bytes first: what the database tells of is always there. */
export async function saveFile(ctx: Ctx, store: FileStore, file: NewFile): Promise<string> {
  const id = randomUUID();
  await store.put(id, file.bytes, file.contentType);
  await ctx.db
    .insertInto("files")
    .values({
      id,
      kind: file.kind,
      owner_id: file.ownerId ?? null,
      public: file.public ?? false,
      content_type: file.contentType,
      size_bytes: file.bytes.byteLength,
      sha256: createHash("sha256").update(file.bytes).digest("hex"),
      created_at: ctx.now,
    })
    .execute();
  return id;
}

/** Keeps a PDF that was posted, until a record claims it. Throws 422 where it is none. */
export async function savePdf(
  ctx: Ctx,
  store: FileStore,
  kind: string,
  posted: ArrayBuffer,
): Promise<string> {
  const bytes = new Uint8Array(posted);
  if (!isPdf(bytes)) throw new ApiError(422, "not-a-pdf", m.website_error_pdf());
  return saveFile(ctx, store, { kind, contentType: "application/pdf", bytes });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A file that the actor may see, or null. */
export async function findFile(ctx: Ctx, id: string): Promise<StoredFile | null> {
  if (!UUID.test(id)) return null;
  const row = await ctx.db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || !(row.public || isOffice(ctx.actor))) return null;
  return toFile(row);
}

function isOffice(actor: Actor): boolean {
  return may(actor, "files.read-all");
}

/** The files of a record, oldest first; whether the actor may see the record is the caller's to know. */
export async function listFilesOf(ctx: Ctx, ownerId: string): Promise<StoredFile[]> {
  const rows = await ctx.db
    .selectFrom("files")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toFile);
}

function toFile({ id, kind, public: isPublic, content_type, sha256 }: Selectable<FileRow>): StoredFile {
  return { id, kind, public: isPublic, contentType: content_type, sha256 };
}

/**
 * Gives uploads to the record that was made of them, in the caller's transaction. Refuses when one is not there, is of
 * another kind or belongs to a record already: nobody attaches what somebody else sent.
 */
export async function claimFiles(
  ctx: Ctx,
  claim: {
    ids: string[];
    /** Or one of several. */
    kind: string | readonly string[];
    ownerId: string;
    /** Whether everybody may see them from now on. */
    public?: boolean;
  },
): Promise<{ ok: true } | { ok: false; reason: "unknown-file" }> {
  const { ids, kind, ownerId, public: isPublic = false } = claim;
  if (ids.length === 0) return { ok: true };
  const claimed = await ctx.db
    .updateTable("files")
    .set({ owner_id: ownerId, public: isPublic })
    .where("id", "in", ids)
    .where("kind", "in", [kind].flat())
    .where("owner_id", "is", null)
    .returning("id")
    .execute();
  return claimed.length === new Set(ids).size ? { ok: true } : { ok: false, reason: "unknown-file" };
}

/** Lets go of files in the caller's transaction: nobody has claimed them any more, so they are removed when their day is over. */
export async function releaseFiles(ctx: Ctx, ids: string[]): Promise<void> {
  await ctx.db
    .updateTable("files")
    .set({ owner_id: null, public: false })
    .where("id", "=", anyOf(ids))
    .execute();
}

/** Removes a file. Not in a transaction: what was removed from the store cannot be brought back. */
export async function removeFile(ctx: Ctx, store: FileStore, id: string): Promise<void> {
  await ctx.db.deleteFrom("files").where("id", "=", id).execute();
  await store.remove(id);
}

const CLAIM_WITHIN_MINUTES = 24 * 60;
const REMOVED_AT_ONCE = 20;

/** Removes some of the uploads that nobody claimed within a day. */
export async function removeUnclaimedFiles(ctx: Ctx, store: FileStore): Promise<void> {
  const gone = await ctx.db
    .deleteFrom("files")
    .where("id", "in", (query) =>
      query
        .selectFrom("files")
        .select("id")
        .where("owner_id", "is", null)
        .where("created_at", "<", addMinutes(ctx.now, -CLAIM_WITHIN_MINUTES))
        .orderBy("created_at")
        .limit(REMOVED_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  for (const { id } of gone) {
    await store
      .remove(id)
      .catch((error) => log.error("A file could not be removed from the store", { error, id }));
  }
}
