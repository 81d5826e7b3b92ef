import { type OfficeRole, officeRoles } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import { grantableTo } from "~/platform/auth/permissions";
import { staffRoles, staffStateOf } from "./account";
import type { StaffSession, Team } from "./views";

/** Current and former office users by name, former ones last. */
export const listTeam = query("team.manage", async function listTeam(ctx): Promise<Team> {
  const rows = await ctx.db
    .selectFrom("users")
    .select([
      "id",
      "name",
      "email",
      "role",
      "banned",
      "emailVerified",
      "twoFactorEnabled",
      "twoFactorRequired",
      "grantedPermissions",
      "signedInAt",
    ])
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
      granted: grantableTo(row.role).filter((one) => row.grantedPermissions.includes(one)),
      twoFactor: row.twoFactorEnabled,
      twoFactorRequired: row.twoFactorRequired,
      signedInAt: row.signedInAt?.toISOString() ?? null,
    })),
  };
});

/** Sessions of an office user or technician, last used first; null for others. */
export const listStaffSessions = query(
  "team.manage",
  async function listStaffSessions(ctx, id: string): Promise<{ sessions: StaffSession[] } | null> {
    const member = await ctx.db
      .selectFrom("users")
      .select("id")
      .where("id", "=", id)
      .where("role", "in", staffRoles)
      .executeTakeFirst();
    if (!member) return null;
    const rows = await ctx.db
      .selectFrom("sessions")
      .select(["id", "userAgent", "ipAddress", "createdAt", "updatedAt"])
      .where("userId", "=", id)
      .where("expiresAt", ">", ctx.now)
      .orderBy("updatedAt", "desc")
      .orderBy("id")
      .execute();
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        userAgent: row.userAgent,
        address: row.ipAddress,
        signedInAt: row.createdAt.toISOString(),
        lastUsedAt: row.updatedAt.toISOString(),
      })),
    };
  },
);
