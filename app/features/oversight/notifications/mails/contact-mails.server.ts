import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { getBusiness } from "../../../core/business/queries.server";
import { officeAddress } from "../../../core/business/read-settings.server";
import "../../../website/contact/contact";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getOpening } from "../../../operations/scheduling/queries.server";
import { alertReaction } from "../alerts/alert.server";
import { takeFromMailBudget } from "../email/mail-budget.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { messageReceived, officeMessage } from "../templates/office/message-sent";

export const confirmMessage: Reaction<"contact.message-sent"> = {
  name: "message-received",
  run: async function confirmMessage(ctx, { id: trailId, subjectId }, { config }) {
    const message = await findMessage(ctx, subjectId);
    if (!message) return;
    if (!(await takeFromMailBudget(ctx, config, { email: message.email, trailId, about: "answer" }))) return;
    await inLocale(await localeOfRecipient(ctx, message.email, message.language), async () => {
      const business = await getBusiness(ctx);
      await queueEmail(ctx, {
        kind: "message-received",
        trailId,
        recipient: message.email,
        replyTo: business.officeEmail,
        sender: business,
        message: messageReceived(message, business, await getOpening(ctx)),
      });
    });
  },
};

/** Replies go to the sender of the message. */
export const forwardMessage = alertReaction<"contact.message-sent">(
  "office-message",
  async (ctx, { subjectId }, { config }, use) => {
    const message = await findMessage(ctx, subjectId);
    if (!message) return;
    const sender = await getBusiness(ctx);
    await use({
      ...{ recipient: await officeAddress(ctx, "messages"), replyTo: message.email, sender },
      message: officeMessage(message, sender),
      stream: "",
      url: config.publicUrl + localPath(`/admin/inbox/${message.id}`),
      listUrl: config.publicUrl + localPath("/admin/inbox"),
    });
  },
);

/** Null after deletion with the sender's account. */
async function findMessage(ctx: Ctx, id: string) {
  return await ctx.db
    .selectFrom("contactMessages")
    .leftJoin("customers", "customers.userId", "contactMessages.userId")
    .selectAll("contactMessages")
    .select("company")
    .where("contactMessages.id", "=", id)
    .executeTakeFirst();
}
