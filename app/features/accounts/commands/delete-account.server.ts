import { sql } from "kysely";
import type { Actor } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import type { BookingState } from "../../bookings/booking";
import { isUnused } from "../queries.server";
import "../../aftercare/table";
import "../../contact/table";
import "../../contracts/table";
import "~/platform/mail.server";

/** Somebody is still expected, or work is under way. */
const OPEN: BookingState[] = [
  "requested",
  "confirmed",
  "scheduled",
  "en_route",
  "on_site",
  "on_hold",
  "no_access",
  "work_done",
];

export type DeletionRefusal = { ok: false; reason: "open" | "last-admin" };

/**
 * Deletes the signed-in person's account. The business keeps what happened (which work, when, in which area, for how
 * much), as the law wants it to; it no longer knows for whom. The caller has checked the password.
 */
export function deleteAccount(
  ctx: Ctx,
  person: Extract<Actor, { userId: string }>,
): Promise<{ ok: true } | DeletionRefusal> {
  return inTransaction<{ ok: true } | DeletionRefusal>(ctx, async (ctx) => {
    const { userId } = person;
    const bookings = await ctx.db
      .selectFrom("bookings")
      .select(["id", "state"])
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
    const contract = await ctx.db
      .selectFrom("contracts")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "in", ["requested", "active"])
      .limit(1)
      .executeTakeFirst();
    if (contract || bookings.some(({ state }) => OPEN.includes(state))) return { ok: false, reason: "open" };
    if (person.role === "admin" && (await isLastAdmin(ctx, userId)))
      return { ok: false, reason: "last-admin" };

    // Recorded before the name is taken off all records of the person, this one too.
    await emit(ctx, "account.deleted", userId, {});
    const ids = bookings.map(({ id }) => id);
    await forgetInBookings(ctx, ids);
    await forgetInContracts(ctx, userId);
    await forgetMessages(ctx, person);
    await forgetInMails(ctx, ids, person.email);
    await forgetAsCustomer(ctx, userId);
    await forgetInTrails(ctx, person, ids);
    // Sessions, passwords, second factors, links and the profile go with it.
    await ctx.db.deleteFrom("users").where("id", "=", userId).execute();
    return { ok: true };
  });
}

