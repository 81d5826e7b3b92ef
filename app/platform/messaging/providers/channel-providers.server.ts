import type { Config } from "../../config.server";
import { openFileStore } from "../../files/file-store.server";
import type { Channel, ChannelProviders, TextChannel } from "../channel";
import { twilioProvider } from "./twilio.server";
import { whatsappProvider } from "./whatsapp.server";

/** Settings that decide which channels are configured. */
export type ChannelConfig = Pick<Config, "twilio" | "whatsapp">;

/** The configured services, by channel. */
export function channelProviders(config: Config): ChannelProviders {
  const { twilio, whatsapp } = config;
  return {
    ...(twilio && { sms: twilioProvider(twilio, config) }),
    ...(whatsapp && { whatsapp: whatsappProvider(whatsapp, openFileStore(config)) }),
  };
}

export function configuredChannels(config: ChannelConfig): Channel[] {
  return [...configuredTextChannels(config), "email"];
}

export function configuredTextChannels(config: ChannelConfig): TextChannel[] {
  return [...(config.whatsapp ? ["whatsapp" as const] : []), ...(config.twilio ? ["sms" as const] : [])];
}
