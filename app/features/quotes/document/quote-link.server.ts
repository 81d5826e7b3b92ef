import { documentPath, linkExpiry } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { LINK_DAYS_AFTER_EXPIRY } from "../quote";

interface LinkedQuote {
  id: string;
  reference: string;
  /** The last Dubai day on which it can be answered. */
  validUntil: string;
}

/** The link that its customer is given, in the language that is spoken now. */
export function quoteUrl(ctx: Ctx, config: Pick<Config, "publicUrl" | "secret">, quote: LinkedQuote): string {
  return config.publicUrl + quotePath(ctx, config, quote);
}

/** The same within the site. */
export function quotePath(
  { now }: Ctx,
  config: Pick<Config, "secret">,
  { id, reference, validUntil }: LinkedQuote,
): string {
  return documentPath(config, { kind: "quote", id, reference }, linkExpiry(now, validUntil, LINK_DAYS_AFTER_EXPIRY));
}
