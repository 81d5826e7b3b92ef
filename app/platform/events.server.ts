import { sql } from "kysely";
import { keyIdOf, nameOf, userIdOf } from "./actor";
import type { Ctx } from "./context";
import type { Events, EventType } from "./events";
import type { Happened } from "./reaction.server";
import type { Tracked } from "./tracked-fields";
import "./table";

/** What is told of an event beside its data: kept apart, so that it can be emptied when a person asks to be forgotten. */
export interface Details<Before, After> {
  /** What the subject is, where the event's name does not begin with it. */
  subjectType?: string;
  /** What the record's fields said, and say from now on: those that changed are kept. */
  before?: Tracked<Before> | null;
  after?: Tracked<After> | null;
  /** What somebody typed about it. */
  reason?: string | null;
}

/**
 * Records that something happened, in the caller's transaction: in the trail for good, and in the outbox until the
 * worker has made its jobs. `subjectId` is the record it happened to; null where it is no single one.
 */
export async function emit<Type extends EventType, Before extends object | null, After extends object | null>(
  ctx: Ctx,
  type: Type,
  subjectId: string | null,
  data: Events[Type],
  {
    subjectType = type.split(".", 1)[0]!,
    before = null,
    after = null,
    reason = null,
  }: Details<Before, After> = {},
): Promise<void> {
  const fields = changedFields(before, after);
  const told = { before: before && only(fields, before), after: after && only(fields, after) };
  const actorName = nameOf(ctx.actor);
  const clientIp = ctx.clientIp ?? null;
  const apart = [actorName, clientIp, reason, before, after].some((value) => value !== null);
  await sql`
    WITH entry AS (
      INSERT INTO trail (at, type, actor_id, actor_role, subject_type, subject_id, fields, data, request_id, api_key_id)
      VALUES (${ctx.now}, ${type}, ${userIdOf(ctx.actor)}, ${ctx.actor.role}, ${subjectType}, ${subjectId},
        ${fields}, ${JSON.stringify(data)}, ${ctx.requestId}, ${keyIdOf(ctx.actor)}::uuid)
      RETURNING *
    ), apart AS (
      INSERT INTO trail_values (trail_id, actor_name, client_ip, reason, before, after)
      SELECT id, ${actorName}::text, ${clientIp}::inet, ${reason}::text, ${asJson(told.before)}::jsonb, ${asJson(told.after)}::jsonb
      FROM entry WHERE ${apart}::boolean
    )
    INSERT INTO outbox (trail_id, type, subject_type, subject_id, data, actor_role, request_id)
    SELECT id, type, subject_type, subject_id, data, actor_role, request_id FROM entry
  `.execute(ctx.db);
}

/** An event as its job carries it: what was typed is left where it can be emptied. */
export type Waiting = Omit<Happened<EventType>, "reason">;

/**
 * Takes up to `most` waiting events out of the outbox, oldest first, in the caller's transaction. Workers beside each
 * other share them out.
 */
export async function takeFromOutbox(ctx: Ctx, most: number): Promise<Waiting[]> {
  const rows = await ctx.db
    .deleteFrom("outbox")
    .where("trail_id", "in", (eb) =>
      eb.selectFrom("outbox").select("trail_id").orderBy("trail_id").limit(most).forUpdate().skipLocked(),
    )
    .returningAll()
    .execute();
  return rows
    .sort((a, b) => a.trail_id - b.trail_id)
    .map((row) => ({
      id: row.trail_id,
      // What emit() wrote; an event of another version of the program may be unknown here.
      type: row.type as EventType,
      subjectId: row.subject_id as string,
      data: row.data as Waiting["data"],
      actorRole: row.actor_role as Waiting["actorRole"],
      requestId: row.request_id,
    }));
}

/** The event with what was typed about it, as far as that is still known. */
export async function asHappened(ctx: Ctx, event: Waiting): Promise<Happened<EventType>> {
  const row = await ctx.db
    .selectFrom("trail_values")
    .select("reason")
    .where("trail_id", "=", event.id)
    .executeTakeFirst();
  return { ...event, reason: row?.reason ?? null };
}

function changedFields(before: object | null, after: object | null): string[] {
  const [old, now] = [before ?? {}, after ?? {}] as Record<string, unknown>[];
  return Object.keys({ ...old, ...now }).filter((key) => asJson(old![key]) !== asJson(now![key]));
}

function only(fields: string[], record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => fields.includes(key)));
}

function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
