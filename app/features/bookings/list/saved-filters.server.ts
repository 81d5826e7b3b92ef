import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { SavedFilters } from "../views";
import "../table";

/** The filters of the list that whoever is signed in has kept, by name. */
export const listSavedFilters = query("bookings.read", async (ctx): Promise<SavedFilters["filters"]> => {
  return ctx.db
    .selectFrom("booking_filters")
    .select(["id", "name", "filter"])
    .where("user_id", "=", userIdOf(ctx.actor))
    .orderBy("name")
    .execute();
});
