import { userIdOf } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import type { BookingFilter } from "./booking-filter";
import { isOffice } from "./policy";
import type { SavedFilters } from "./views";
import "./table";

/** More than anybody finds again. */
export const MOST_FILTERS = 20;

export type FilterRefusal = { ok: false; reason: "not-allowed" | "too-many" };

/** The filters of the signed-in admin, by name. */
export async function listFilters(ctx: Ctx): Promise<SavedFilters["filters"]> {
  const userId = userIdOf(ctx.actor);
  if (!isOffice(ctx.actor) || !userId) return [];
  return ctx.db
    .selectFrom("booking_filters")
    .select(["id", "name", "filter"])
    .where("user_id", "=", userId)
    .orderBy("name")
    .execute();
}

/** Keeps a filter for the signed-in admin; one of the same name is replaced. */
export function keepFilter(
  ctx: Ctx,
  { name, filter }: { name: string; filter: BookingFilter },
): Promise<{ ok: true } | FilterRefusal> {
  return inTransaction<{ ok: true } | FilterRefusal>(ctx, async (ctx) => {
    const userId = userIdOf(ctx.actor);
    if (!isOffice(ctx.actor) || !userId) return { ok: false, reason: "not-allowed" };
    await ctx.db
      .insertInto("booking_filters")
      .values({ user_id: userId, name, filter: JSON.stringify(filter) })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "name"]).doUpdateSet({ filter: JSON.stringify(filter) }),
      )
      .execute();
    return (await listFilters(ctx)).length > MOST_FILTERS ? { ok: false, reason: "too-many" } : { ok: true };
  });
}

/** Forgets a filter of the signed-in admin; of anybody else's it knows nothing. */
export async function forgetFilter(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom("booking_filters")
    .where("id", "=", id)
    .where("user_id", "=", userIdOf(ctx.actor))
    .execute();
}
