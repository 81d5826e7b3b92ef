import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { listOptOuts } from "~/platform/messaging/messages.server";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { type ReplyChannel, replyChannels, whatsappWindowEnd } from "./conversation";
import type { ConversationDetail } from "./views";

/** Email is always configured. */
export type ReplyProviders = Pick<Config, "whatsapp" | "twilio">;

/** Replies go to the address of the latest message on the channel, otherwise to that of the customer. */
export async function listReplyChannels(
  ctx: Ctx,
  { whatsapp, twilio }: ReplyProviders,
  conversation: { id: string; phone: string | null; email: string | null },
): Promise<ConversationDetail["replyChannels"]> {
  const latest = await ctx.db
    .selectFrom("conversationMessages")
    .select(["channel", "address", "sentAt"])
    .distinctOn("channel")
    .where("conversationId", "=", conversation.id)
    .where("direction", "=", "received")
    .orderBy("channel")
    .orderBy("sentAt", "desc")
    .execute();
  const lastBy = (...channels: string[]) =>
    latest
      .filter(({ channel }) => channel !== null && channels.includes(channel))
      .sort((one, other) => other.sentAt.getTime() - one.sentAt.getTime())[0];
  const mobile = conversation.phone && mayHaveWhatsapp(conversation.phone) ? conversation.phone : null;
  const addresses: Record<ReplyChannel, string | null | undefined> = {
    whatsapp: whatsapp && (lastBy("whatsapp")?.address ?? mobile),
    sms: twilio && (lastBy("sms")?.address ?? mobile),
    email: lastBy("email", "form", "contract")?.address ?? conversation.email,
  };
  const receivedAt = (channel: ReplyChannel) => lastBy(channel)?.sentAt.getTime() ?? 0;
  const options = await Promise.all(
    replyChannels.map(async (channel) => {
      const address = addresses[channel];
      if (!address) return [];
      const isOptedOut =
        channel !== "email" && (await listOptOuts(ctx.db, address)).some((closed) => closed === channel);
      const windowEnd = channel === "whatsapp" ? whatsappWindowEnd(lastBy("whatsapp")?.sentAt ?? null) : null;
      return [{ channel, address, isOptedOut, windowEndsAt: windowEnd?.toISOString() ?? null }];
    }),
  );
  return options.flat().sort((one, other) => receivedAt(other.channel) - receivedAt(one.channel));
}