async function isLastAdmin(ctx: Ctx, userId: string): Promise<boolean> {
  const other = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** What stands for a person who asked to be forgotten; each column's own rule wants something. */
const NOBODY = { name: "Deleted customer", email: "deleted@deleted.invalid", phone: "+971000000000" };

async function forgetInBookings(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable("bookings")
    .set({
      contact_name: NOBODY.name,
      contact_email: NOBODY.email,
      contact_phone: NOBODY.phone,
      message: "",
      // The area is what statistics are made of, and no address.
      address: sql`coalesce(nullif(area, ''), '-')`,
      address_parts: sql`jsonb_build_object('street', '-', 'buildingName', '', 'unitNumber', '', 'area', area, 'landmark', '')`,
    })
    .where("id", "in", ids)
    .execute();
  await ctx.db
    .updateTable("reviews")
    .set({ words: "", published_at: null })
    .where("booking_id", "in", ids)
    .execute();
  await ctx.db.updateTable("revisit_requests").set({ words: "-" }).where("booking_id", "in", ids).execute();
}

async function forgetInContracts(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .updateTable("contracts")
    .set({
      contact_name: NOBODY.name,
      contact_email: NOBODY.email,
      contact_phone: NOBODY.phone,
      address: "-",
      message: "",
    })
    .where("user_id", "=", userId)
    .execute();
}

/** What was written through the contact page is no record of work: it goes. */
async function forgetMessages(ctx: Ctx, person: { userId: string; email: string }): Promise<void> {
  await ctx.db
    .deleteFrom("contact_messages")
    .where((eb) => eb.or([eb("user_id", "=", person.userId), eb("email", "=", person.email)]))
    .execute();
}

/** Mails to the person, and those to the office about their bookings. */
async function forgetInMails(ctx: Ctx, bookingIds: string[], email: string): Promise<void> {
  await ctx.db
    .updateTable("mails")
    .set({ subject: "-", html: "", plain: "", attachments: JSON.stringify([]), reply_to: null })
    .where((eb) => {
      const about = eb
        .selectFrom("events")
        .select("events.id")
        .where("subject_id", "in", bookingIds.length > 0 ? bookingIds : [null]);
      return eb.or([
        eb("recipient", "=", email),
        eb("reply_to", "=", email),
        ...(bookingIds.length > 0 ? [eb("event_id", "in", about)] : []),
      ]);
    })
    .execute();
  // A mail's event, kind and recipient name it: nobody else may get the same name.
  await ctx.db
    .updateTable("mails")
    .set({ recipient: sql`'deleted-' || id || '@deleted.invalid'` })
    .where("recipient", "=", email)
    .execute();
}

/** The customer's record, their addresses, and what else is made of nothing but their bookings. */
async function forgetAsCustomer(ctx: Ctx, userId: string): Promise<void> {
  const own = ctx.db.selectFrom("customers").select("id").where("user_id", "=", userId);
  await ctx.db
    .deleteFrom("properties")
    .where((eb) => eb.or([eb("customer_id", "in", own), eb("added_by", "=", userId)]))
    .where(isUnused)
    .execute();
  await ctx.db
    .updateTable("properties")
    .set({ street: sql`'- ' || id`, building: "", unit: "", landmark: "", makani: null, added_by: null })
    .where(onlyIn("bookings.property_id", "properties.id", userId))
    .execute();
  await ctx.db.deleteFrom("customer_notes").where("customer_id", "in", own).execute();
  // That the record was corrected stays in the trail, and not what stood there.
  await ctx.db
    .updateTable("events")
    .set({ data: JSON.stringify({ before: {}, after: {} }) })
    .where("type", "=", "customer.edited")
    .where(
      "subject_id",
      "in",
      ctx.db
        .selectFrom("customers")
        .select("customers.id")
        .where((eb) => eb.or([eb("user_id", "=", userId), eb("merged_into", "in", own)])),
    )
    .execute();
  await ctx.db
    .updateTable("customers")
    .set({ name: NOBODY.name, email: null, phone: null, user_id: null })
    .where((eb) =>
      eb.or([
        eb("user_id", "=", userId),
        eb("merged_into", "in", own),
        onlyIn("bookings.customer_id", "customers.id", userId),
      ]),
    )
    .execute();
}

/** True of a record that bookings of this person hang on, and nobody else's. */
function onlyIn(column: string, recordId: string, userId: string) {
  return sql<boolean>`(SELECT bool_and(bookings.user_id IS NOT DISTINCT FROM ${userId}::uuid)
    FROM bookings WHERE ${sql.ref(column)} = ${sql.ref(recordId)})`;
}

/** Who did it, and what they typed: the trail keeps what was done. */
async function forgetInTrails(
  ctx: Ctx,
  { userId, email }: { userId: string; email: string },
  bookingIds: string[],
): Promise<void> {
  await ctx.db
    .updateTable("events")
    .set({ actor_name: null, client_ip: null, data: sql`data - 'reason'` })
    .where("actor_id", "=", userId)
    .execute();
  await ctx.db
    .updateTable("booking_moves")
    .set({ actor_name: null, reason: null })
    .where("actor_id", "=", userId)
    .execute();
  if (bookingIds.length > 0) {
    await ctx.db
      .updateTable("booking_moves")
      .set({ reason: null })
      .where("booking_id", "in", bookingIds)
      // What the customer typed, and what the office wrote down about them.
      .where((eb) => eb.or([eb("actor_role", "=", "customer"), eb("move", "in", ["note", "contact"])]))
      .execute();
  }
  await ctx.db
    .updateTable("security_events")
    .set({ user_id: null, client_ip: null, user_agent: null })
    .where("user_id", "=", userId)
    .execute();
  await ctx.db.deleteFrom("rate_limits").where("key", "like", sql<string>`'% ' || ${email}::text`).execute();
  await ctx.db.deleteFrom("idempotency_keys").where("scope", "like", `% ${userId}`).execute();
}
