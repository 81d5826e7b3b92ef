import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import type { Reaction, ReactionTools, RecordedEvent } from "~/platform/events/reaction.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueMessage } from "~/platform/messaging/messages.server";
import { renderMail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../core/business/queries.server";
import type { ReplyChannel } from "./conversation";
import { localeOfCustomer } from "./customer-locale.server";

/** Kind of the messages and emails that carry what the conversation shows itself. */
export const REPLY_KIND = "conversation-reply";
/** The state then becomes "failed" or "unknown". */
const DEADLINE_SECONDS = 24 * 3600;

/** Queues the reply on the channel that the office chose; another channel would be another answer. */
export const sendReply: Reaction<"inbox.replied"> = { name: "send-conversation-reply", run: sendMessage };

/** Queues a message of the booking flow. */
export const sendFlowMessage: Reaction<"inbox.answered"> = { name: "send-flow-message", run: sendMessage };

async function sendMessage(
  ctx: Ctx,
  { id: trailId, data: { messageId } }: RecordedEvent<"inbox.replied" | "inbox.answered">,
  { config }: ReactionTools,
): Promise<void> {
  const message = await ctx.db
    .updateTable("conversationMessages")
    .from("conversations")
    .set({ trailId })
    .where("conversationMessages.id", "=", messageId)
    .whereRef("conversations.id", "=", "conversationMessages.conversationId")
    .returning(["customerId", "channel", "address", "text", "choices"])
    .executeTakeFirst();
  if (!message?.address) return;
  const { address: recipient, text, choices } = message;
  const channel = message.channel as ReplyChannel;
  const language = await localeOfCustomer(ctx, message.customerId);
  await inLocale(language, async () => {
    const business = await getBusiness(ctx);
    const subject = m.inbox_mail_subject({ business: bidiIsolate(business.name) });
    const mail = renderMail({
      ...{ kind: REPLY_KIND, trailId, recipient, sender: business },
      replyTo: config.inboundMail?.address ?? business.officeEmail,
      message: {
        subject,
        content: {
          ...{ tone: "normal", preview: text.slice(0, 200), heading: subject, facts: [], button: null },
          paragraphs: text.split(/\n+/),
          after: [m.inbox_mail_answer()],
        },
      },
    });
    await queueMessage(ctx, {
      ...{ kind: REPLY_KIND, trailId, mail },
      content: {
        ...{ title: subject, body: text, text, url: null, language },
        isSession: true,
        ...(choices && { choices }),
      },
      route: { startsAt: ctx.now, steps: [{ channel, recipient, seconds: DEADLINE_SECONDS }] },
    });
  });
}
