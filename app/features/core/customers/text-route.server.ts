import type { Ctx } from "~/platform/context";
import { listOptOuts } from "~/platform/messaging/messages.server";
import {
  type ChannelConfig,
  configuredChannels,
} from "~/platform/messaging/providers/channel-providers.server";
import { type Route, routeMessage } from "~/platform/messaging/routing";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { readSettings } from "../business/read-settings.server";
import { type Settings, textOrders } from "../business/settings";
import { findChannelChoice } from "./channel-choice.server";

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
  config: ChannelConfig,
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

/** True if a reminder about money has a channel to the customer. */
export async function canRemindOfMoney(
  ctx: Ctx,
  customer: Pick<Addressee, "customerId" | "email" | "phone">,
  config: ChannelConfig,
): Promise<boolean> {
  if (customer.email) return true;
  return (await routeByText(ctx, { ...customer, topic: "money", urgency: "service" }, config)) !== null;
}

/** "09:00". */
function clockHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
