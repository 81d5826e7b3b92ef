import { inLocale } from "~/platform/locale/locale.server";
import { renderMail } from "~/platform/messaging/queue-email.server";
import type { PersonalData } from "~/platform/personal-data.server";
import { getBusiness } from "../../core/business/queries.server";
import { localeOfRecipient } from "./email/recipient-locale.server";
import { accountDeleted } from "./templates/account";

/** Sent emails are erased with the traces of a person. */
export const personalDataOfNotifications: PersonalData = {
  name: "notifications",
  tables: { weeklySummaries: "cascades" },

  async writeFarewell(ctx, { userId, email }) {
    const business = await getBusiness(ctx);
    const { name } = await ctx.db
      .selectFrom("users")
      .select("name")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return inLocale(await localeOfRecipient(ctx, email), () =>
      renderMail({
        kind: "account-deleted",
        // No link to the audit log, so that nothing refers to the erased person.
        trailId: null,
        recipient: email,
        replyTo: business.officeEmail,
        sender: business,
        message: accountDeleted({ name, business }),
      }),
    );
  },
};
