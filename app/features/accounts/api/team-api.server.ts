import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import {
  changeRole,
  disableStaff,
  enableStaff,
  endStaffSessions,
  inviteStaff,
  inviteStaffAgain,
  requireSecondFactor,
  withdrawInvitation,
} from "../commands/manage-team.server";
import { inviteStaffSchema, staffRoleSchema } from "../schema";
import { listStaffSessions, listTeam } from "../team-queries.server";
import { staffSessions, team } from "../views";

/** Office users. Every change returns the whole team. */
export const teamApi = endpoints("staff", [
  get("/admin/team", {
    may: "team.manage",
    summary: "Everybody who works in the office, or did",
    answer: team,
    run: listTeam,
  }),

  post("/admin/team", {
    may: "team.manage",
    summary: "Invite somebody to work in the office: a link is mailed by which they choose a password",
    body: inviteStaffSchema,
    answer: team,
    idempotent: true,
    run: inviteStaff,
    refuses: ["email-taken"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/invite-again", {
    may: "team.manage",
    summary: "Mail a new link to somebody who was invited; the one before it ends",
    answer: team,
    run: (ctx, { id }) => inviteStaffAgain(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/withdraw", {
    may: "team.manage",
    summary: "Take an invitation back",
    answer: team,
    run: (ctx, { id }) => withdrawInvitation(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/role", {
    may: "team.manage",
    summary: "Change what somebody does in the office; it counts at their next call",
    body: staffRoleSchema,
    answer: team,
    run: (ctx, { id, ...change }) => changeRole(ctx, id, change),
    refuses: ["not-found", "wrong-state", "own-account", "stale"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/disable", {
    may: "team.manage",
    summary: "Sign somebody out everywhere, and let them in no more",
    answer: team,
    run: (ctx, { id }) => disableStaff(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/enable", {
    may: "team.manage",
    summary: "Let somebody in again",
    answer: team,
    run: (ctx, { id }) => enableStaff(ctx, id),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  post("/admin/team/{id}/second-factor", {
    may: "team.manage",
    summary: "Ask a second factor of somebody before the office opens to them, or no longer",
    body: z.object({ required: z.boolean() }),
    answer: team,
    run: (ctx, { id, required }) => requireSecondFactor(ctx, id, required),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: listTeam,
  }),

  get("/admin/team/{id}/sessions", {
    may: "team.manage",
    summary: "Where somebody of the office, or a technician, is signed in",
    answer: staffSessions,
    private: true,
    run: (ctx, { id }) => listStaffSessions(ctx, id),
  }),

  post("/admin/team/{id}/sessions/end", {
    may: "team.manage",
    summary: "Sign somebody out everywhere, or where `sessionId` says",
    body: z.object({ sessionId: z.optional(z.uuid()) }),
    answer: staffSessions,
    run: (ctx, { id, sessionId }) => endStaffSessions(ctx, id, sessionId),
    refuses: ["not-found", "wrong-state", "own-account"],
    reply: (ctx, { id }) => listStaffSessions(ctx, id),
  }),
]);
