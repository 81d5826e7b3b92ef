import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { chargedVatPercent, labelForNoVat } from "../../core/pricing/vat-treatment";
import { flattenAddress } from "../../core/properties/property";
import { findPropertyAddress } from "../../core/properties/read-properties.server";
import { openQuote } from "./link/quote-link.server";
import { effectiveStateOn, isAwaitingAnswer } from "./quote";
import { listVersions, toAnswerView, versionVatPercent } from "./versions.server";
import type { CustomerQuotes, OpenedQuote, QuoteView } from "./views";

export const findOpenedQuote = query(
  "website.open-link",
  async function findOpenedQuote(
    ctx,
    config: Pick<Config, "secret">,
    opening: { reference: string; key?: string },
  ): Promise<OpenedQuote | null> {
    const opened = await openQuote(ctx, config, opening);
    if (!opened) return null;
    return opened.ctx
      ? { quote: await loadQuoteView(opened.ctx, opened.id), linkExpired: false }
      : { quote: null, linkExpired: true };
  },
);

/** View of the last sent version. */
async function loadQuoteView(ctx: Ctx, quoteId: string): Promise<QuoteView> {
  const row = await ctx.db
    .selectFrom("quotes")
    .innerJoin("customers", "customers.id", "quotes.customerId")
    .selectAll("quotes")
    .select("customers.name")
    .where("quotes.id", "=", quoteId)
    .executeTakeFirstOrThrow();
  const [versions, answer, address] = await Promise.all([
    listVersions(ctx, quoteId),
    ctx.db
      .selectFrom("quoteAnswers")
      .selectAll()
      .where("quoteId", "=", quoteId)
      .where("revision", "=", row.revision)
      .orderBy("id", "desc")
      .executeTakeFirst(),
    row.propertyId === null ? null : findPropertyAddress(ctx, row.propertyId),
  ]);
  const version = versions.find(({ number }) => number === row.revision)!;
  const state = effectiveStateOn(dubaiDate(ctx.now), { state: row.state, validUntil: row.validUntil });
  return {
    reference: row.reference,
    renewal: row.renewsContractId !== null,
    state,
    revision: row.revision,
    title: version.title,
    introduction: version.introduction,
    terms: version.terms,
    lines: version.lines.map(({ serviceId: _, priceId: __, ...line }, at) => ({ position: at + 1, ...line })),
    partsUnder: version.partsUnder,
    discount: version.discount,
    depositPercent: version.depositPercent,
    depositRule: version.depositRule,
    vatPercent: chargedVatPercent(await versionVatPercent(ctx, version), version),
    vatReason: labelForNoVat(version),
    photos: version.photoIds.map((id) => ({ id })),
    customerName: row.name,
    address: address && placeInReaderLanguage(flattenAddress(address)),
    sentAt: version.sentAt?.toISOString() ?? null,
    validUntil: row.validUntil,
    canAnswer: isAwaitingAnswer(state),
    answer: answer ? toAnswerView(answer) : null,
    totalFils: row.totalFils,
    depositFils: row.depositFils,
    convertedBooking: await findWork(ctx, row.workBookingId),
  };
}

async function findWork(ctx: Ctx, bookingId: string | null): Promise<QuoteView["convertedBooking"]> {
  if (bookingId === null) return null;
  const { reference, next, planned } = await ctx.db
    .selectFrom("bookings")
    .select("reference")
    .select((eb) => [
      eb
        .selectFrom("visits")
        .select((visit) => visit.fn.min("startsAt").as("startsAt"))
        .whereRef("bookingId", "=", "bookings.id")
        .where("live", "=", true)
        .where("startsAt", ">", ctx.now)
        .as("next"),
      eb
        .exists(
          eb
            .selectFrom("visits")
            .select("id")
            .whereRef("bookingId", "=", "bookings.id")
            .where("live", "=", true),
        )
        .as("planned"),
    ])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return { reference, startsAt: next ? new Date(next).toISOString() : null, isUnplanned: !planned };
}

const MAX_LISTED = 50;

export const listMyQuotes = query("account.use", async function listMyQuotes(ctx): Promise<CustomerQuotes> {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("quotes")
    .innerJoin("customers", "customers.id", "quotes.customerId")
    .innerJoin("quoteRevisions", (join) =>
      join.onRef("quoteId", "=", "quotes.id").onRef("number", "=", "quotes.revision"),
    )
    .select(["reference", "state", "title", "totalFils", "validUntil", "quotes.sentAt"])
    .where("customers.userId", "=", userIdOf(ctx.actor))
    .where("quotes.sentAt", "is not", null)
    .orderBy("quotes.sentAt", "desc")
    .limit(MAX_LISTED)
    .execute();
  return {
    quotes: rows.map((row) => ({
      reference: row.reference,
      state: effectiveStateOn(today, { state: row.state, validUntil: row.validUntil }),
      title: row.title,
      totalFils: row.totalFils,
      validUntil: row.validUntil,
      sentAt: row.sentAt?.toISOString() ?? null,
    })),
  };
});
