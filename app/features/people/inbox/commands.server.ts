import { sql } from "kysely";
import { nameOf, userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { findCustomer } from "../../core/customers/queries.server";
import { endBookingFlow } from "./booking/continue-flow.server";
import type { ConversationState, ReplyChannel } from "./conversation";
import { mergeConversations } from "./find-conversation.server";
import { listReplyChannels, type ReplyProviders } from "./reply-channels.server";

interface Seen {
  id: string;
  /** Version that the user saw. A change of another version is refused. */
  version: number;
}

async function lockConversation(ctx: Ctx, { id, version }: Seen) {
  const conversation = await ctx.db
    .selectFrom("conversations")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!conversation) return refuse("not-found");
  if (conversation.version !== version) return refuse("stale");
  return { ok: true as const, conversation };
}

/**
 * Records the reply; a reaction sends it. Refuses a reply to what the user has not seen: another user's reply or change
 * came first.
 */
export const replyToConversation = command(
  "customers.manage",
  async function replyToConversation(
    ctx,
    config: ReplyProviders,
    seen: Seen,
    { channel, text }: { channel: ReplyChannel; text: string },
  ) {
    if (!text) return refuse("text-required");
    const locked = await lockConversation(ctx, seen);
    if (!locked.ok) return locked;
    const { conversation } = locked;
    const customer = conversation.customerId
      ? await ctx.db
          .selectFrom("customers")
          .select(["phone", "email"])
          .where("id", "=", conversation.customerId)
          .executeTakeFirst()
      : undefined;
    const options = await listReplyChannels(ctx, config, {
      id: seen.id,
      phone: customer ? customer.phone : conversation.phone,
      email: customer ? customer.email : conversation.email,
    });
    const option = options.find((one) => one.channel === channel);
    if (!option) return refuse("channel-unavailable");
    if (option.isOptedOut) return refuse("opted-out");
    if (
      channel === "whatsapp" &&
      !(option.windowEndsAt && Date.parse(option.windowEndsAt) > ctx.now.getTime())
    )
      return refuse("window-closed");
    const { id: messageId } = await ctx.db
      .insertInto("conversationMessages")
      .values({
        ...{ conversationId: seen.id, direction: "sent", channel, address: option.address, text },
        ...{ authorId: userIdOf(ctx.actor), authorName: nameOf(ctx.actor), sentAt: ctx.now },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable("conversations")
      .set({
        unreadCount: 0,
        version: seen.version + 1,
        lastMessageAt: sql`greatest(last_message_at, ${ctx.now}::timestamptz)`,
        // The first who replies takes care of it.
        assigneeId: conversation.assigneeId ?? userIdOf(ctx.actor),
      })
      .where("id", "=", seen.id)
      .execute();
    await ctx.db
      .deleteFrom("conversationWriters")
      .where("conversationId", "=", seen.id)
      .where("userId", "=", userIdOf(ctx.actor))
      .execute();
    await endBookingFlow(ctx, seen.id);
    await emit(ctx, "inbox.replied", seen.id, { messageId });
    return { ok: true };
  },
);

/** Adds a note for the office. */
export const noteInConversation = command(
  "customers.manage",
  async function noteInConversation(ctx, id: string, text: string) {
    if (!text) return refuse("text-required");
    const conversation = await ctx.db
      .selectFrom("conversations")
      .select("id")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!conversation) return refuse("not-found");
    await ctx.db
      .insertInto("conversationMessages")
      .values({
        ...{ conversationId: id, direction: "note", text, sentAt: ctx.now },
        ...{ authorId: userIdOf(ctx.actor), authorName: nameOf(ctx.actor) },
      })
      .execute();
    await ctx.db
      .updateTable("conversations")
      .set({ lastMessageAt: sql`greatest(last_message_at, ${ctx.now}::timestamptz)` })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "inbox.noted", id, {});
    return { ok: true };
  },
);

/** `assigneeId`: null for none. */
export const assignConversation = command(
  "customers.manage",
  async function assignConversation(ctx, seen: Seen, assigneeId: string | null) {
    const locked = await lockConversation(ctx, seen);
    if (!locked.ok) return locked;
    const assignee = await ctx.db
      .selectFrom("users")
      .select("id")
      .where("id", "=", assigneeId)
      .where("role", "in", ["admin", "dispatcher", "accountant"])
      .where("banned", "=", false)
      .executeTakeFirst();
    if (assigneeId && !assignee) return refuse("not-found");
    await ctx.db
      .updateTable("conversations")
      .set({ assigneeId, version: seen.version + 1 })
      .where("id", "=", seen.id)
      .execute();
    await emit(ctx, "inbox.assigned", seen.id, { assigneeId });
    return { ok: true };
  },
);

