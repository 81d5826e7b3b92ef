import type { Kysely } from "kysely";
import type { Actor } from "./auth/actor";
import type { Tables } from "./database/tables";
import type { Locale } from "./locale/locale";

/**
 * What every command and query is given: who acts, the only door to the database, the time (UTC) and the id of
 * the request it serves. Built by app/server/context.server.ts for a request, by the worker for a job, by the harness for
 * a test.
 */
export interface Ctx {
  actor: Actor;
  db: Kysely<Tables>;
  now: Date;
  requestId: string;
  /** The language of whoever asks: messages and formatters speak it by themselves (locale/locale.server.ts). */
  locale: Locale;
  /** The client's address, for limits and the activity trail; never shown. */
  clientIp?: string;
  /** The keys of mailed links that this browser has opened, by the reference of what each opens (link-keys.server.ts). */
  linkKeys?: ReadonlyMap<string, string>;
}
