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
  const holder = sender.customerId ? { customerId: sender.customerId } : await findHolder(ctx, sender);
  if (!holder) return createLead(ctx, sender);
  return "leadId" in holder ? holder.leadId : conversationOfCustomer(ctx, holder.customerId, sender);
}

type Holder = { customerId: string } | { leadId: string };

/**
 * Holder of the phone, otherwise of the email. If they differ, that of the email, to which the answer goes: anyone can
 * type the address of another person into a form, so it joins no conversations.
 */
async function findHolder(ctx: Ctx, { name, phone, email }: Sender): Promise<Holder | null> {
  const byPhone = phone ? await holderOf(ctx, "phone", phone, name) : null;
  const byEmail = email ? await holderOf(ctx, "email", email, name) : null;
  return byPhone && byEmail ? byEmail : (byPhone ?? byEmail);
}

/**
 * The only customer with the address; of several, the one with the sender's name. Otherwise the lead with it, also if the
 * name decides nothing: then the office names the customer.
 */
async function holderOf(
  ctx: Ctx,
  column: "phone" | "email",
  address: string,
  name: string,
): Promise<Holder | null> {
  const candidates = await ctx.db
    .selectFrom("customers as holder")
    .innerJoin("customers", (join) =>
      join.on("customers.id", "=", sql<string>`coalesce(holder.merged_into, holder.id)`),
    )
    .select(["customers.id", "customers.name"])
    .distinct()
    .where(`holder.${column}`, "=", address)
    .execute();
  const customer = customerByName(candidates, name);
  if (customer) return { customerId: customer.id };
  const lead = await ctx.db
    .selectFrom("conversations")
    .select("id")
    .where(column, "=", address)
    .forUpdate()
    .executeTakeFirst();
  return lead ? { leadId: lead.id } : null;
}

/**
 * A lead with the sender's address joins it if the customer's record has this address: the customer was added after its
 * messages.
 */
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
    .innerJoin("customers", (join) =>
      join.on((eb) => {
        const has = (column: "phone" | "email", address: string | null) =>
          eb.and([eb(`conversations.${column}`, "=", address), eb(`customers.${column}`, "=", address)]);
        return eb.or([has("phone", phone), has("email", email)]);
      }),
    )
    .select("conversations.id")
    .distinct()
    .where((eb) => eb.or([eb("customers.id", "=", customerId), eb("customers.mergedInto", "=", customerId)]))
    .execute();
  for (const lead of leads) await mergeConversations(ctx, { keptId: id, mergedId: lead.id });
  return id;
}

async function createLead(ctx: Ctx, { name, phone, email }: Sender): Promise<string> {
  const { id } = await ctx.db
    .insertInto("conversations")
    .values({ name, phone, email, lastMessageAt: new Date(0) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
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
