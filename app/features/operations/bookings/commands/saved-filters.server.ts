import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import type { BookingFilter } from "../list/booking-filter";
import { listSavedFilters } from "../list/saved-filters.server";

const MAX_FILTERS = 20;

/** Replaces the user's filter of the same name. */
export const saveFilter = command(
  "bookings.read",
  async function saveFilter(ctx, { name, filter }: { name: string; filter: BookingFilter }) {
    const userId = userIdOf(ctx.actor);
    if (!userId) return refuse("not-allowed");
    await ctx.db
      .insertInto("bookingFilters")
      .values({ userId, name, filter: JSON.stringify(filter) })
      .onConflict((conflict) =>
        conflict.columns(["userId", "name"]).doUpdateSet({ filter: JSON.stringify(filter) }),
      )
      .execute();
    const saved = await listSavedFilters(ctx);
    return saved.length > MAX_FILTERS ? refuse("too-many", { max: MAX_FILTERS }) : { ok: true };
  },
);

/** Ignores filters of other users. */
export const deleteFilter = command("bookings.read", async function deleteFilter(ctx, id: string) {
  await ctx.db
    .deleteFrom("bookingFilters")
    .where("id", "=", id)
    .where("userId", "=", userIdOf(ctx.actor))
    .execute();
  return { ok: true };
});
