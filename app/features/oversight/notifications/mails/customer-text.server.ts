import type { Ctx } from "~/platform/context";
import { currentLocale } from "~/platform/locale/locale";
import { type DigestKind, findOpenDigest } from "~/platform/mail/mail.server";
import type { Message, Sender } from "~/platform/messaging/message";
import { queueMessage, replaceByMail } from "~/platform/messaging/messages.server";
import { type EventMail, renderForDigest, renderMail } from "~/platform/messaging/queue-email.server";
import type { Route } from "~/platform/messaging/routing";
import { messageContent } from "~/platform/messaging/text-message";
import { addMinutes } from "~/platform/time";

/** Time in which further messages of a summary are collected, in minutes. */
const GATHER_MIN = 0.1;

interface CustomerText {
  kind: string;
  trailId: number;
  phone: string;
  route: Route;
  message: Message;
  sender: Sender;
  url: string;
  /** Start of the visit that the text names. */
  visitStartsAt?: Date;
  /** Null without an email address. */
  mail: EventMail | null;
  /** Summary of several events, which is an email because a text has room for one link. Null: always a text. */
  digest: DigestKind | null;
}

/** In the recipient's language. Returns false if the event belongs to an email of several events. */
export async function queueCustomerText(
  ctx: Ctx,
  { kind, trailId, phone, route, message, sender, url, visitStartsAt, mail, digest }: CustomerText,
): Promise<boolean> {
  const text = {
    kind,
    trailId,
    content: {
      ...messageContent(message, { sender, url, language: currentLocale() }),
      ...(visitStartsAt && { visitStartsAt: visitStartsAt.toISOString() }),
    },
    route,
  };
  if (!mail) await queueMessage(ctx, text);
  else if (!digest) await queueMessage(ctx, { ...text, mail: renderMail(mail) });
  else {
    const isSummary =
      (await findOpenDigest(ctx, { recipient: mail.recipient, digest })) !== null ||
      (await replaceByMail(ctx, { kind, recipient: phone }));
    if (isSummary) return false;
    const gathered = addMinutes(ctx.now, GATHER_MIN);
    const startsAt = route.startsAt > gathered ? route.startsAt : gathered;
    await queueMessage(ctx, {
      ...text,
      route: { ...route, startsAt },
      mail: renderForDigest(digest, mail),
    });
  }
  return true;
}
