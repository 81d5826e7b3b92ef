import { m } from "~/paraglide/messages";
import { entry, line } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import { accessOfProperties } from "./read-access.server";
import { releasePermits } from "./write-access.server";

/** Access details of homes. */
export const personalDataOfAccess: PersonalData = {
  name: "access",
  tables: { accessInstructions: "deleted" },

  async collect(ctx, { propertyIds }) {
    const addresses = await ctx.db
      .selectFrom("properties")
      .select(["id", "street"])
      .where("id", "=", anyOf(propertyIds))
      .orderBy("createdAt")
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
      .deleteFrom("accessInstructions")
      .where((eb) =>
        eb.or([eb("bookingId", "=", anyOf(records.booking)), eb("propertyId", "=", anyOf(propertyIds))]),
      )
      .returning(["id", "permitFileId"])
      .execute();
    await releasePermits(ctx, gone);
  },

  /** If both properties have details, those of the kept one stay. */
  async merge(ctx, { properties }) {
    for (const { from, to } of properties) {
      await ctx.db
        .updateTable("accessInstructions as double")
        .set({ propertyId: to })
        .where("propertyId", "=", from)
        .where((eb) =>
          eb.or([
            eb("bookingId", "is not", null),
            eb.not(
              eb.exists(
                eb
                  .selectFrom("accessInstructions as own")
                  .select("own.id")
                  .where("own.propertyId", "=", to)
                  .where("own.bookingId", "is", null),
              ),
            ),
          ]),
        )
        .execute();
      const gone = await ctx.db
        .deleteFrom("accessInstructions")
        .where("propertyId", "=", from)
        .returning(["id", "permitFileId"])
        .execute();
      await releasePermits(ctx, gone);
    }
    return {};
  },
};
