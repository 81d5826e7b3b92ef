import type { Config } from "../../config.server";
import { openFileStore } from "../../files/file-store.server";
import type { Channel, ChannelProviders, TextChannel } from "../channel";
import { twilioProvider } from "./twilio.server";
import { unifonicProvider } from "./unifonic.server";
import { whatsappProvider } from "./whatsapp.server";

/** Settings that decide which channels are configured. */
export type ChannelConfig = Pick<Config, "twilio" | "unifonic" | "whatsapp">;

/** The configured services, by channel. */
export function channelProviders(config: Config): ChannelProviders {
  const { twilio, unifonic, whatsapp } = config;
  return {
    ...(twilio && { sms: twilioProvider(twilio, config) }),
    ...(unifonic && { sms: unifonicProvider(unifonic) }),
    ...(whatsapp && { whatsapp: whatsappProvider(whatsapp, openFileStore(config)) }),
  };
}

export function configuredChannels(config: ChannelConfig): Channel[] {
  return [...configuredTextChannels(config), "email"];
}

export function configuredTextChannels(config: ChannelConfig): TextChannel[] {
  const { twilio, unifonic, whatsapp } = config;
  return [...(whatsapp ? ["whatsapp" as const] : []), ...(twilio || unifonic ? ["sms" as const] : [])];
}
