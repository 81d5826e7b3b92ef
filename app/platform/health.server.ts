import { Hono } from "hono";
import { type Kysely, sql } from "kysely";
import type { Tables } from "./database/tables";
import { log } from "./log.server";

/** For whatever watches over the process: /healthz, it lives; /readyz, it can serve, as its database answers. */
export function healthApi(db: Kysely<Tables>): Hono {
  const health = new Hono();
  health.get("/healthz", (c) => c.json({ status: "ok" }));
  health.get("/readyz", async (c) => {
    try {
      await sql`SELECT 1`.execute(db);
      return c.json({ status: "ready" });
    } catch (error) {
      log.warn("Not ready: the database does not answer", { error });
      return c.json({ status: "not-ready" }, 503);
    }
  });
  return health;
}
