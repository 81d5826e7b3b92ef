import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../core/business/queries.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { webhookDisabled } from "../templates/office/webhook-disabled";

/** Notifies the webhook's creator that it was switched off after days of failed deliveries. */
export const notifyOfDisabledWebhook: Reaction<"webhook.switched-off"> = {
  name: "webhook-switched-off",
  run: async function notifyOfDisabledWebhook(ctx, event, { config }) {
    if (event.data.why !== "failing") return;
    const webhook = await ctx.db
      .selectFrom("webhooks")
      .innerJoin("users", "users.id", "webhooks.userId")
      .select(["url", "email"])
      .where("webhooks.id", "=", event.subjectId)
      .where("disabledAt", "is not", null)
      .executeTakeFirst();
    if (!webhook) return;
    await inLocale(await localeOfRecipient(ctx, webhook.email), async () => {
      const business = await getBusiness(ctx);
      await queueEmail(ctx, {
        kind: "webhook-switched-off",
        trailId: event.id,
        recipient: webhook.email,
        replyTo: business.officeEmail,
        sender: business,
        message: webhookDisabled({
          webhookUrl: webhook.url,
          url: config.publicUrl + localPath("/admin/api"),
        }),
      });
    });
  },
};
