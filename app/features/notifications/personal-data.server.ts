import { inLocale } from "~/platform/locale/locale.server";
import type { PersonalData } from "~/platform/personal-data.server";
import "~/platform/auth/auth-table";
import { getBusiness } from "../business/queries.server";
import { asMail } from "./email/queue-email.server";
import { localeOfRecipient } from "./email/recipient-locale.server";
import { accountDeleted } from "./templates/account";
import "./table";

/** What was sent is among the traces. */
export const personalDataOfNotifications: PersonalData = {
  name: "notifications",
  tables: { weekly_summaries: "cascades" },

  async writeFarewell(ctx, { userId, email }) {
    const business = await getBusiness(ctx);
    const { name } = await ctx.db
      .selectFrom("users")
      .select("name")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return inLocale(await localeOfRecipient(ctx, email), () =>
      asMail({
        kind: "account-deleted",
        // Nothing leads from what happened to the person any more.
        trailId: null,
        recipient: email,
        replyTo: business.officeEmail,
        business,
        message: accountDeleted({ name, business }),
      }),
    );
  },
};
