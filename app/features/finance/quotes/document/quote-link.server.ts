import { documentPath, linkExpiry } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { LINK_DAYS_AFTER_EXPIRY } from "../quote";

interface LinkedQuote {
  id: string;
  reference: string;
  /** Last day for an answer in Asia/Dubai. */
  validUntil: string;
}

/** Absolute link to the quote in the current language. */
export function quoteUrl(ctx: Ctx, config: Pick<Config, "publicUrl" | "secret">, quote: LinkedQuote): string {
  return config.publicUrl + quotePath(ctx, config, quote);
}

export function quotePath(
  { now }: Ctx,
  config: Pick<Config, "secret">,
  { id, reference, validUntil }: LinkedQuote,
): string {
  return documentPath(
    config,
    { kind: "quote", id, reference },
    linkExpiry(now, validUntil, LINK_DAYS_AFTER_EXPIRY),
  );
}
