import { command, query } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import type { CannedReplyInput } from "./canned-reply";

const byTitle = keyset("asc", ["text", "cannedReplies.title"], ["id", "cannedReplies.id"]);

export const listCannedReplies = query(
  "customers.read",
  async function listCannedReplies(ctx, { search, ...page }: PageParams & { search?: string }) {
    const { rows, nextCursor } = await readPage(
      ctx.db
        .selectFrom("cannedReplies")
        .select(["cannedReplies.id", "title", "text", "textAr", "version"])
        .$if(Boolean(search), (replies) => replies.where(matchesSearch("canned_replies", search!))),
      byTitle,
      page,
    );
    return { replies: rows, nextCursor };
  },
);

export const addCannedReply = command(
  "settings.manage",
  async function addCannedReply(ctx, reply: CannedReplyInput) {
    const { id } = await ctx.db
      .insertInto("cannedReplies")
      .values(reply)
      .returning("id")
      .executeTakeFirstOrThrow();
    await emit(ctx, "inbox.canned-reply-added", id, {});
    return { ok: true };
  },
);

export const editCannedReply = command(
  "settings.manage",
  async function editCannedReply(ctx, seen: { id: string; version: number }, reply: CannedReplyInput) {
    const { id, version } = seen;
    const edited = await ctx.db
      .updateTable("cannedReplies")
      .set((eb) => ({ ...reply, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .where("version", "=", version)
      .returning("id")
      .executeTakeFirst();
    if (!edited) return refuse("stale");
    await emit(ctx, "inbox.canned-reply-edited", id, {});
    return { ok: true };
  },
);

export const removeCannedReply = command(
  "settings.manage",
  async function removeCannedReply(ctx, id: string) {
    const removed = await ctx.db
      .deleteFrom("cannedReplies")
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!removed) return refuse("not-found");
    await emit(ctx, "inbox.canned-reply-removed", id, {});
    return { ok: true };
  },
);
