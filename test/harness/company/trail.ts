import type { Ctx } from "~/platform/context";

/** Audit log entries, oldest first: of one record, of one type of event, or both. */
export async function readTrail(db: Ctx["db"], of: { subjectId?: string; type?: string } = {}) {
  const { subjectId, type } = of;
  return await db
    .selectFrom("trail")
    .leftJoin("trail_values", "trail_values.trail_id", "trail.id")
    .select(["trail.id", "type", "subject_id as subjectId", "data", "fields"])
    .select(["actor_role as actorRole", "actor_name as actor", "request_id as requestId"])
    .select(["reason", "before", "after"])
    .$if(subjectId !== undefined, (query) => query.where("subject_id", "=", subjectId!))
    .$if(type !== undefined, (query) => query.where("type", "=", type!))
    .orderBy("trail.id")
    .execute();
}
