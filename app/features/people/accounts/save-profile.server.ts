import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";

type ProfileValues = Partial<Omit<Insertable<Tables["profiles"]>, "userId">>;

/** Changes the profile of an account, in the caller's transaction. Creates it if the account has none. */
export async function saveProfile(ctx: Ctx, userId: string, values: ProfileValues): Promise<void> {
  await createProfile(ctx, userId, values)
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

/**
 * The language of a new profile is the given one, otherwise the one that the office chose for the customer or that of
 * the last booking, otherwise that of the request, because a profile's language applies before these.
 */
export function createProfile(
  ctx: Ctx,
  userId: string,
  values: ProfileValues,
): InsertQueryBuilder<Tables, "profiles", InsertResult> {
  const known = sql<string>`coalesce(
    (SELECT coalesce(language, (SELECT language FROM bookings WHERE customer_id = customers.id
      ORDER BY requested_at DESC LIMIT 1)) FROM customers WHERE user_id = ${userId}), ${ctx.locale})`;
  return ctx.db.insertInto("profiles").values({ language: known, ...values, userId });
}
