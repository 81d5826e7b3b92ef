import { command } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { requireWhatsapp } from "~/platform/messaging/require-whatsapp.server";
import { addDays, dubaiDate } from "~/platform/time";
import { readSettings, requireCompanyDetails } from "../../../core/business/read-settings.server";
import { findService } from "../../../core/catalogue/queries.server";
import {
  checkTransition,
  type LockedQuote,
  lockSeenQuote,
  refuseIfRenewed,
  type SeenQuote,
  updateQuote,
} from "../lock-quote.server";
import { isDiscountTooLarge, type QuoteChannel } from "../quote";
import { findDraft, listVersions, type VersionDraft, versionTotals } from "../versions.server";

/**
 * Sends the draft, which becomes the valid, immutable version: its link by email or WhatsApp, or the office passes the
 * link on.
 */
export const sendQuote = command(
  "quotes.manage",
  async function sendQuote(
    ctx,
    seen: SeenQuote,
    channel: QuoteChannel,
    config: Pick<Config, "whatsapp"> = {},
  ) {
    const locked = await lockSeenQuote(ctx, seen);
    if (!locked.ok) return locked;
    const { quote } = locked;
    const draft = findDraft(await listVersions(ctx, quote.id));
    const decision = checkTransition(ctx, quote, "send", "office");
    if (!decision.ok || !draft) return refuse("wrong-state");
    if (draft.lines.length === 0) return refuse("no-lines");
    const reachable = await refuseUnreachable(ctx, config, quote.customer, channel);
    if (!reachable.ok) return reachable;
    const complete = await refuseUnlessComplete(ctx, quote, draft);
    if (!complete.ok) return complete;
    const supplier = await requireCompanyDetails(ctx);
    if (!supplier.ok) return supplier;
    const totals = versionTotals(draft);
    if (quote.renewsContractId && totals.totalFils === 0) return refuse("no-lines");
    const { depositRule } = (await readSettings(ctx, "money")).values;
    const sent = await refuseIfRenewed(ctx, async (ctx) => {
      await ctx.db
        .updateTable("quoteRevisions")
        .set({ depositRule, sentAt: ctx.now })
        .where("quoteId", "=", quote.id)
        .where("number", "=", draft.number)
        .execute();
      await updateQuote(ctx, quote, decision.to, {
        ...totals,
        revision: draft.number,
        validUntil: addDays(dubaiDate(ctx.now), draft.validDays),
        sentAt: ctx.now,
        viewedAt: null,
        answeredAt: null,
        expiryRemindedAt: null,
      });
      return { ok: true as const };
    });
    if (!sent.ok) return sent;
    await emit(
      ctx,
      "quote.sent",
      quote.id,
      { revision: draft.number, channel },
      {
        before: { state: quote.state, totalFils: quote.totalFils },
        after: { state: decision.to, totalFils: totals.totalFils },
      },
    );
    return { ok: true };
  },
);

/**
 * Refuses a quote that could not become a booking and its invoice. Renewals become a contract, whose package and
 * property are known.
 */
async function refuseUnlessComplete(ctx: Ctx, quote: LockedQuote, draft: VersionDraft) {
  if (isDiscountTooLarge(draft)) return refuse("discount-too-large");
  if (quote.renewsContractId) return { ok: true as const };
  // Without a country, the customer is in the UAE.
  if (draft.vatTreatment === "DL8.45.1" && quote.customer.billingCountry === null)
    return refuse("export-within-uae");
  const service = quote.serviceId ? await findService(ctx, quote.serviceId) : null;
  // Quoted work was not urgent, so it cannot become an emergency booking.
  if (!service || service.emergency) return refuse("service-required");
  return quote.propertyId ? { ok: true as const } : refuse("property-required");
}

/** Shares the link of a sent quote again, by email, WhatsApp or through the office. */
export const shareQuoteLink = command(
  "quotes.manage",
  async function shareQuoteLink(
    ctx,
    seen: SeenQuote,
    channel: QuoteChannel,
    config: Pick<Config, "whatsapp"> = {},
  ) {
    const locked = await lockSeenQuote(ctx, seen);
    if (!locked.ok) return locked;
    const { quote } = locked;
    if (quote.sentAt === null || quote.state === "withdrawn") return refuse("wrong-state");
    const reachable = await refuseUnreachable(ctx, config, quote.customer, channel);
    if (!reachable.ok) return reachable;
    await emit(ctx, "quote.link-requested", quote.id, { channel });
    return { ok: true };
  },
);

/** The old link answers as an unknown one from then on, also in emails and PDFs that were sent. */
export const replaceQuoteLink = command("quotes.manage", async function replaceQuoteLink(ctx, id: string) {
  const replaced = await ctx.db
    .updateTable("quotes")
    .set((eb) => ({ linkVersion: eb("linkVersion", "+", 1) }))
    .where("id", "=", id)
    .where("sentAt", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (!replaced) return refuse("not-found");
  await emit(ctx, "quote.link-replaced", id, {});
  return { ok: true };
});

async function refuseUnreachable(
  ctx: Ctx,
  config: Pick<Config, "whatsapp">,
  { email, phone }: { email: string | null; phone: string | null },
  channel: QuoteChannel,
): Promise<{ ok: true } | Refusal<"no-email" | "email-undeliverable" | "channel-unavailable" | "opted-out">> {
  if (channel === "link") return { ok: true };
  if (channel === "whatsapp") return requireWhatsapp(ctx, config, phone);
  return email ? refuseUndeliverable(ctx, email) : refuse("no-email");
}
