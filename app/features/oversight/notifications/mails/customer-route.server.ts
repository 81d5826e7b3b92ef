import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { currentLocale } from "~/platform/locale/locale";
import { type DigestKind, findOpenDigest } from "~/platform/mail/mail.server";
import type { Message, Sender } from "~/platform/messaging/message";
import { listOptOuts, queueMessage, replaceByMail } from "~/platform/messaging/messages.server";
import { configuredChannels } from "~/platform/messaging/providers/channel-providers.server";
import { type EventMail, renderForDigest, renderMail } from "~/platform/messaging/queue-email.server";
import { type Route, routeMessage } from "~/platform/messaging/routing";
import { messageContent } from "~/platform/messaging/text-message";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { addMinutes } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { type Settings, textOrders } from "../../../core/business/settings";
import { findChannelChoice } from "../../../core/customers/channel-choice.server";

/** Kind of message whose text channels the settings order. */
export type TextTopic = Exclude<keyof Settings["channels"], "quietFrom" | "quietUntil" | "whatsappBooking">;

interface Addressee {
  customerId: string;
  email: string | null;
  phone: string | null;
  topic: TextTopic;
  urgency: "service" | "visit";
}

/**
 * Channels of a service message that begin with a text; null for email alone, or for no channel at all. A customer with an
 * email address gets texts only by choice; one without is reached by the office's order.
 */
export async function routeByText(
  ctx: Ctx,
  { customerId, email, phone, topic, urgency }: Addressee,
  config: Config,
): Promise<Route | null> {
  const configured = configuredChannels(config);
  if (!phone || !mayHaveWhatsapp(phone) || configured.every((channel) => channel === "email")) return null;
  const preferred = await findChannelChoice(ctx, customerId);
  if (email && (preferred ?? "email") === "email") return null;
  const { values } = await readSettings(ctx, "channels");
  const route = routeMessage({
    urgency,
    addresses: { whatsapp: phone, sms: phone, ...(email && { email }) },
    optedOut: await listOptOuts(ctx.db, phone),
    marketingConsent: false,
    preferred,
    configured,
    allowed: [...textOrders[values[topic]], "email"],
    now: ctx.now,
    quietHours: { from: clockHour(values.quietFrom), until: clockHour(values.quietUntil) },
  });
  const [first] = route.steps;
  return first && first.channel !== "email" ? route : null;
}

/** "09:00". */
function clockHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

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
  /** Null without an email address. */
  mail: EventMail | null;
  /** Summary of several events, which is an email because a text has room for one link. Null: always a text. */
  digest: DigestKind | null;
}

/** In the recipient's language. Returns false if the event belongs to an email of several events. */
export async function queueCustomerText(
  ctx: Ctx,
  { kind, trailId, phone, route, message, sender, url, mail, digest }: CustomerText,
): Promise<boolean> {
  const text = {
    kind,
    trailId,
    content: messageContent(message, { sender, url, language: currentLocale() }),
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
