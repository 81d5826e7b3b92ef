import { type RawBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Person, PersonalData } from "~/platform/personal-data.server";

/** Lists are stored with their background job for some days (docs/domain.md, "Imports"). */
export const personalDataOfImports: PersonalData = {
  name: "imports",
  // The job's table belongs to the platform.
  tables: {},

  /**
   * A list that names the person is deleted whole, because removing a row would shift the line numbers in its
   * results. A waiting or running import ends, because it would create the person again.
   */
  async erase(ctx, person) {
    const csv = sql<string>`input ->> 'csv'`;
    const lists = ctx.db
      .updateTable("backgroundJobs")
      .where("kind", "in", ["customer-import", "booking-import"])
      .where(names(csv, person));
    await lists
      .where("state", "in", ["waiting", "running"])
      .set({ state: "failed", dueAt: null, endedAt: ctx.now, error: m.imports_erased() })
      .execute();
    await lists
      .set({
        input: sql`input - 'csv'`,
        result: sql`result || '{"rows": [], "forgotten": true}'`,
      })
      .execute();
  },
};

/** SQL: the list contains an email or phone in any format. False positives are preferred to misses. */
function names(csv: RawBuilder<string>, { emails, phones }: Pick<Person, "emails" | "phones">) {
  // Local digits, which every format of a UAE number contains.
  const numbers = phones.map((phone) => phone.replace(/^\+(971)?/, ""));
  const digits = sql`regexp_replace(translate(${csv}, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]', '', 'g')`;
  return sql<boolean>`(
    EXISTS (SELECT FROM unnest(${emails}::text[]) AS email WHERE strpos(lower(${csv}), email) > 0)
    OR EXISTS (SELECT FROM unnest(${numbers}::text[]) AS number WHERE strpos(${digits}, number) > 0))`;
}
