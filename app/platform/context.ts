import type { Kysely } from "kysely";
import type { Actor } from "./auth/actor";
import type { Tables } from "./database/tables";
import type { Locale } from "./locale/locale";

/**
 * Argument of every command and query. Built by app/server/context.server.ts for requests, by the worker for
 * jobs, and by the test harness. `now` is UTC.
 */
export interface Ctx {
  actor: Actor;
  db: Kysely<Tables>;
  now: Date;
  requestId: string;
  /** Locale of the request; messages and formatters use it automatically (locale/locale.server.ts). */
  locale: Locale;
  /** For rate limits and the audit trail; never displayed. */
  clientIp?: string;
  /** Keys of mailed links opened in this browser, by record reference (link-keys.server.ts). */
  linkKeys?: ReadonlyMap<string, string>;
}
