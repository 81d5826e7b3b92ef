import { query } from "~/platform/auth/command.server";
import { type OfficeRole, officeRoles } from "~/platform/auth/permissions";
import { staffStateOf } from "./account";
import type { Team } from "./views";
import "~/platform/auth-table";

/** Everybody who works in the office, or did, by name; those who no longer do come last. */
export const listTeam = query("team.manage", async (ctx): Promise<Team> => {
  const rows = await ctx.db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "banned", "email_verified", "two_factor_enabled", "signed_in_at"])
    .where("role", "in", officeRoles)
    .orderBy("banned")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return {
    members: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as OfficeRole,
      state: staffStateOf(row),
      twoFactor: row.two_factor_enabled,
      signedInAt: row.signed_in_at?.toISOString() ?? null,
    })),
  };
});
