import { nameOf, userIdOf } from "./actor";
import type { Ctx } from "./context";
import type { Events, EventType } from "./events";
import "./table";

/**
 * Records that something happened, in the caller's transaction: it is told to the worker exactly when that commits.
 * `subjectId` is the record it happened to; null where it has no id of that kind: then `data` names it.
 */
export async function emit<Type extends EventType>(
  ctx: Ctx,
  type: Type,
  subjectId: string | null,
  data: Events[Type],
): Promise<void> {
  await ctx.db
    .insertInto("events")
    .values({
      type,
      subject_id: subjectId,
      data: JSON.stringify(data),
      actor_id: userIdOf(ctx.actor),
      actor_role: ctx.actor.role,
      actor_name: nameOf(ctx.actor),
      request_id: ctx.requestId,
      client_ip: ctx.clientIp ?? null,
      occurred_at: ctx.now,
    })
    .execute();
}
