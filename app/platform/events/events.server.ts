import { sql } from "kysely";
import { keyIdOf, nameOf, userIdOf } from "../auth/actor";
import type { Ctx } from "../context";
import { inRows } from "../lists/in-rows.server";
import { currentTraceparent } from "../tracing/tracing.server";
import type { Events, EventType } from "./events";
import type { RecordedEvent } from "./reaction.server";
import type { Tracked } from "./tracked-fields";

export interface EventDetails<Before, After> {
  subjectType?: string;
  before?: Tracked<Before> | null;
  after?: Tracked<After> | null;
  reason?: string | null;
}

/** Writes to the audit trail and the outbox in the caller's transaction. `subjectId`: null for none. */
export async function emit<Type extends EventType, Before extends object | null, After extends object | null>(
  ctx: Ctx,
  type: Type,
  subjectId: string | null,
  data: Events[Type],
  details: EventDetails<Before, After> = {},
): Promise<void> {
  const { before = null, after = null, reason = null } = details;
  const fields = changedFields(before, after);
  const values = { before: before && only(fields, before), after: after && only(fields, after) };
  await record(ctx, type, details.subjectType, [{ subjectId, data, fields, reason, ...values }]);
}

/** Uses one statement for up to a few hundred records. */
export async function emitEach<Type extends EventType>(
  ctx: Ctx,
  type: Type,
  happened: readonly { subjectId: string; data: Events[Type] }[],
): Promise<void> {
  if (happened.length === 0) return;
  const nothing = { fields: [], reason: null, before: null, after: null };
  await record(
    ctx,
    type,
    undefined,
    happened.map((one) => ({ ...one, ...nothing })),
  );
}

interface Entry {
  subjectId: string | null;
  data: object;
  fields: string[];
  reason: string | null;
  before: object | null;
  after: object | null;
}

async function record(
  ctx: Ctx,
  type: EventType,
  subjectType = type.split(".", 1)[0]!,
  entries: readonly Entry[],
): Promise<void> {
  const actorName = nameOf(ctx.actor);
  const clientIp = ctx.clientIp ?? null;
  await sql`
    WITH given AS MATERIALIZED (
      SELECT next_trail_id(${ctx.now}::timestamptz) AS id, told.*
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        AS told ("subjectId" text, data jsonb, fields text[], reason text, before jsonb, after jsonb)
    ), entry AS (
      INSERT INTO trail (id, at, type, actor_id, actor_role, subject_type, subject_id, fields, data, request_id, api_key_id)
      OVERRIDING SYSTEM VALUE
      SELECT id, ${ctx.now}::timestamptz, ${type}, ${userIdOf(ctx.actor)}::uuid, ${ctx.actor.role}, ${subjectType}, "subjectId",
        fields, data, ${ctx.requestId}, ${keyIdOf(ctx.actor)}::uuid FROM given
      RETURNING *
    ), apart AS (
      INSERT INTO trail_values (trail_id, actor_name, client_ip, reason, before, after)
      SELECT id, ${actorName}::text, ${clientIp}::inet, reason, before, after FROM given
      WHERE num_nonnulls(${actorName}::text, ${clientIp}::inet, reason, before, after) > 0
    )
    INSERT INTO outbox (trail_id, type, subject_type, subject_id, data, actor_role, request_id, traceparent)
    SELECT id, type, subject_type, subject_id, data, actor_role, request_id, ${currentTraceparent()}::text FROM entry
  `.execute(ctx.db);
}

/** Event as stored in the outbox: without free text, which must stay erasable. */
export type OutboxEvent = Omit<RecordedEvent<EventType>, "reason">;

/** Oldest first, in the caller's transaction. Workers skip each other's rows. */
export async function takeFromOutbox(ctx: Ctx, max: number): Promise<OutboxEvent[]> {
  const rows = await ctx.db
    .deleteFrom("outbox")
    .where((eb) =>
      inRows(
        "trailId",
        eb.selectFrom("outbox").select("trailId").orderBy("trailId").limit(max).forUpdate().skipLocked(),
      ),
    )
    .returningAll()
    .execute();
  return rows
    .sort((a, b) => a.trailId - b.trailId)
    .map((row) => ({
      id: row.trailId,
      type: row.type as EventType,
      subjectId: row.subjectId as string,
      data: row.data as OutboxEvent["data"],
      actorRole: row.actorRole as OutboxEvent["actorRole"],
      requestId: row.requestId,
      traceparent: row.traceparent,
    }));
}

/** Reads the free text of the events from the trail. */
export async function withReasons(
  db: Ctx["db"],
  events: readonly OutboxEvent[],
): Promise<RecordedEvent<EventType>[]> {
  const rows = await db
    .selectFrom("trailValues")
    .select(["trailId", "reason"])
    .where(sql<boolean>`trail_id = any(${events.map(({ id }) => id)}::bigint[])`)
    .where("reason", "is not", null)
    .execute();
  const reasons = new Map(rows.map(({ trailId, reason }) => [trailId, reason]));
  return events.map((event) => ({ ...event, reason: reasons.get(event.id) ?? null }));
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
