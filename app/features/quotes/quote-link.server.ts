import type { Config } from "~/platform/config.server";
import { documentUrl } from "~/platform/document-link.server";
import { isLocale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { addDays, dubaiInstant } from "~/platform/time";
import { LINK_DAYS_AFTER } from "./quote";

interface LinkedQuote {
  id: string;
  reference: string;
  /** Of whoever is written to. */
  language: string;
  /** The last Dubai day on which it can be answered. */
  validUntil: string;
}

/** The link that its customer is given, in their language. */
export function quoteUrl(config: Pick<Config, "publicUrl" | "secret">, quote: LinkedQuote): string {
  const until = dubaiInstant(addDays(quote.validUntil, LINK_DAYS_AFTER), "23:59");
  const write = () => documentUrl(config, { kind: "quote", id: quote.id, reference: quote.reference }, until);
  return isLocale(quote.language) ? inLocale(quote.language, write) : write();
}
