import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addDays, dubaiDate } from "~/platform/time";
import { PAPER_WARNING_DAYS } from "./entry";
import "./table";

/** So many days before a paper ends the office is told a second time. */
const LAST_WARNING_DAYS = 7;

/**
 * Has the office told of papers that end, 30 and 7 days before their last one. Each end is told of once by either: of two workers the
 * second finds it written down.
 */
export async function warnOfEndingPapers(ctx: Ctx): Promise<void> {
  const today = dubaiDate(ctx.now);
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ certificate_id: string; days: number }>`
      INSERT INTO company_certificate_warnings (certificate_id, ends_on, days)
      SELECT id, expires_on, CASE WHEN expires_on <= ${addDays(today, LAST_WARNING_DAYS)} THEN ${LAST_WARNING_DAYS}::int ELSE ${PAPER_WARNING_DAYS}::int END
      FROM company_certificates WHERE expires_on BETWEEN ${today} AND ${addDays(today, PAPER_WARNING_DAYS)}
      ON CONFLICT DO NOTHING RETURNING certificate_id, days`.execute(ctx.db);
    for (const { certificate_id, days } of rows) {
      await emit(ctx, "content.ending", certificate_id, { days }, { subjectType: "paper" });
    }
  });
}

/** How many papers end soon or have ended on the website, and the first of them; null: none. What was taken off and is over is history. */
export const findEndingPapers = query(
  "settings.manage",
  async (ctx): Promise<{ count: number; first: { title: string; expiresOn: string } | null }> => {
    const today = dubaiDate(ctx.now);
    const rows = await ctx.db
      .selectFrom("company_certificates")
      .select(["title", "expires_on"])
      .where("expires_on", "<=", addDays(today, PAPER_WARNING_DAYS))
      .where((eb) => eb.or([eb("published", "=", true), eb("expires_on", ">=", today)]))
      .orderBy("expires_on")
      .orderBy("id")
      .execute();
    const [first] = rows;
    return {
      count: rows.length,
      first: first ? { title: first.title, expiresOn: first.expires_on! } : null,
    };
  },
);
