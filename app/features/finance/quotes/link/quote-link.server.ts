import { query } from "~/platform/auth/command.server";
import { documentPath, linkExpiry, openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { LINK_DAYS_AFTER_EXPIRY } from "../quote";

interface LinkedQuote {
  id: string;
  reference: string;
  /** Last day for an answer in Asia/Dubai. */
  validUntil: string;
  linkVersion: number;
}

/** Absolute link to the quote in the current language. */
export function quoteUrl(ctx: Ctx, config: Pick<Config, "publicUrl" | "secret">, quote: LinkedQuote): string {
  return config.publicUrl + quotePath(ctx, config, quote);
}

export function quotePath(
  { now }: Ctx,
  config: Pick<Config, "secret">,
  { id, reference, validUntil, linkVersion }: LinkedQuote,
): string {
  return documentPath(
    config,
    { kind: "quote", id, reference, linkVersion },
    linkExpiry(now, validUntil, LINK_DAYS_AFTER_EXPIRY),
  );
}

/** Link for the office to share, in the customer's language. Null before the quote is sent. */
export async function findQuoteUrl(
  ctx: Ctx,
  config: Pick<Config, "publicUrl" | "secret">,
  id: string,
): Promise<string | null> {
  const quote = await ctx.db
    .selectFrom("quotes")
    .select(["id", "reference", "validUntil", "language", "linkVersion"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!quote?.validUntil) return null;
  const { validUntil } = quote;
  return inLocale(localeOrDefault(quote.language), () => quoteUrl(ctx, config, { ...quote, validUntil }));
}

export interface QuoteAccess {
  id: string;
  /** Context that acts as the customer; null if the link has expired. */
  ctx: Ctx | null;
}

/** Opens a sent quote by emailed link or as its signed-in customer. Null without access. */
export const openQuote = query(
  "website.open-link",
  async function openQuote(
    ctx,
    config: Pick<Config, "secret">,
    { reference, key = "" }: { reference: string; key?: string },
  ): Promise<QuoteAccess | null> {
    const row = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .select(["quotes.id", "linkVersion", "customers.userId"])
      .where("reference", "=", reference)
      .where("sentAt", "is not", null)
      .executeTakeFirst();
    if (!row) return null;
    const opened = openDocument(ctx, config, { kind: "quote", ...row, reference }, key);
    switch (opened.as) {
      case "customer":
        return { id: row.id, ctx: opened.ctx };
      case "ended":
        return { id: row.id, ctx: null };
      case "stranger":
        return null;
    }
  },
);
