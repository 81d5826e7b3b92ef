import type { Config } from "~/platform/config.server";
import type { CardProvider } from "./card-provider";
import { stripeProvider } from "./stripe.server";

const opened = new WeakMap<object, CardProvider | null>();

/** Configured card provider, or null. */
export function cardProvider(config: Config): CardProvider | null {
  const known = opened.get(config);
  if (known !== undefined) return known;
  const provider = stripeProvider(config);
  opened.set(config, provider);
  return provider;
}
