import * as z from "zod/mini";

/** An entry of the trail as a line of its list. Instants are ISO 8601 in UTC. */
export const trailEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  /** Ids and facts of it. */
  data: z.record(z.string(), z.unknown()),
  actor: z.object({
    role: z.string(),
    /** Null: nobody was signed in. */
    id: z.nullable(z.string()),
    /** Null with an id: the person was deleted. */
    name: z.nullable(z.string()),
    /** The key by which another program acted for the person: its name, empty where it is gone. Null: the person themself. */
    key: z.nullable(z.string()),
  }),
  record: z.object({
    kind: z.string(),
    /** Null: it happened to no single one. */
    id: z.nullable(z.string()),
    /** What people know it by; null where it is no longer there, or has none yet. */
    name: z.nullable(z.string()),
    /** Whether it is still there, to be opened. */
    exists: z.boolean(),
    /** The person it was about was deleted. */
    forgotten: z.boolean(),
  }),
});
export type TrailEntry = z.infer<typeof trailEntry>;

export const trailPage = z.object({ entries: z.array(trailEntry), nextCursor: z.nullable(z.string()) });

export const trailDetail = z.object({
  ...trailEntry.shape,
  /** What the fields that changed said before and after; null: nothing, or it was emptied. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** The fields changed, and what they said is gone with the person. */
  emptied: z.boolean(),
  reason: z.nullable(z.string()),
  requestId: z.string(),
  clientIp: z.nullable(z.string()),
});
export type TrailDetail = z.infer<typeof trailDetail>;

/** Whom of the staff the trail can be filtered by. */
export const trailPeople = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });
