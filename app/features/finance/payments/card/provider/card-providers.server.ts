import type { Config } from "~/platform/config.server";
import type { CardProvider } from "./card-provider";
import { stripeProvider } from "./stripe.server";

const providers = new WeakMap<object, CardProvider | null>();

/** Configured card provider, or null. */
export function cardProvider(config: Config): CardProvider | null {
  const known = providers.get(config);
  if (known !== undefined) return known;
  const provider = stripeProvider(config);
  providers.set(config, provider);
  return provider;
}
