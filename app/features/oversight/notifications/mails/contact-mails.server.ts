import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import { getBusiness } from "../../../core/business/queries.server";
import { officeAddress } from "../../../core/business/read-settings.server";
import "../../../website/contact/contact";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getOpening } from "../../../operations/scheduling/queries.server";
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
export const forwardMessage: Reaction<"contact.message-sent"> = {
  name: "office-message",
  run: async function forwardMessage(ctx, { id: trailId, subjectId }) {
    const message = await findMessage(ctx, subjectId);
    if (!message) return;
    const business = await getBusiness(ctx);
    await queueEmail(ctx, {
      kind: "office-message",
      trailId,
      recipient: await officeAddress(ctx, "messages"),
      replyTo: message.email,
      sender: business,
      message: officeMessage(message, business),
    });
  },
};

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
