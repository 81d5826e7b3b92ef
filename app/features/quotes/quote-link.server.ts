import type { Config } from "~/platform/config.server";
import { documentPath } from "~/platform/document-link.server";
import { addDays, dubaiInstant } from "~/platform/time";
import { LINK_DAYS_AFTER } from "./quote";

interface LinkedQuote {
  id: string;
  reference: string;
  /** The last Dubai day on which it can be answered. */
  validUntil: string;
}

/** The link that its customer is given, in the language that is spoken now. */
export function quoteUrl(config: Pick<Config, "publicUrl" | "secret">, quote: LinkedQuote): string {
  return config.publicUrl + quotePath(config, quote);
}

/** The same within the site. */
export function quotePath(
  config: Pick<Config, "secret">,
  { id, reference, validUntil }: LinkedQuote,
): string {
  const until = dubaiInstant(addDays(validUntil, LINK_DAYS_AFTER), "23:59");
  return documentPath(config, { kind: "quote", id, reference }, until);
}
