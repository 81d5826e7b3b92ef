import * as z from "zod/mini";

/** Row of the audit trail. Instants are ISO 8601 in UTC. */
export const trailEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  type: z.string(),
  /** Ids and facts of the event. */
  data: z.record(z.string(), z.unknown()),
  actor: z.object({
    role: z.string(),
    /** Null without a signed-in user. */
    id: z.nullable(z.string()),
    /** Null with an id: the person was deleted. */
    name: z.nullable(z.string()),
    /** Name of the API key used, empty if it was deleted; null without a key. */
    key: z.nullable(z.string()),
  }),
  record: z.object({
    kind: z.string(),
    /** Null if no single record is concerned. */
    id: z.nullable(z.string()),
    /** Name of the record; null if it is gone or unnamed. */
    name: z.nullable(z.string()),
    /** True if the record can be opened. */
    exists: z.boolean(),
    /** True if the person concerned was deleted. */
    isErased: z.boolean(),
  }),
});
export type TrailEntry = z.infer<typeof trailEntry>;

export const trailPage = z.object({ entries: z.array(trailEntry), nextCursor: z.nullable(z.string()) });

export const trailDetail = z.object({
  ...trailEntry.shape,
  /** Values before and after; null for empty. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** True if the values were erased with the person. */
  valuesErased: z.boolean(),
  reason: z.nullable(z.string()),
  requestId: z.string(),
  clientIp: z.nullable(z.string()),
});
export type TrailDetail = z.infer<typeof trailDetail>;

/** Filter options of the actor. */
export const trailPeople = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) });
