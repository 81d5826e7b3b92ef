import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { entry, facts, line } from "~/platform/documents/report";
import { bidiIsolate } from "~/platform/locale/locale";
import { datedLine, type PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";

/** Employment records belong to the company and survive the account; the picture is erased. */
export const personalDataOfScheduling: PersonalData = {
  name: "scheduling",
  tables: { technicians: "retained", technician_pictures: "deleted" },

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
    const picture = await ctx.db
      .selectFrom("technician_pictures")
      .select(["created_at", "large"])
      .where("technician_id", "=", id)
      .executeTakeFirst();
    const part = entry(
      record.name,
      facts({ [m.account_email()]: record.email, [m.account_phone()]: formatPhone(record.phone) }),
      ...certificates.map(({ name, number, expiresOn }) =>
        line(m.account_certificate({ name: bidiIsolate(name), number, date: expiresOn })),
      ),
      ...timeOff.map(({ from, reason }) => datedLine(from, reason)),
      ...(picture ? [datedLine(picture.created_at, m.account_picture())] : []),
    );
    const data = {
      ...record,
      certificates,
      timeOff,
      picture: picture && { createdAt: picture.created_at, webp: picture.large.toString("base64") },
    };
    return [{ name: "technician", data, title: m.account_technician_record(), parts: [part] }];
  },

  async erase(ctx, { userId }) {
    await ctx.db
      .deleteFrom("technician_pictures")
      .where("technician_id", "in", (eb) =>
        eb.selectFrom("technicians").select("id").where("user_id", "=", userId),
      )
      .execute();
  },
};
