import { getCookie, setCookie } from "hono/cookie";
import { type Kysely, sql } from "kysely";
import { keyIdOf } from "../auth/actor";
import { may } from "../auth/permissions";
import type { Tables } from "../database/tables";
import { log } from "../log.server";
import type { Call } from "./endpoint.server";
import { MAX_LAG_SECONDS, type ReplicaReads } from "./replica.server";

/**
 * A replica that is used has replayed all earlier writes, so that their position is not needed. Twice the limit,
 * because clocks of machines differ.
 */
const POSITION_SECONDS = 2 * MAX_LAG_SECONDS;

const COOKIE = "write_position";
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;
const UNKNOWN = "unknown";

/** The database from which an endpoint row with `reads` is answered. Null: the primary. */
export async function findReplicaDb(c: Call, reads: ReplicaReads): Promise<Kysely<Tables> | null> {
  const replica = c.get("replica");
  if (!replica) return null;
  if (reads === "replica") return replica.findDb(null);
  const position = getCookie(c, COOKIE);
  // Calls with an API key have no cookie, so the position of their last write is unknown.
  if (keyIdOf(c.get("ctx").actor) || (position !== undefined && !POSITION.test(position))) {
    replica.skip();
    return null;
  }
  return replica.findDb(position ?? null);
}

/** After a change by the office: sets the cookie with the WAL position that its next reads need. */
export async function setWritePosition(c: Call): Promise<void> {
  const { actor, db } = c.get("ctx");
  if (!c.get("replica") || ["GET", "HEAD"].includes(c.req.method) || !c.res.ok) return;
  if (keyIdOf(actor) || !may(actor, "office.enter")) return;
  setCookie(c, COOKIE, await readPosition(db), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: c.get("config").publicUrl.startsWith("https:"),
    maxAge: POSITION_SECONDS,
  });
}

/** The change is made already, so a failure must not fail the call. */
async function readPosition(db: Kysely<Tables>): Promise<string> {
  try {
    const { rows } = await sql<{ position: string }>`SELECT pg_current_wal_lsn()::text AS position`.execute(
      db,
    );
    return rows[0]!.position;
  } catch (error) {
    log.warn("write-position-unknown", "The position of a change is unknown; the primary answers", { error });
    return UNKNOWN;
  }
}