/** `until`: end of snoozing, at which the conversation opens again; null for other states. */
export const changeConversationState = command(
  "customers.manage",
  async function changeConversationState(
    ctx,
    seen: Seen,
    { state, until }: { state: ConversationState; until: Date | null },
  ) {
    const locked = await lockConversation(ctx, seen);
    if (!locked.ok) return locked;
    const isValid = state === "snoozed" ? until !== null && until > ctx.now : until === null;
    if (!isValid) return refuse("wrong-state");
    await ctx.db
      .updateTable("conversations")
      .set({
        state,
        snoozedUntil: until,
        version: seen.version + 1,
        ...(state !== "open" && { unreadCount: 0 }),
      })
      .where("id", "=", seen.id)
      .execute();
    await emit(ctx, "inbox.state-changed", seen.id, { state });
    return { ok: true };
  },
);

/** Marks all received messages as read by the office. */
export const openConversation = command("customers.manage", async function openConversation(ctx, id: string) {
  const { numUpdatedRows } = await ctx.db
    .updateTable("conversations")
    .set({ unreadCount: 0 })
    .where("id", "=", id)
    .where("unreadCount", ">", 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await emit(ctx, "inbox.opened", id, {});
  return { ok: true };
});

/** Shows other users that this one is writing; expires by itself. `isWriting`: false when the text was removed. */
export const noteWriting = command(
  "customers.manage",
  async function noteWriting(ctx, id: string, isWriting: boolean) {
    const conversation = await ctx.db
      .selectFrom("conversations")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    const userId = userIdOf(ctx.actor);
    if (!conversation || !userId) return refuse("not-found");
    if (isWriting)
      await ctx.db
        .insertInto("conversationWriters")
        .values({ conversationId: id, userId, wroteAt: ctx.now })
        .onConflict((conflict) =>
          conflict.columns(["conversationId", "userId"]).doUpdateSet({ wroteAt: ctx.now }),
        )
        .execute();
    else
      await ctx.db
        .deleteFrom("conversationWriters")
        .where("conversationId", "=", id)
        .where("userId", "=", userId)
        .execute();
    return { ok: true };
  },
);

/**
 * Names the customer of an unknown sender. `customerId`: null adds the sender as a new customer. The messages join the
 * customer's conversation.
 */
export const nameCustomer = command(
  "customers.manage",
  async function nameCustomer(ctx, seen: Seen, customerId: string | null) {
    const locked = await lockConversation(ctx, seen);
    if (!locked.ok) return locked;
    const { name, phone, email, customerId: known } = locked.conversation;
    if (known || !name) return refuse("wrong-state");
    const customer = customerId
      ? await findCustomer(ctx, customerId)
      : await addCustomer(ctx, { name, phone, email });
    if (!customer) return refuse("not-found");
    const other = await ctx.db
      .selectFrom("conversations")
      .select("id")
      .where("customerId", "=", customer.id)
      .executeTakeFirst();
    if (other) await mergeConversations(ctx, { keptId: other.id, mergedId: seen.id });
    else
      await ctx.db
        .updateTable("conversations")
        .set({
          ...{ customerId: customer.id, name: null, phone: null, email: null },
          version: seen.version + 1,
        })
        .where("id", "=", seen.id)
        .execute();
    const conversationId = other?.id ?? seen.id;
    await emit(ctx, "inbox.customer-named", conversationId, { customerId: customer.id });
    return { ok: true, conversationId };
  },
);

async function addCustomer(ctx: Ctx, contact: { name: string; phone: string | null; email: string | null }) {
  const customer = await ctx.db
    .insertInto("customers")
    .values({ ...contact, createdAt: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "customer.added", customer.id, {});
  return customer;
}

/** Attaches a stored file to a booking of the customer. `bookingId`: null detaches it. */
export const attachFile = command(
  "customers.manage",
  async function attachFile(ctx, id: string, bookingId: string | null) {
    const file = await ctx.db
      .selectFrom("conversationFiles")
      .innerJoin("conversationMessages", "conversationMessages.id", "conversationFiles.messageId")
      .innerJoin("conversations", "conversations.id", "conversationMessages.conversationId")
      .select(["conversationFiles.state", "conversations.id as conversationId", "conversations.customerId"])
      .where("conversationFiles.id", "=", id)
      .executeTakeFirst();
    if (!file) return refuse("not-found");
    if (file.state !== "stored") return refuse("wrong-state");
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("id")
      .where("id", "=", bookingId)
      .where("customerId", "=", file.customerId)
      .executeTakeFirst();
    if (bookingId && !booking) return refuse("not-found");
    await ctx.db.updateTable("conversationFiles").set({ bookingId }).where("id", "=", id).execute();
    await emit(ctx, "inbox.file-attached", file.conversationId, { bookingId });
    return { ok: true };
  },
);
