import type { Ctx } from "~/platform/context";

/** Audit log entries, oldest first: of one record, of one type of event, or both. */
export async function readTrail(db: Ctx["db"], of: { subjectId?: string; type?: string } = {}) {
  const { subjectId, type } = of;
  return await db
    .selectFrom("trail")
    .leftJoin("trailValues", "trailValues.trailId", "trail.id")
    .select(["trail.id", "type", "subjectId", "data", "fields"])
    .select(["actorRole", "actorName as actor", "requestId"])
    .select(["reason", "before", "after"])
    .$if(subjectId !== undefined, (query) => query.where("subjectId", "=", subjectId!))
    .$if(type !== undefined, (query) => query.where("type", "=", type!))
    .orderBy("trail.id")
    .execute();
}
