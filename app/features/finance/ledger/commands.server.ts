import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockClosing, readClosedThrough } from "./journal.server";
import { findNextReturn } from "./vat-returns/next-return.server";

/**
 * Closes the books up to a past month end; permanent. The last month of a tax period is closed by its return, so that
 * late supplies count in the earliest return that is not filed.
 */
export const closeBooks = command("books.close", async function closeBooks(ctx, through: string) {
  if (through >= dubaiDate(ctx.now)) return refuse("period-running");
  await lockClosing(ctx);
  const closed = await readClosedThrough(ctx);
  if (closed !== null && closed >= through) return refuse("period-closed", { through: closed });
  const next = await findNextReturn(ctx);
  if (next && through >= next.to) return refuse("vat-return-first", next);
  await ctx.db
    .insertInto("ledgerClosings")
    .values({ closedThrough: through, closedBy: userIdOf(ctx.actor), closedAt: ctx.now })
    .execute();
  await emit(ctx, "books.closed", null, { through });
  return { ok: true };
});
