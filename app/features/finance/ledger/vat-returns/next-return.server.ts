import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { nextTaxPeriod, type TaxPeriod, taxPeriodOf } from "./tax-periods";

/** Tax period of today. Null without tax periods. */
export async function findCurrentTaxPeriod(ctx: Ctx): Promise<TaxPeriod | null> {
  const { taxPeriods } = (await readSettings(ctx, "money")).values;
  return taxPeriods === "none" ? null : taxPeriodOf(dubaiDate(ctx.now), taxPeriods);
}

/**
 * Tax period of the return to file next. Null without tax periods. Entries without VAT, such as opening balances, belong to
 * no return: those of the former books were filed there.
 */
export async function findNextReturn(ctx: Ctx): Promise<TaxPeriod | null> {
  const { taxPeriods } = (await readSettings(ctx, "money")).values;
  if (taxPeriods === "none") return null;
  const { rows } = await sql<{ filedThrough: string | null; firstPosting: string | null }>`
    SELECT (SELECT max(ends_on) FROM vat_returns) AS filed_through, (SELECT min(day) FROM ledger_days WHERE vat <> '') AS first_posting`.execute(
    ctx.db,
  );
  const { filedThrough = null, firstPosting = null } = rows[0] ?? {};
  return nextTaxPeriod(taxPeriods, { filedThrough, firstPosting: firstPosting ?? dubaiDate(ctx.now) });
}
