import { type OfficeRole, officeRoles, userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { type GrantablePermission, grantableTo } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { type StaffState, staffRoles, staffStateOf } from "../account";
import { lockActiveAdmins } from "../current-user.server";
import { createInvitedAccount, resetInvitedAccount } from "../invited-account.server";
import { endSessions, hashUnknown } from "../sign-in/passwords.server";

/* Admins manage everyone but themselves, so that one always remains. */

interface Member<Role = OfficeRole> {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: StaffState;
}

/** Invites a user by email. Unaccepted invitations expire after a week. */
export const inviteStaff = command(
  "team.manage",
  async function inviteStaff(
    ctx,
    invited: { name: string; email: string; role: OfficeRole; language?: Locale | undefined },
  ) {
    const deliverable = await refuseUndeliverable(ctx, invited.email);
    if (!deliverable.ok) return deliverable;
    const account = await createInvitedAccount(ctx, invited, await hashUnknown());
    if (!account.ok) return account;
    const { role } = invited;
    await emit(ctx, "staff.invited", account.userId, { role }, { after: { role, state: "invited" } });
    return { ok: true };
  },
);

/** Repeats an invitation and invalidates the earlier link. */
export const inviteStaffAgain = command("team.manage", async function inviteStaffAgain(ctx, id: string) {
  const hash = await hashUnknown();
  return changeMember(ctx, id, ["invited"], async ({ name, email, role }) => {
    const deliverable = await refuseUndeliverable(ctx, email);
    if (!deliverable.ok) return deliverable;
    await resetInvitedAccount(ctx, id, { name, email, role }, hash);
    await emit(ctx, "staff.invited", id, { role });
    return { ok: true };
  });
});

/** Withdraws an invitation and deletes its unused account. */
export const withdrawInvitation = command("team.manage", function withdrawInvitation(ctx, id: string) {
  return changeMember(ctx, id, ["invited"], async ({ role }) => {
    await ctx.db.deleteFrom("users").where("id", "=", id).execute();
    const before = { role, state: "invited" };
    await emit(ctx, "staff.invitation-withdrawn", id, { role }, { before });
    return { ok: true };
  });
});

/** Applies at the person's next call. `from`: role that the admin saw. */
export const changeRole = command(
  "team.manage",
  function changeRole(ctx, id: string, { from, to }: { from: OfficeRole; to: OfficeRole }) {
    return changeMember(ctx, id, ["invited", "active", "disabled"], async ({ role }) => {
      if (role !== from) return refuse("stale");
      if (to === from) return { ok: true };
      // Granted permissions belong to the former role.
      await ctx.db
        .updateTable("users")
        .set({ role: to, grantedPermissions: [], updatedAt: ctx.now })
        .where("id", "=", id)
        .execute();
      const details = { before: { role: from }, after: { role: to } };
      await emit(ctx, "staff.role-changed", id, { from, to }, details);
      return { ok: true };
    });
  },
);

/** Grants exactly these permissions beyond those of the role; applies at the person's next call. */
export const grantPermissions = command(
  "team.manage",
  function grantPermissions(
    ctx,
    id: string,
    { role: seenRole, granted }: { role: OfficeRole; granted: readonly GrantablePermission[] },
  ) {
    return changeMember(ctx, id, ["invited", "active", "disabled"], async ({ role }) => {
      if (role !== seenRole) return refuse("stale");
      const grantable = grantableTo(role);
      if (!granted.every((permission) => grantable.includes(permission))) return refuse("not-grantable");
      const after: string[] = grantable.filter((permission) => granted.includes(permission));
      const { grantedPermissions: before }: { grantedPermissions: string[] } = await ctx.db
        .selectFrom("users")
        .select("grantedPermissions")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (before.join() === after.join()) return { ok: true };
      await ctx.db
        .updateTable("users")
        .set({ grantedPermissions: after, updatedAt: ctx.now })
        .where("id", "=", id)
        .execute();
      const details = { before: { granted: before }, after: { granted: after } };
      await emit(ctx, "staff.permissions-granted", id, { granted: after }, details);
      return { ok: true };
    });
  },
);

/** Ends all sessions and blocks sign-in. */
export const disableStaff = command("team.manage", function disableStaff(ctx, id: string) {
  return changeMember(ctx, id, ["active"], async () => {
    await ctx.db
      .updateTable("users")
      .set({ banned: true, updatedAt: ctx.now })
      .where("id", "=", id)
      .execute();
    await endSessions(ctx, id);
    const details = { before: { state: "active" }, after: { state: "disabled" } };
    await emit(ctx, "staff.disabled", id, {}, details);
    return { ok: true };
  });
});

export const enableStaff = command("team.manage", function enableStaff(ctx, id: string) {
  return changeMember(ctx, id, ["disabled"], async () => {
    await ctx.db
      .updateTable("users")
      .set({ banned: false, updatedAt: ctx.now })
      .where("id", "=", id)
      .execute();
    const details = { before: { state: "disabled" }, after: { state: "active" } };
    await emit(ctx, "staff.enabled", id, {}, details);
    return { ok: true };
  });
});

export const requireSecondFactor = command(
  "team.manage",
  function requireSecondFactor(ctx, id: string, required: boolean) {
    return changeMember(ctx, id, ["invited", "active", "disabled"], async () => {
      const { numUpdatedRows } = await ctx.db
        .updateTable("users")
        .set({ twoFactorRequired: required, updatedAt: ctx.now })
        .where("id", "=", id)
        .where("twoFactorRequired", "!=", required)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return { ok: true };
      const details = {
        before: { secondFactorRequired: !required },
        after: { secondFactorRequired: required },
      };
      await emit(ctx, "staff.second-factor-required", id, { required }, details);
      return { ok: true };
    });
  },
);

export const endStaffSessions = command(
  "team.manage",
  function endStaffSessions(ctx, id: string, sessionId?: string) {
    return changeStaff(ctx, id, staffRoles, ["invited", "active", "disabled"], async () => {
      const ended = await ctx.db
        .deleteFrom("sessions")
        .where("userId", "=", id)
        .$if(sessionId !== undefined, (query) => query.where("id", "=", sessionId!))
        .returning("id")
        .execute();
      if (sessionId && ended.length === 0) return refuse("not-found");
      if (ended.length > 0) await emit(ctx, "staff.sessions-ended", id, { count: ended.length });
      return { ok: true };
    });
  },
);

const changeMember = <Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  id: string,
  states: readonly StaffState[],
  operation: (member: Member) => Promise<Result>,
) => changeStaff(ctx, id, officeRoles, states, operation);

/**
 * Wraps every change of a user: serialised, by an admin who is still one after waiting, and for the given
 * roles and states only.
 */
async function changeStaff<Role extends string, Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  id: string,
  roles: readonly Role[],
  states: readonly StaffState[],
  operation: (person: Member<Role>) => Promise<Result>,
): Promise<Result | Refusal<"own-account" | "not-allowed" | "not-found" | "wrong-state">> {
  const actorId = userIdOf(ctx.actor);
  if (id === actorId) return refuse("own-account");
  const admins = await lockActiveAdmins(ctx);
  if (!admins.some((admin) => admin === actorId)) return refuse("not-allowed");
  const row = await ctx.db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "banned", "emailVerified"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const role = roles.find((role) => role === row?.role);
  if (!row || !role) return refuse("not-found");
  const state = staffStateOf(row);
  if (!states.includes(state)) return refuse("wrong-state");
  return operation({ id, name: row.name, email: row.email, role, state });
}
