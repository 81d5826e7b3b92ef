import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type ItemMove, itemMoves, movesFrom } from "./inbox";
import { findInboxItem } from "./queries.server";

/** Takes an item on, marks it as answered or opens it again. `version`: as last seen; of two, the second is told. */
export const moveInboxItem = command(
  "customers.manage",
  async (ctx, id: string, move: ItemMove, version: number) => {
    const item = await findInboxItem(ctx, id);
    if (!item) return refuse("not-found");
    const { to } = itemMoves[move];
    const moved = await ctx.db
      .insertInto("inbox_marks")
      .values({
        message_id: item.kind === "message" ? id : null,
        contract_id: item.kind === "contract" ? id : null,
        state: to,
        version: 1,
      })
      .onConflict((conflict) =>
        conflict
          .column("item_id")
          .doUpdateSet({ state: to, version: version + 1 })
          .where("inbox_marks.version", "=", version),
      )
      .returning("version")
      .executeTakeFirst();
    if (moved?.version !== version + 1) return refuse("stale");
    // Versions only rise: what was read above is that version, and its state the one that was seen.
    if (!movesFrom(item.state).includes(move)) return refuse("wrong-state");
    await emit(ctx, "inbox.item-moved", id, { move });
    return { ok: true };
  },
);
