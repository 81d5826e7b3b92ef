import type { Kysely } from "kysely";
import type { Actor } from "./auth/actor";
import type { Tables } from "./database/tables";
import type { Locale } from "./locale/locale";

/** Argument of every command and query. `now` is UTC. */
export interface Ctx {
  actor: Actor;
  db: Kysely<Tables>;
  now: Date;
  requestId: string;
  locale: Locale;
  clientIp?: string;
  /** Aborted when the client disconnects. Absent outside requests. */
  signal?: () => AbortSignal;
  linkKeys?: ReadonlyMap<string, string>;
}
