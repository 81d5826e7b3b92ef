import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { readClosedThrough } from "./journal.server";

/**
 * Closes the books up to a past month end; permanent. The advisory lock waits for postings in progress, so
 * that none lands in the closed period.
 */
export const closeBooks = command("books.close", async function closeBooks(ctx, through: string) {
  if (through >= dubaiDate(ctx.now)) return refuse("period-running");
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger closing', 0))`.execute(ctx.db);
  const closed = await readClosedThrough(ctx);
  if (closed !== null && closed >= through) return refuse("period-closed", { through: closed });
  await ctx.db
    .insertInto("ledgerClosings")
    .values({ closedThrough: through, closedBy: userIdOf(ctx.actor), closedAt: ctx.now })
    .execute();
  await emit(ctx, "books.closed", null, { through });
  return { ok: true };
});
