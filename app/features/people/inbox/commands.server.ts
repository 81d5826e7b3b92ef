import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { availableInboxTransitions, type InboxTransition, inboxTransitions } from "./inbox";
import { findInboxItem } from "./queries.server";

/**
 * Assigns an item to the user, marks it as answered or reopens it. `version`: as last read; a concurrent
 * second change is refused.
 */
export const transitionInboxItem = command(
  "customers.manage",
  async function transitionInboxItem(ctx, id: string, transition: InboxTransition, version: number) {
    const item = await findInboxItem(ctx, id);
    if (!item) return refuse("not-found");
    const { to } = inboxTransitions[transition];
    const updated = await ctx.db
      .insertInto("inboxItemStates")
      .values({
        messageId: item.kind === "message" ? id : null,
        contractId: item.kind === "contract" ? id : null,
        state: to,
        version: 1,
      })
      .onConflict((conflict) =>
        conflict
          .column("itemId")
          .doUpdateSet({ state: to, version: version + 1 })
          .where("inboxItemStates.version", "=", version),
      )
      .returning("version")
      .executeTakeFirst();
    if (updated?.version !== version + 1) return refuse("stale");
    // Versions only increase, so the state read above belongs to this version.
    if (!availableInboxTransitions(item.state).includes(transition)) return refuse("wrong-state");
    await emit(ctx, "inbox.item-state-changed", id, { transition });
    return { ok: true };
  },
);
