import { createHash, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { m } from "~/paraglide/messages";
import type { Actor } from "../auth/actor";
import { may } from "../auth/permissions";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { inTransaction } from "../database/transaction.server";
import { ApiError } from "../errors";
import { anyOf } from "../lists/any-of.server";
import { inRows } from "../lists/in-rows.server";
import { log } from "../log.server";
import { addMinutes } from "../time";
import type { FileStore } from "./file-store.server";

export interface StoredFile {
  id: string;
  kind: string;
  public: boolean;
  contentType: string;
  sha256: string;
}

export interface NewFile {
  kind: string;
  /** Absent: deleted after a day, unless claimed. */
  ownerId?: string;
  public?: boolean;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Stores the content first, so that a row always has its content. */
export async function saveFile(ctx: Ctx, store: FileStore, file: NewFile): Promise<string> {
  const id = randomUUID();
  await store.put(id, file.bytes, file.contentType);
  await ctx.db
    .insertInto("files")
    .values({
      id,
      kind: file.kind,
      ownerId: file.ownerId ?? null,
      public: file.public ?? false,
      contentType: file.contentType,
      sizeBytes: file.bytes.byteLength,
      sha256: createHash("sha256").update(file.bytes).digest("hex"),
      createdAt: ctx.now,
    })
    .execute();
  return id;
}

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

export async function findFile(ctx: Ctx, id: string): Promise<StoredFile | null> {
  if (!UUID.test(id)) return null;
  const row = await ctx.db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || !(row.public || isOffice(ctx.actor))) return null;
  return toFile(row);
}

function isOffice(actor: Actor): boolean {
  return may(actor, "files.read-all");
}

export async function listFilesOf(ctx: Ctx, ownerId: string): Promise<StoredFile[]> {
  const rows = await ctx.db
    .selectFrom("files")
    .selectAll()
    .where("ownerId", "=", ownerId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(toFile);
}

/** A file that belongs to a record, which the caller has checked. */
export async function findClaimedFile(ctx: Ctx, id: string): Promise<StoredFile | null> {
  const row = await ctx.db
    .selectFrom("files")
    .selectAll()
    .where("id", "=", id)
    .where("ownerId", "is not", null)
    .executeTakeFirst();
  return row ? toFile(row) : null;
}

function toFile({
  id,
  kind,
  public: isPublic,
  contentType,
  sha256,
}: Selectable<Tables["files"]>): StoredFile {
  return { id, kind, public: isPublic, contentType, sha256 };
}

/** Refuses claimed files, to prevent attaching other people's uploads. */
export async function claimFiles(
  ctx: Ctx,
  claim: {
    ids: string[];
    kind: string | readonly string[];
    ownerId: string;
    public?: boolean;
  },
): Promise<{ ok: true } | { ok: false; reason: "unknown-file" }> {
  const { ids, kind, ownerId, public: isPublic = false } = claim;
  if (ids.length === 0) return { ok: true };
  const claimed = await ctx.db
    .updateTable("files")
    .set({ ownerId, public: isPublic })
    .where("id", "in", ids)
    .where("kind", "in", [kind].flat())
    .where("ownerId", "is", null)
    .returning("id")
    .execute();
  return claimed.length === new Set(ids).size ? { ok: true } : { ok: false, reason: "unknown-file" };
}

export async function releaseFiles(ctx: Ctx, ids: string[]): Promise<void> {
  await ctx.db
    .updateTable("files")
    .set({ ownerId: null, public: false })
    .where("id", "=", anyOf(ids))
    .execute();
}

/** Not in a transaction, because the store cannot roll back. */
export async function removeFile(ctx: Ctx, store: FileStore, id: string): Promise<void> {
  await ctx.db.deleteFrom("files").where("id", "=", id).execute();
  await store.remove(id);
}

const CLAIM_WITHIN_MINUTES = 24 * 60;
const CLEANUP_BATCH_SIZE = 20;

/** Stops at the first failure, so that an upload does not wait for a store that is away. */
export async function removeUnclaimedFiles(ctx: Ctx, store: FileStore): Promise<void> {
  for (let removed = 0; removed < CLEANUP_BATCH_SIZE; removed++) {
    try {
      if (!(await removeUnclaimedFile(ctx, store))) return;
    } catch (error) {
      log.error("file-not-removed", "A file could not be removed from the store", { error });
      return;
    }
  }
}

/** The row stays if the content could not be removed. Returns false if there is none. */
function removeUnclaimedFile(ctx: Ctx, store: FileStore): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const expired = await ctx.db
      .deleteFrom("files")
      .where((query) =>
        inRows(
          "id",
          query
            .selectFrom("files")
            .select("id")
            .where("ownerId", "is", null)
            .where("createdAt", "<", addMinutes(ctx.now, -CLAIM_WITHIN_MINUTES))
            .orderBy("createdAt")
            .limit(1)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .returning("id")
      .executeTakeFirst();
    if (!expired) return false;
    await store.remove(expired.id);
    return true;
  });
}

/** True if the file starts with the version header of a PDF (ISO 32000). */
function isPdf(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, 5)) === "%PDF-";
}
