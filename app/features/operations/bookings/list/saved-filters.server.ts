import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { SavedFilters } from "./views";

export const listSavedFilters = query("bookings.read", async function listSavedFilters(ctx): Promise<
  SavedFilters["filters"]
> {
  return ctx.db
    .selectFrom("booking_filters")
    .select(["id", "name", "filter"])
    .where("user_id", "=", userIdOf(ctx.actor))
    .orderBy("name")
    .execute();
});
