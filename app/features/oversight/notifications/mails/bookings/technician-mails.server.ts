import type { Reaction } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { linkUrl, makeLink } from "../../../../people/accounts/links.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import { technicianInvitation } from "../../templates/technician-invitation";

export const inviteTechnician: Reaction<"technician.invited"> = {
  name: "technician-invitation",
  run: async function inviteTechnician(ctx, event, { config }) {
    const user = await ctx.db
      .selectFrom("users")
      .select(["id", "name", "email", "emailVerified"])
      .where("id", "=", event.data.userId)
      .executeTakeFirst();
    if (!user || user.emailVerified) return;
    const business = await getBusiness(ctx);
    const id = await makeLink(ctx, { purpose: "invitation", userId: user.id, email: user.email });
    const url = linkUrl(config, { purpose: "invitation", id });
    const locale = await localeOfRecipient(ctx, user.email);
    await inLocale(locale, () =>
      queueEmail(ctx, {
        kind: "technician-invitation",
        trailId: event.id,
        recipient: user.email,
        replyTo: business.officeEmail,
        sender: business,
        message: technicianInvitation({ name: user.name, business, url, publicUrl: config.publicUrl }),
        secret: true,
      }),
    );
  },
};
