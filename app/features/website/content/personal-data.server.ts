import { m } from "~/paraglide/messages";
import { entry, line } from "~/platform/documents/report";
import { anonymizeTrail } from "~/platform/events/trail.server";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { PersonalData } from "~/platform/personal-data.server";

/** Published photos of homes are deleted with the customer's data. */
export const personalDataOfContent: PersonalData = {
  name: "content",
  tables: { portfolioItems: "deleted" },

  async collect(ctx, { userId }) {
    const portfolioItems = await ctx.db
      .selectFrom("portfolioItems")
      .innerJoin("bookings", "bookings.id", "portfolioItems.bookingId")
      .select(["reference", "title", "consent"])
      .where("bookings.userId", "=", userId)
      .execute();
    return [
      {
        name: "shown-work",
        data: portfolioItems,
        title: m.account_shown_work(),
        parts: portfolioItems.map(({ reference, title, consent }) =>
          entry(reference, line(title), line(consent ?? "")),
        ),
      },
    ];
  },

  async erase(ctx, { userId, records }) {
    const deletedItems = await ctx.db
      .deleteFrom("portfolioItems")
      .where("bookingId", "=", anyOf(records.booking))
      .returning(["id", "beforeFileId", "afterFileId"])
      .execute();
    const files = deletedItems.flatMap(({ beforeFileId, afterFileId }) => [beforeFileId, afterFileId]);
    await releaseFiles(
      ctx,
      files.filter((id) => id !== null),
    );
    await anonymizeTrail(ctx, {
      userId,
      records: [{ type: "portfolio-item", ids: deletedItems.map(({ id }) => id) }],
    });
  },
};
