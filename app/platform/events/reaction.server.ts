import type { Role } from "../auth/actor";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import type { Events, EventType, ReactedType } from "./events";

/** Something that happened, as it was recorded. */
export interface Happened<Type extends EventType> {
  /** Of its entry in the trail. */
  id: number;
  type: Type;
  subjectId: string;
  data: Events[Type];
  actorRole: Role;
  requestId: string;
  /** What somebody typed about it; null too where that was forgotten meanwhile. */
  reason: string | null;
}

/** What a reaction may use besides its context. */
export interface Tools {
  config: Config;
}

/** "When X happened, do Y." Runs in the worker, after the event's transaction has committed. */
export interface Reaction<Type extends EventType> {
  /** Unique within its event, and kept: an event dispatched under another name is done again. */
  name: string;
  /**
   * It asks somebody else, whose answer may be long in coming: it runs in no transaction, and takes short ones of its own. Killed
   * in the middle it is done again, so it must be possible to do it twice.
   */
  asks?: true;
  /**
   * Does it, as `system`, in one transaction that also marks it done: what it writes through `ctx.db` happens exactly
   * once, whatever is killed when. A throw undoes it; it is tried again, with growing pauses, for two days.
   */
  run(ctx: Ctx, event: Happened<Type>, tools: Tools): Promise<void>;
}

/** For each event what follows from it; one that is neither `Silent` nor has an entry fails the type check, and so does one that is both. */
export type Reactions = { [Type in ReactedType]: readonly Reaction<Type>[] };

/** An event of another version of the program may be unknown here. */
export function reactionsTo(type: string, reactions: Reactions): readonly Reaction<EventType>[] {
  return (reactions as Partial<Record<string, readonly Reaction<EventType>[]>>)[type] ?? [];
}
