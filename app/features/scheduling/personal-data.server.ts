import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { entry, facts, line } from "~/platform/documents/report";
import { isolated } from "~/platform/locale/locale";
import { dated, type PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import "./table";

/** A technician's record is the company's, as of anybody it employs: without the account it stands as before. */
export const personalDataOfScheduling: PersonalData = {
  name: "scheduling",
  tables: { technicians: "kept" },

  async collect(ctx, { userId }) {
    const technician = await ctx.db
      .selectFrom("technicians")
      .select(["id", "name", "email", "phone", "created_at as since"])
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!technician) return [];
    const { id, ...record } = technician;
    const certificates = await ctx.db
      .selectFrom("certificates")
      .select(["name", "number", "expires_on as expiresOn"])
      .where("technician_id", "=", id)
      .orderBy("expires_on")
      .execute();
    const timeOff = await ctx.db
      .selectFrom("time_off")
      .select([sql<Date>`lower(during)`.as("from"), sql<Date | null>`upper(during)`.as("until"), "reason"])
      .where("technician_id", "=", id)
      .orderBy("during")
      .execute();
    const part = entry(
      record.name,
      facts({ [m.account_email()]: record.email, [m.account_phone()]: formatPhone(record.phone) }),
      ...certificates.map(({ name, number, expiresOn }) =>
        line(m.account_certificate({ name: isolated(name), number, date: expiresOn })),
      ),
      ...timeOff.map(({ from, reason }) => dated(from, reason)),
    );
    const data = { ...record, certificates, timeOff };
    return [{ name: "technician", data, title: m.account_technician_record(), parts: [part] }];
  },
};
