import type { Config } from "../../config.server";
import type { Channel, ChannelProviders } from "../channel";
import { twilioProvider } from "./twilio.server";

/** The configured services, by channel. */
export function channelProviders(config: Config): ChannelProviders {
  const { twilio } = config;
  return { ...(twilio && { sms: twilioProvider(twilio, config) }) };
}

export function configuredChannels(config: Pick<Config, "twilio">): Channel[] {
  return [...(config.twilio ? ["sms" as const] : []), "email"];
}
