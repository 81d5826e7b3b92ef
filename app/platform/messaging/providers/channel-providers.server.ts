import type { Config } from "../../config.server";
import type { ChannelProviders } from "../channel";

/** The configured services, by channel. */
export function channelProviders(_config: Config): ChannelProviders {
  return {};
}
