import { m } from "~/paraglide/messages";
import type { Ctx } from "../context";
import { inTransaction } from "../database/transaction.server";
import { ApiError } from "../errors";
import { isRefusal, type Refusal, refuse } from "../http/refusal";
import { inSpan } from "../tracing/tracing.server";
import type { Actor } from "./actor";
import { may, mayRun, type Permission } from "./permissions";

/** Function with the permission that it checks. The actor is `ctx.actor`, never an argument. */
export type Permitted<Args extends unknown[], Result> = ((ctx: Ctx, ...args: Args) => Promise<Result>) & {
  permission: Permission;
};

/** Refuses with `not-allowed` before reading. A refusal or error rolls back. */
export function command<Args extends unknown[], Result extends { ok: true } | Refusal>(
  permission: Permission,
  work: (ctx: Ctx, ...args: Args) => Promise<Result>,
): Permitted<Args, Result | Refusal<"not-allowed">> {
  const run = (ctx: Ctx, ...args: Args): Promise<Result | Refusal<"not-allowed">> =>
    inSpan(`command ${work.name}`, {}, async (span) => {
      if (!mayRun(ctx.actor, permission)) return refuse("not-allowed");
      const result = await inTransaction<Result>(ctx, (ctx) => work(ctx, ...args));
      if (isRefusal(result)) span?.setAttribute("refusal.reason", result.reason);
      return result;
    });
  return Object.assign(run, { permission });
}

/** Query for actors with the permission; throws 401 or 403 for others. */
export function query<Args extends unknown[], Result>(
  permission: Permission,
  read: (ctx: Ctx, ...args: Args) => Promise<Result>,
): Permitted<Args, Result> {
  const run = (ctx: Ctx, ...args: Args): Promise<Result> =>
    inSpan(`query ${read.name}`, {}, async () => {
      requirePermission(ctx.actor, permission);
      return read(ctx, ...args);
    });
  return Object.assign(run, { permission });
}

/** Admits a call with an API key to all commands and queries that carry it out. */
export function admitCall(ctx: Ctx, permission: Permission): Ctx {
  requirePermission(ctx.actor, permission);
  if (!("userId" in ctx.actor) || !ctx.actor.key) return ctx;
  return { ...ctx, actor: { ...ctx.actor, key: { ...ctx.actor.key, admittedBy: permission } } };
}

/** Throws unless the actor has the permission: 401 when signed out, otherwise 403. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (mayRun(actor, permission)) return;
  if (!("userId" in actor)) throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  if (
    actor.withoutSecondFactor &&
    may({ role: actor.withoutSecondFactor, granted: actor.granted }, permission)
  ) {
    throw new ApiError(403, "two-factor-required", m.account_two_factor_required());
  }
  throw new ApiError(403, "not-allowed", m.common_error_not_allowed());
}
