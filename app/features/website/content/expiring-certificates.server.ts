import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { addDays, dubaiDate } from "~/platform/time";
import { CERTIFICATE_WARNING_DAYS_AHEAD } from "./content-entry";

/** Days before expiry of the second warning. */
const LAST_WARNING_DAYS = 7;

/** Warns the office 30 and 7 days before a certificate expires, once each, also with concurrent workers. */
export async function warnOfExpiringCertificates(ctx: Ctx): Promise<void> {
  const today = dubaiDate(ctx.now);
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ certificateId: string; daysBefore: number }>`
      INSERT INTO company_certificate_warnings (certificate_id, expires_on, days_before)
      SELECT id, expires_on, CASE WHEN expires_on <= ${addDays(today, LAST_WARNING_DAYS)} THEN ${LAST_WARNING_DAYS}::int ELSE ${CERTIFICATE_WARNING_DAYS_AHEAD}::int END
      FROM company_certificates WHERE expires_on BETWEEN ${today} AND ${addDays(today, CERTIFICATE_WARNING_DAYS_AHEAD)}
      ON CONFLICT DO NOTHING RETURNING certificate_id, days_before`.execute(ctx.db);
    for (const { certificateId, daysBefore: days } of rows) {
      await emit(ctx, "content.expiring", certificateId, { days }, { subjectType: "company-certificate" });
    }
  });
}

/**
 * Number of certificates that expire soon, or have expired while public, and the first of them; null if none.
 */
export const findExpiringCertificates = query(
  "settings.manage",
  async function findExpiringCertificates(
    ctx,
  ): Promise<{ count: number; first: { title: string; expiresOn: string } | null }> {
    const today = dubaiDate(ctx.now);
    const rows = await ctx.db
      .selectFrom("companyCertificates")
      .select(["title", "expiresOn"])
      .where("expiresOn", "<=", addDays(today, CERTIFICATE_WARNING_DAYS_AHEAD))
      .where((eb) => eb.or([eb("published", "=", true), eb("expiresOn", ">=", today)]))
      .orderBy("expiresOn")
      .orderBy("id")
      .execute();
    const [first] = rows;
    return {
      count: rows.length,
      first: first ? { title: first.title, expiresOn: first.expiresOn! } : null,
    };
  },
);
