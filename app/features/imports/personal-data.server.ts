import { type RawBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Person, PersonalData } from "~/platform/personal-data.server";
import "~/platform/jobs/background-jobs-table";

/** Lists that were tried or imported are kept with their work in the background, for some days (docs/decisions/0029-long-work.md). */
export const personalDataOfImports: PersonalData = {
  name: "imports",
  // The work itself is of the platform.
  tables: {},

  /**
   * A list on which the person stands goes whole, with what was told of its rows: taken out of it, the other rows would get
   * other lines. One that waits, or is read at this moment, ends: it would bring the person back.
   */
  async erase(ctx, person) {
    const csv = sql<string>`input ->> 'csv'`;
    const lists = ctx.db
      .updateTable("long_work")
      .where("kind", "in", ["customer-import", "booking-import"])
      .where(names(csv, person));
    await lists
      .where("state", "in", ["waiting", "running"])
      .set({ state: "failed", due_at: null, ended_at: ctx.now, error: m.imports_forgotten() })
      .execute();
    await lists
      .set({
        input: sql`input - 'csv'`,
        result: sql`result || '{"rows": [], "forgotten": true}'`,
      })
      .execute();
  },
};

/** Whether a list says an email or a phone of these, however they are written. Rather one list too many than one too few. */
function names(csv: RawBuilder<string>, { emails, phones }: Pick<Person, "emails" | "phones">) {
  // Of a number here the part that every writing of it has.
  const numbers = phones.map((phone) => phone.replace(/^\+(971)?/, ""));
  const digits = sql`regexp_replace(translate(${csv}, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]', '', 'g')`;
  return sql<boolean>`(
    EXISTS (SELECT FROM unnest(${emails}::text[]) AS email WHERE strpos(lower(${csv}), email) > 0)
    OR EXISTS (SELECT FROM unnest(${numbers}::text[]) AS number WHERE strpos(${digits}, number) > 0))`;
}
