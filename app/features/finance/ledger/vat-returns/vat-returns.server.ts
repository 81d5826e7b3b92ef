import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { lockClosing, readClosedThrough } from "../journal.server";
import { getVatReturn } from "../queries.server";
import type { VatReturns } from "../views";
import { findCurrentTaxPeriod, findNextReturn } from "./next-return.server";
import { CORRECTION_UP_TO_FILS, disclosureDueOn, returnDueOn } from "./tax-periods";

/** Filed VAT returns and supplies that surfaced after theirs (docs/domain.md, "Ledger"). Money is AED in fils. */

const SHOWN_RETURNS = 12;

export const listVatReturns = query("books.read", async function listVatReturns(ctx): Promise<VatReturns> {
  const today = dubaiDate(ctx.now);
  const next = await findNextReturn(ctx);
  const filed = await ctx.db
    .selectFrom("vatReturns")
    .leftJoin("users", "users.id", "filedBy")
    .select([
      "startsOn as from",
      "endsOn as to",
      "filedOn",
      "paidOn",
      "netFils",
      "vatFils",
      "users.name as filedBy",
    ])
    .orderBy("endsOn", "desc")
    .limit(SHOWN_RETURNS)
    .execute();
  return {
    current: await findCurrentTaxPeriod(ctx),
    next: next && { ...next, dueOn: returnDueOn(next.to), ended: next.to < today },
    filed,
    late: await findLateSupplies(ctx),
  };
});

/**
 * Supplies and corrections of filed tax periods that were posted after their return and count in no filed return yet,
 * by period.
 */
async function findLateSupplies(ctx: Ctx): Promise<VatReturns["late"]> {
  const { rows } = await sql<{
    from: string;
    to: string;
    documents: number;
    netFils: number;
    vatFils: number;
    noticedOn: string;
  }>`
    SELECT starts_on AS from, ends_on AS to, count(*)::int AS documents, sum(net_fils)::bigint AS net_fils, sum(vat_fils)::bigint AS vat_fils,
      min(noticed_on) AS noticed_on
    FROM late_supplies GROUP BY starts_on, ends_on ORDER BY ends_on DESC`.execute(ctx.db);
  if (rows.length === 0) return [];
  const holidays = await ctx.db
    .selectFrom("publicHolidays")
    .select("day")
    .where("day", ">=", rows.map(({ noticedOn }) => noticedOn).sort()[0]!)
    .execute();
  const closedDays = new Set(holidays.map(({ day }) => day));
  return rows.map(({ noticedOn, ...row }) => ({
    ...row,
    discloseBy: row.vatFils > CORRECTION_UP_TO_FILS ? disclosureDueOn(noticedOn, closedDays) : null,
  }));
}

/** Records that the next return was filed with the authority, and closes the books up to its end for good. */
export const fileVatReturn = command(
  "books.close",
  async function fileVatReturn(ctx, { to, filedOn }: { to: string; filedOn: string }) {
    const today = dubaiDate(ctx.now);
    await lockClosing(ctx);
    const next = await findNextReturn(ctx);
    if (next?.to !== to) return refuse("vat-return-changed");
    if (to >= today) return refuse("period-running");
    if (filedOn <= to || filedOn > today) return refuse("vat-return-filed-early");
    const toDisclose = (await findLateSupplies(ctx)).find(({ discloseBy }) => discloseBy !== null);
    if (toDisclose) return refuse("disclosure-required", { from: toDisclose.from, to: toDisclose.to });
    const closed = await readClosedThrough(ctx);
    if (closed === null || closed < to) {
      await ctx.db
        .insertInto("ledgerClosings")
        .values({ closedThrough: to, closedBy: userIdOf(ctx.actor), closedAt: ctx.now })
        .execute();
      await emit(ctx, "books.closed", null, { through: to });
    }
    const { netFils, dueFils } = await getVatReturn(ctx, next);
    await ctx.db
      .insertInto("vatReturns")
      .values({
        startsOn: next.from,
        endsOn: to,
        filedOn,
        netFils,
        vatFils: dueFils,
        filedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await emit(ctx, "books.vat-return-filed", null, { through: to });
    return { ok: true };
  },
);

/** Records the day on which the tax of a filed return was paid; relief for bad debts requires it. */
export const recordVatPayment = command(
  "books.close",
  async function recordVatPayment(ctx, { to, paidOn }: { to: string; paidOn: string }) {
    if (paidOn <= to || paidOn > dubaiDate(ctx.now)) return refuse("vat-return-filed-early");
    const paid = await ctx.db
      .updateTable("vatReturns")
      .set({ paidOn })
      .where("endsOn", "=", to)
      .where("paidOn", "is", null)
      .returning("endsOn")
      .executeTakeFirst();
    if (!paid) return refuse("not-found");
    await emit(ctx, "books.vat-paid", null, { through: to });
    return { ok: true };
  },
);

/**
 * Records a voluntary disclosure of all late supplies of a filed period. They then count in no later return.
 * `reference`: number given by the authority.
 */
export const recordVatDisclosure = command(
  "books.close",
  async function recordVatDisclosure(
    ctx,
    { to, disclosedOn, reference }: { to: string; disclosedOn: string; reference: string },
  ) {
    if (disclosedOn <= to || disclosedOn > dubaiDate(ctx.now)) return refuse("vat-return-filed-early");
    await lockClosing(ctx);
    const { rows } = await sql<{ entryId: number; vatFils: number }>`
      SELECT entry_id, vat_fils FROM late_supplies WHERE ends_on = ${to}`.execute(ctx.db);
    if (rows.length === 0) return refuse("nothing-to-disclose");
    const id = randomUUID();
    const vatFils = rows.reduce((sum, row) => sum + row.vatFils, 0);
    await ctx.db
      .insertInto("vatDisclosures")
      .values({
        id,
        returnEndsOn: to,
        disclosedOn,
        reference,
        vatFils,
        recordedBy: userIdOf(ctx.actor),
        recordedAt: ctx.now,
      })
      .execute();
    await ctx.db
      .insertInto("vatDisclosureEntries")
      .values(rows.map(({ entryId }) => ({ entryId, disclosureId: id })))
      .execute();
    await emit(ctx, "books.vat-disclosed", null, { through: to, fils: vatFils });
    return { ok: true };
  },
);
