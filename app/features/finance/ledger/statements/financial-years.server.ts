import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import type { FinancialYear } from "../../../core/business/financial-year";
import { lockClosing, readClosedThrough } from "../journal.server";
import type { FinancialYears } from "../views";
import { corporateTaxDueOn, nextFinancialYear } from "./financial-years";
import { readLastMonth, readProfit } from "./statements.server";

const SHOWN_YEARS = 10;

/** Year to close next. Null without postings. */
export async function findNextYear(ctx: Ctx): Promise<FinancialYear | null> {
  return findYearAfterClosed(ctx, await readLastMonth(ctx));
}

async function findYearAfterClosed(ctx: Ctx, lastMonth: number): Promise<FinancialYear | null> {
  const { rows } = await sql<{ closedThrough: string | null; firstPosting: string | null }>`
    SELECT (SELECT max(ends_on) FROM financial_years) AS closed_through, (SELECT min(day) FROM ledger_days) AS first_posting`.execute(
    ctx.db,
  );
  const { closedThrough = null, firstPosting = null } = rows[0] ?? {};
  if (firstPosting === null) return null;
  return nextFinancialYear(lastMonth, { closedThrough, firstPosting });
}

export const listFinancialYears = query(
  "books.read",
  async function listFinancialYears(ctx): Promise<FinancialYears> {
    const lastMonth = await readLastMonth(ctx);
    const next = await findYearAfterClosed(ctx, lastMonth);
    const closed = await ctx.db
      .selectFrom("financialYears")
      .leftJoin("users", "users.id", "closedBy")
      .select(["startsOn as from", "endsOn as to", "profitFils", "users.name as closedBy", "closedAt"])
      .orderBy("endsOn", "desc")
      .limit(SHOWN_YEARS)
      .execute();
    return {
      lastMonth,
      next: next && {
        ...next,
        corporateTaxDueOn: corporateTaxDueOn(next.to),
        ended: next.to < dubaiDate(ctx.now),
        monthsClosed: ((await readClosedThrough(ctx)) ?? "") >= next.to,
      },
      closed: closed.map(({ closedAt, ...year }) => ({ ...year, closedAt: closedAt.toISOString() })),
    };
  },
);

/**
 * Closes a financial year for good: its profit or loss is posted to retained earnings on the first day of the next year,
 * and no entry of the year is accepted any more. `to`: last day of the year that the user saw.
 */
export const closeFinancialYear = command(
  "books.close",
  async function closeFinancialYear(ctx, { to }: { to: string }) {
    await lockClosing(ctx);
    const next = await findNextYear(ctx);
    if (next?.to !== to) return refuse("financial-year-changed");
    if (to >= dubaiDate(ctx.now)) return refuse("financial-year-running");
    const closedThrough = await readClosedThrough(ctx);
    if (closedThrough === null || closedThrough < to) return refuse("months-open", { through: to });
    await ctx.db
      .insertInto("financialYears")
      .values({
        id: randomUUID(),
        startsOn: next.from,
        endsOn: to,
        profitFils: await readProfit(ctx, next),
        closedBy: userIdOf(ctx.actor),
        closedAt: ctx.now,
      })
      .execute();
    await emit(ctx, "books.year-closed", null, { through: to });
    return { ok: true };
  },
);
