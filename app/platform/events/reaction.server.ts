import type { Role } from "../auth/actor";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Events, EventType, ReactedType } from "./events";

export interface RecordedEvent<Type extends EventType> {
  id: number;
  type: Type;
  subjectId: string;
  data: Events[Type];
  actorRole: Role;
  requestId: string;
  /** Span that caused the event; null without tracing. */
  traceparent: string | null;
  reason: string | null;
}

export interface ReactionTools {
  config: Config;
}

/** Runs in the worker after the event's commit. */
export interface Reaction<Type extends EventType> {
  /** Must not change, otherwise dispatched events would run again. */
  name: string;
  /**
   * Calls an external service outside a transaction. Must be idempotent, because a crashed run is repeated.
   */
  external?: true;
  /** False: the event needs no job. Decided from the event alone; default true. */
  appliesTo?(event: Omit<RecordedEvent<Type>, "reason">): boolean;
  /**
   * Runs as `system` in the transaction that completes the job, so that writes happen exactly once.
   * Exceptions are retried for two days.
   */
  run(ctx: Ctx, event: RecordedEvent<Type>, tools: ReactionTools): Promise<void>;
}

/** An event must be `Silent` or have an entry; otherwise the type check fails. */
export type Reactions = { [Type in ReactedType]: readonly Reaction<Type>[] };

export function reactionsTo(
  event: Omit<RecordedEvent<EventType>, "reason">,
  reactions: Reactions,
): readonly Reaction<EventType>[] {
  const all = (reactions as Partial<Record<string, readonly Reaction<EventType>[]>>)[event.type] ?? [];
  return all.filter(({ appliesTo = () => true }) => appliesTo(event));
}
