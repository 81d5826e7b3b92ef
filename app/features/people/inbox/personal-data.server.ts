import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { eraseMessages } from "~/platform/messaging/messages.server";
import { datedLine, type Person, type PersonalData } from "~/platform/personal-data.server";
import { mergeConversations } from "./find-conversation.server";

/** Deleted with the person, because conversations are no business records. */
export const personalDataOfInbox: PersonalData = {
  name: "inbox",
  tables: {
    conversations: "deleted",
    conversationMessages: "deleted",
    conversationWriters: "cascades",
    bookingFlows: "deleted",
  },

  async find(ctx, { email }) {
    const leads = await ctx.db
      .selectFrom("conversations")
      .select(["id", "phone"])
      .where("email", "=", email)
      .execute();
    return {
      records: { inbox: leads.map(({ id }) => id) },
      phones: leads.flatMap(({ phone }) => phone ?? []),
    };
  },

  /** Internal notes are not exported. */
  async collect(ctx, person) {
    const messages = await ctx.db
      .selectFrom("conversationMessages")
      .innerJoin("conversations", "conversations.id", "conversationMessages.conversationId")
      .select(["direction", "channel", "text", "sentAt as at"])
      .where("conversationId", "in", ownConversations(ctx, person))
      .where("direction", "!=", "note")
      // Messages of the contact form are exported by their own feature.
      .where("contactMessageId", "is", null)
      .orderBy("sentAt")
      .execute();
    return [
      {
        name: "conversation",
        data: messages,
        title: m.account_conversation(),
        parts: messages.map(({ at, text }) => datedLine(at, text)),
      },
    ];
  },

  async erase(ctx, person) {
    const conversations = await ownConversations(ctx, person).execute();
    const ids = conversations.map(({ id }) => id);
    // Replies by text.
    await eraseMessages(ctx, { recipients: [], recordIds: ids });
    await deleteConversations(ctx, ids);
    await ctx.db
      .updateTable("conversationMessages")
      .set({ authorName: null })
      .where("authorId", "=", person.userId)
      .execute();
  },

  async merge(ctx, { keptId, mergedId }) {
    const rows = await ctx.db
      .selectFrom("conversations")
      .select(["id", "customerId"])
      .where("customerId", "in", [keptId, mergedId])
      .execute();
    const [kept, merged] = [keptId, mergedId].map((id) => rows.find(({ customerId }) => customerId === id));
    if (kept && merged) await mergeConversations(ctx, { keptId: kept.id, mergedId: merged.id });
    else if (merged)
      await ctx.db
        .updateTable("conversations")
        .set({ customerId: keptId })
        .where("id", "=", merged.id)
        .execute();
    return {};
  },
};

/** Leads with a phone of the person that no other customer has are the person's, too. */
function ownConversations(ctx: Ctx, { email, phones, customerIds, records }: Person) {
  const customers = [...customerIds, ...(records.customer ?? [])];
  const isOwnPhone = sql<boolean>`(conversations.phone = any(${phones}::text[]) AND NOT EXISTS (
    SELECT FROM customers WHERE customers.phone = conversations.phone AND customers.id <> ALL (${customers}::uuid[])))`;
  return ctx.db
    .selectFrom("conversations")
    .select("conversations.id")
    .where((eb) => eb.or([eb("customerId", "=", anyOf(customers)), eb("email", "=", email), isOwnPhone]));
}

/** Their files are removed from the store a day later. */
export async function deleteConversations(ctx: Ctx, ids: string[]): Promise<void> {
  const files = await ctx.db
    .deleteFrom("conversationFiles")
    .using("conversationMessages")
    .whereRef("conversationMessages.id", "=", "conversationFiles.messageId")
    .where("conversationMessages.conversationId", "=", anyOf(ids))
    .returning("fileId")
    .execute();
  await releaseFiles(
    ctx,
    files.flatMap(({ fileId }) => fileId ?? []),
  );
  await ctx.db.deleteFrom("conversations").where("id", "=", anyOf(ids)).execute();
}
