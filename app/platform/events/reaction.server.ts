import type { Role } from "../auth/actor";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Events, EventType, ReactedType } from "./events";

/** Recorded event. */
export interface RecordedEvent<Type extends EventType> {
  /** Id of its audit trail entry. */
  id: number;
  type: Type;
  subjectId: string;
  data: Events[Type];
  actorRole: Role;
  requestId: string;
  /** Free text by the actor; null after erasure. */
  reason: string | null;
}

export interface ReactionTools {
  config: Config;
}

/** Runs in the worker after the event's transaction has committed. */
export interface Reaction<Type extends EventType> {
  /**
   * Unique within its event. Must not change, because an event already dispatched would run again under the
   * new name.
   */
  name: string;
  /**
   * Calls an external service. Runs outside a transaction and opens short ones itself. Must be idempotent,
   * because a crashed run is repeated.
   */
  external?: true;
  /**
   * Runs as `system` in one transaction that also completes the job, so that writes through `ctx.db` happen
   * exactly once. An exception rolls back and retries with backoff for two days.
   */
  run(ctx: Ctx, event: RecordedEvent<Type>, tools: ReactionTools): Promise<void>;
}

/** Reactions by event. An event must either be `Silent` or have an entry; otherwise the type check fails. */
export type Reactions = { [Type in ReactedType]: readonly Reaction<Type>[] };

/** Events of another program version have no entry. */
export function reactionsTo(type: string, reactions: Reactions): readonly Reaction<EventType>[] {
  return (reactions as Partial<Record<string, readonly Reaction<EventType>[]>>)[type] ?? [];
}
