import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inBatches } from "~/platform/database/transaction.server";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { MESSAGE_MONTHS } from "../../website/contact/contact";
import { purgeBookingFlows } from "./booking/continue-flow.server";

const BATCH_SIZE = 500;

/** Purges messages after the retention period of contact messages, and conversations without messages. */
export async function purgeConversations(ctx: Ctx): Promise<void> {
  await purgeBookingFlows(ctx);
  const before = new Date(ctx.now);
  before.setUTCMonth(before.getUTCMonth() - MESSAGE_MONTHS);
  await inBatches(ctx, BATCH_SIZE, async (batch) => {
    const { db } = batch;
    const expired = await db
      .selectFrom("conversationMessages")
      .select(["id", "conversationId"])
      .where("sentAt", "<", before)
      .orderBy("sentAt")
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = expired.map(({ id }) => id);
    const files = await db
      .deleteFrom("conversationFiles")
      .where("messageId", "=", anyOf(ids))
      .returning("fileId")
      .execute();
    await releaseFiles(
      batch,
      files.flatMap(({ fileId }) => fileId ?? []),
    );
    await db.deleteFrom("conversationMessages").where("id", "=", anyOf(ids)).execute();
    await db
      .deleteFrom("conversations")
      .where("id", "=", anyOf(expired.map(({ conversationId }) => conversationId)))
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM conversation_messages WHERE conversation_id = conversations.id)`,
      )
      .execute();
    return expired.length;
  });
}
