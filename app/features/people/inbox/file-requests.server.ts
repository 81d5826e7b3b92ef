import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inBatches } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { erasedCustomer } from "~/platform/personal-data.server";
import { MESSAGE_MONTHS } from "../../website/contact/contact";
import { findOrCreateConversation } from "./find-conversation.server";
import { noteReceived } from "./receive.server";

const BATCH_SIZE = 100;

export const fileContactMessage: Reaction<"contact.message-sent"> = {
  name: "file-contact-message",
  run: async function fileContactMessage(ctx, { subjectId }) {
    await fileRequests(ctx, "form", sql<boolean>`request.id = ${subjectId}`);
  },
};

export const fileContractRequest: Reaction<"contract.requested"> = {
  name: "file-contract-request",
  run: async function fileContractRequest(ctx, { subjectId }) {
    await fileRequests(ctx, "contract", sql<boolean>`request.id = ${subjectId}`);
  },
};

/** Files messages of the contact form and contract requests from before conversations. */
export async function fileEarlierRequests(ctx: Ctx): Promise<void> {
  const kept = new Date(ctx.now);
  kept.setUTCMonth(kept.getUTCMonth() - MESSAGE_MONTHS);
  for (const channel of ["form", "contract"] as const)
    await inBatches(ctx, BATCH_SIZE, (ctx) =>
      fileRequests(ctx, channel, sql<boolean>`request.at >= ${kept}`),
    );
}

interface FiledRequest {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  text: string;
  at: Date;
  customerId: string | null;
  state: "open" | "in-progress" | "answered";
  assigneeId: string | null;
}

/** Returns the number of filed requests. */
async function fileRequests(
  ctx: Ctx,
  channel: "form" | "contract",
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { source, column } = SOURCES[channel];
  // The earlier inbox recorded who takes care of an item in the audit trail.
  const { rows } = await sql<FiledRequest>`
    SELECT request.*, coalesce(former.state, CASE WHEN request.is_handled THEN 'answered' ELSE 'open' END) AS state, CASE former.state WHEN 'in-progress' THEN (
      SELECT users.id FROM trail JOIN users ON users.id = trail.actor_id
      WHERE trail.subject_id = request.id::text AND trail.type = 'inbox.item-state-changed'
      ORDER BY trail.id DESC LIMIT 1) END AS assignee_id
    FROM ${source} AS request
    LEFT JOIN inbox_item_states AS former ON former.item_id = request.id
    WHERE ${condition}
      AND NOT EXISTS (SELECT FROM conversation_messages WHERE ${sql.ref(column)} = request.id)
    ORDER BY request.at LIMIT ${BATCH_SIZE}`.execute(ctx.db);
  for (const request of rows) await fileRequest(ctx, channel, request);
  return rows.length;
}

const SOURCES = {
  form: {
    column: "conversationMessages.contactMessageId",
    source: sql`(SELECT contact_messages.id, contact_messages.name, contact_messages.email, contact_messages.phone,
        message AS text, sent_at AS at, customers.id AS customer_id, false AS is_handled
      FROM contact_messages LEFT JOIN customers ON customers.user_id = contact_messages.user_id)`,
  },
  contract: {
    column: "conversationMessages.contractId",
    // Renewals are drafted by the office, and an erased customer's request stays erased.
    source: sql`(SELECT id, contact_name AS name, contact_email AS email, contact_phone AS phone, message AS text,
        requested_at AS at, customer_id, state <> 'requested' AS is_handled
      FROM contracts WHERE renews_contract_id IS NULL AND contact_email <> ${erasedCustomer.email})`,
  },
} as const;

async function fileRequest(
  ctx: Ctx,
  channel: "form" | "contract",
  { id, name, email, phone, text, at, customerId, state, assigneeId }: FiledRequest,
): Promise<void> {
  const conversationId = await findOrCreateConversation(ctx, { name, email, phone, customerId });
  const filed = await ctx.db
    .insertInto("conversationMessages")
    .values({
      ...{ conversationId, direction: "received", channel, text, sentAt: at, address: email },
      ...(channel === "form" ? { contactMessageId: id } : { contractId: id }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!filed) return;
  if (state !== "answered") await noteReceived(ctx, conversationId, { channel, at });
  const isFirst = sql`last_message_at = to_timestamp(0)`;
  await ctx.db
    .updateTable("conversations")
    .set({
      ...(state === "answered" && { state: sql`CASE WHEN ${isFirst} THEN 'closed' ELSE state END` }),
      ...(assigneeId && { assigneeId }),
      lastMessageAt: sql`greatest(last_message_at, ${at}::timestamptz)`,
    })
    .where("id", "=", conversationId)
    .execute();
}
