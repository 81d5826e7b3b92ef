import type { Ctx } from "~/platform/context";
import "../bookings/table";
import "../contracts/table";
import "../customers/table";

/**
 * Makes the bookings and contracts that were asked for with this email, without an account, the person's own: in the transaction that
 * confirms the email, and never for one that is not confirmed. Returns how many bookings there were.
 */
export async function joinGuestBookings(ctx: Ctx, user: { id: string; email: string }): Promise<number> {
  const joined = await ctx.db
    .updateTable("bookings")
    .set({ user_id: user.id })
    .where("user_id", "is", null)
    .where("contact_email", "=", user.email)
    .returning("customer_id")
    .execute();
  await ctx.db
    .updateTable("contracts")
    .set({ user_id: user.id })
    .where("user_id", "is", null)
    .where("contact_email", "=", user.email)
    .execute();
  if (joined.length > 0) {
    const customerIds = joined.map(({ customer_id }) => customer_id);
    await takeOverCustomer(ctx, user, [...new Set(customerIds)]);
  }
  return joined.length;
}

/**
 * The customer's record becomes the person's, unless they have one, or somebody else's bookings are in it: guests are
 * recognised by a phone that nobody has confirmed.
 */
async function takeOverCustomer(
  ctx: Ctx,
  user: { id: string; email: string },
  customerIds: string[],
): Promise<void> {
  const own = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (own) return;
  const free = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("id", "in", customerIds)
    .where("user_id", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("bookings")
            .select("bookings.id")
            .whereRef("bookings.customer_id", "=", "customers.id")
            .where((of) =>
              of.or([of("bookings.user_id", "is", null), of("bookings.user_id", "!=", user.id)]),
            ),
        ),
      ),
    )
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (!free) return;
  await ctx.db
    .updateTable("customers")
    .set({ user_id: user.id, email: user.email })
    .where("id", "=", free.id)
    .execute();
}
