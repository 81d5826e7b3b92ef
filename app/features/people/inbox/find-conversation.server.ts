import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { lockCustomerKey } from "../../core/customers/match-customer.server";
import { customerByName } from "../../core/customers/same-phone";

export interface Sender {
  name: string;
  phone: string | null;
  email: string | null;
  /** Known customer, such as that of a contract or of the signed-in person. */
  customerId?: string | null;
}

/** Conversation of the sender, created if there is none. Locks the sender's addresses in the caller's transaction. */
export async function findOrCreateConversation(ctx: Ctx, sender: Sender): Promise<string> {
  // Sorted, so that two senders with both addresses cannot deadlock.
  for (const address of [sender.phone, sender.email].filter((one) => one !== null).sort())
    await lockCustomerKey(ctx, address);
  const customerId = sender.customerId ?? (await findCustomerOf(ctx, sender));
  return customerId ? conversationOfCustomer(ctx, customerId, sender) : conversationOfLead(ctx, sender);
}

/**
 * The only customer with the phone, otherwise with the email; of several, the one with the sender's name. Null for an
 * unknown sender and if the name decides nothing: then the office names the customer.
 */
async function findCustomerOf(ctx: Ctx, { name, phone, email }: Sender): Promise<string | null> {
  for (const [column, address] of [
    ["phone", phone],
    ["email", email],
  ] as const) {
    if (!address) continue;
    const candidates = await ctx.db
      .selectFrom("customers as holder")
      .innerJoin("customers", (join) =>
        join.on("customers.id", "=", sql<string>`coalesce(holder.merged_into, holder.id)`),
      )
      .select(["customers.id", "customers.name"])
      .distinct()
      .where(`holder.${column}`, "=", address)
      .execute();
    if (candidates.length > 0) return customerByName(candidates, name)?.id ?? null;
  }
  return null;
}

/** A lead with the sender's addresses joins it: the customer was added after its messages. */
async function conversationOfCustomer(
  ctx: Ctx,
  customerId: string,
  { phone, email }: Sender,
): Promise<string> {
  await ctx.db
    .insertInto("conversations")
    .values({ customerId, lastMessageAt: new Date(0) })
    .onConflict((conflict) => conflict.column("customerId").doNothing())
    .execute();
  const { id } = await ctx.db
    .selectFrom("conversations")
    .select("id")
    .where("customerId", "=", customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const leads = await ctx.db
    .selectFrom("conversations")
    .select("id")
    .where((eb) => eb.or([eb("phone", "=", phone), eb("email", "=", email)]))
    .execute();
  for (const lead of leads) await mergeConversations(ctx, { keptId: id, mergedId: lead.id });
  return id;
}

async function conversationOfLead(ctx: Ctx, { name, phone, email }: Sender): Promise<string> {
  const leads = await ctx.db
    .selectFrom("conversations")
    .select(["id", "phone", "email"])
    .where((eb) => eb.or([eb("phone", "=", phone), eb("email", "=", email)]))
    .forUpdate()
    .execute();
  const found = leads.find((lead) => phone && lead.phone === phone) ?? leads[0];
  if (!found) {
    const { id } = await ctx.db
      .insertInto("conversations")
      .values({ name, phone, email, lastMessageAt: new Date(0) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const isFree = leads.length === 1;
  await ctx.db
    .updateTable("conversations")
    .set({ phone: found.phone ?? phone, ...(isFree && { email: found.email ?? email }) })
    .where("id", "=", found.id)
    .execute();
  return found.id;
}

/** Moves the messages of one conversation to another, which stays open if one of them was. */
export async function mergeConversations(
  ctx: Ctx,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<void> {
  const rows = await ctx.db
    .selectFrom("conversations")
    .selectAll()
    .where("id", "in", [keptId, mergedId])
    .orderBy("id")
    .forUpdate()
    .execute();
  const kept = rows.find(({ id }) => id === keptId);
  const merged = rows.find(({ id }) => id === mergedId);
  if (!kept || !merged) return;
  await ctx.db
    .updateTable("conversationMessages")
    .set({ conversationId: keptId })
    .where("conversationId", "=", mergedId)
    .execute();
  // Adding the sender as a customer must not end a booking in WhatsApp.
  await ctx.db
    .updateTable("bookingFlows")
    .set({ conversationId: keptId })
    .where("conversationId", "=", mergedId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM booking_flows AS kept WHERE kept.conversation_id = ${keptId})`,
    )
    .execute();
  await ctx.db.deleteFrom("conversations").where("id", "=", mergedId).execute();
  const isNew = kept.lastMessageAt.getTime() === 0;
  const { state, snoozedUntil } = isNew || merged.state === "open" ? merged : kept;
  await ctx.db
    .updateTable("conversations")
    .set({
      state,
      snoozedUntil,
      assigneeId: kept.assigneeId ?? merged.assigneeId,
      unreadCount: kept.unreadCount + merged.unreadCount,
      version: Math.max(kept.version, merged.version) + 1,
      lastMessageAt: new Date(Math.max(kept.lastMessageAt.getTime(), merged.lastMessageAt.getTime())),
    })
    .where("id", "=", keptId)
    .execute();
}
