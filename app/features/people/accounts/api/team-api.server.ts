import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import {
  changeRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
  grantPermissions,
  inviteStaff,
  inviteStaffAgain,
  requireSecondFactor,
  withdrawInvitation,
} from "../commands/manage-team.server";
import { grantedPermissionsSchema } from "../granted-permissions";
import { inviteStaffSchema, staffRoleSchema } from "../schema";
import { listStaffSessions, listTeam } from "../team-queries.server";
import { staffSessions, team } from "../views";

/** Office users. Every change returns the whole team. */
export const teamApi = endpoints("staff", [
  get("/admin/team", {
    operationId: "listTeamMembers",
    may: "team.manage",
    summary: "Current and former office staff",
    answer: team,
    run: listTeam,
  }),

  post("/admin/team", {
    operationId: "inviteTeamMember",
    may: "team.manage",
    summary: "Invite a colleague by email with a link to choose a password",
    body: inviteStaffSchema,
    answer: team,
    idempotent: true,
    run: inviteStaff,
    refuses: ["email-taken", "email-undeliverable"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/resend-invitation", {
    may: "team.manage",
    summary: "Email a new invitation link; the previous one expires",
    idempotent: true,
    answer: team,
    run: (ctx, { id }) => inviteStaffAgain(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account", "email-undeliverable"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/withdraw", {
    operationId: "withdrawTeamInvitation",
    may: "team.manage",
    summary: "Withdraw an invitation",
    answer: team,
    run: (ctx, { id }) => withdrawInvitation(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/role", {
    operationId: "changeTeamMemberRole",
    may: "team.manage",
    summary: "Change a role; effective from the next request",
    body: staffRoleSchema,
    answer: team,
    run: (ctx, { id, ...change }) => changeRole(ctx, id, change),
    refuses: ["not-found", "wrong-state", "own-account", "stale"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/permissions", {
    operationId: "setTeamMemberPermissions",
    may: "team.manage",
    summary: "Grant permissions beyond those of the role, or withdraw them; effective from the next request",
    body: grantedPermissionsSchema,
    answer: team,
    run: (ctx, { id, ...change }) => grantPermissions(ctx, id, change),
    refuses: ["not-found", "wrong-state", "own-account", "stale", "not-grantable"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/disable", {
    operationId: "disableTeamMember",
    may: "team.manage",
    summary: "Disable an account and end its sessions",
    answer: team,
    run: (ctx, { id }) => disableStaff(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/enable", {
    operationId: "enableTeamMember",
    may: "team.manage",
    summary: "Enable an account",
    answer: team,
    run: (ctx, { id }) => enableStaff(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/second-factor", {
    operationId: "setTeamMemberSecondFactor",
    may: "team.manage",
    summary: "Require a second factor of a staff member, or no longer",
    body: z.object({ required: z.boolean() }),
    answer: team,
    run: (ctx, { id, required }) => requireSecondFactor(ctx, id, required),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  get("/admin/team/{id}/sessions", {
    operationId: "listTeamMemberSessions",
    may: "team.manage",
    summary: "Active sessions of a staff member or technician",
    answer: staffSessions,
    private: true,
    run: (ctx, { id }) => listStaffSessions(ctx, id),
  }),

  post("/admin/team/{id}/sessions/end", {
    operationId: "endTeamMemberSessions",
    may: "team.manage",
    summary: "End all sessions of a staff member or technician, or only `sessionId`",
    body: z.object({ sessionId: z.optional(z.uuid()) }),
    answer: staffSessions,
    run: (ctx, { id, sessionId }) => endStaffSessions(ctx, id, sessionId),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: (ctx, { id }) => listStaffSessions(ctx, id),
  }),
]);
