import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { entry, facts, line } from "~/platform/documents/report";
import { bidiIsolate } from "~/platform/locale/locale";
import { datedLine, type PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";

/**
 * Employment records belong to the company and survive the account; the picture and the consent to appear on
 * the website are erased.
 */
export const personalDataOfScheduling: PersonalData = {
  name: "scheduling",
  tables: { technicians: "retained", technicianPictures: "deleted" },

  async collect(ctx, { userId }) {
    const technician = await ctx.db
      .selectFrom("technicians")
      .select(["id", "name", "email", "phone", "createdAt as since", "websiteConsentAt"])
      .where("userId", "=", userId)
      .executeTakeFirst();
    if (!technician) return [];
    const { id, ...record } = technician;
    const certificates = await ctx.db
      .selectFrom("certificates")
      .select(["name", "number", "expiresOn"])
      .where("technicianId", "=", id)
      .orderBy("expiresOn")
      .execute();
    const timeOff = await ctx.db
      .selectFrom("timeOff")
      .select([sql<Date>`lower(during)`.as("from"), sql<Date | null>`upper(during)`.as("until"), "reason"])
      .where("technicianId", "=", id)
      .orderBy("during")
      .execute();
    const picture = await ctx.db
      .selectFrom("technicianPictures")
      .select(["createdAt", "large"])
      .where("technicianId", "=", id)
      .executeTakeFirst();
    const part = entry(
      record.name,
      facts({ [m.account_email()]: record.email, [m.account_phone()]: formatPhone(record.phone) }),
      ...certificates.map(({ name, number, expiresOn }) =>
        line(m.account_certificate({ name: bidiIsolate(name), number, date: expiresOn })),
      ),
      ...timeOff.map(({ from, reason }) => datedLine(from, reason)),
      ...(record.websiteConsentAt ? [datedLine(record.websiteConsentAt, m.account_website_consent())] : []),
      ...(picture ? [datedLine(picture.createdAt, m.account_picture())] : []),
    );
    const data = {
      ...record,
      certificates,
      timeOff,
      picture: picture && { createdAt: picture.createdAt, webp: picture.large.toString("base64") },
    };
    return [{ name: "technician", data, title: m.account_technician_record(), parts: [part] }];
  },

  async erase(ctx, { userId }) {
    await ctx.db
      .updateTable("technicians")
      .set({ websiteConsentAt: null })
      .where("userId", "=", userId)
      .where("websiteConsentAt", "is not", null)
      .execute();
    await ctx.db
      .deleteFrom("technicianPictures")
      .where("technicianId", "in", (eb) =>
        eb.selectFrom("technicians").select("id").where("userId", "=", userId),
      )
      .execute();
  },
};
