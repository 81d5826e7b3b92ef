import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { SavedFilters } from "./views";

export const listSavedFilters = query("bookings.read", async function listSavedFilters(ctx): Promise<
  SavedFilters["filters"]
> {
  return ctx.db
    .selectFrom("bookingFilters")
    .select(["id", "name", "filter"])
    .where("userId", "=", userIdOf(ctx.actor))
    .orderBy("name")
    .execute();
});
