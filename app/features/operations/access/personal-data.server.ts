import { m } from "~/paraglide/messages";
import { entry, line } from "~/platform/documents/report";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import { accessOfProperties } from "./read-access.server";

/** Access details of homes. */
export const personalDataOfAccess: PersonalData = {
  name: "access",
  tables: { access_instructions: "deleted" },

  async collect(ctx, { propertyIds }) {
    const addresses = await ctx.db
      .selectFrom("properties")
      .select(["id", "street"])
      .where("id", "=", anyOf(propertyIds))
      .orderBy("created_at")
      .execute();
    const known = await accessOfProperties(ctx, propertyIds);
    const written = addresses.flatMap(({ id, street }) => {
      const access = known.get(id);
      if (!access || access.version === 0) return [];
      const { version: _, ...rest } = access;
      return [{ street, ...rest }];
    });
    return [
      {
        name: "access",
        data: written,
        title: m.access_title(),
        parts: written.map(({ street, parking, notes, siteContact, sitePhone }) =>
          entry(
            street,
            line(parking),
            line(notes),
            line([siteContact, sitePhone && formatPhone(sitePhone)].filter(Boolean).join(" ")),
          ),
        ),
      },
    ];
  },

  async erase(ctx, { records, propertyIds }) {
    const gone = await ctx.db
      .deleteFrom("access_instructions")
      .where((eb) =>
        eb.or([eb("booking_id", "=", anyOf(records.booking)), eb("property_id", "=", anyOf(propertyIds))]),
      )
      .returning("permit_file_id")
      .execute();
    await releaseFiles(
      ctx,
      gone.flatMap(({ permit_file_id }) => permit_file_id ?? []),
    );
  },

  /** If both properties have details, those of the kept one stay. */
  async merge(ctx, { properties }) {
    for (const { from, to } of properties) {
      await ctx.db
        .updateTable("access_instructions as double")
        .set({ property_id: to })
        .where("property_id", "=", from)
        .where((eb) =>
          eb.or([
            eb("booking_id", "is not", null),
            eb.not(
              eb.exists(
                eb
                  .selectFrom("access_instructions as own")
                  .select("own.id")
                  .where("own.property_id", "=", to)
                  .where("own.booking_id", "is", null),
              ),
            ),
          ]),
        )
        .execute();
      const gone = await ctx.db
        .deleteFrom("access_instructions")
        .where("property_id", "=", from)
        .returning("permit_file_id")
        .execute();
      await releaseFiles(
        ctx,
        gone.flatMap(({ permit_file_id }) => permit_file_id ?? []),
      );
    }
    return {};
  },
};
