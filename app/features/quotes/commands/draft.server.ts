import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { hashBody } from "~/platform/http/idempotency.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { languageOfCustomer } from "../../bookings/link/language-of-customer.server";
import { areContractsOf, findPartTerms } from "../../packages/part-terms.server";
import { findCustomer } from "../../customers/queries.server";
import { beginQuote, emptyVersion, inTheirs } from "../draft/begin-quote.server";
import { loadQuoteSource, listBookingPictures } from "../draft/quote-source.server";
import { advance, lockSeen, type SeenQuote } from "../lock-quote.server";
import { canRevise, canSend } from "../quote";
import type { QuoteDraft } from "../schema";
import { type DraftedVersion, draftOf, listVersions, totalsOf, writeVersion } from "../versions.server";

/** Begins a quote for a customer who asked without a booking. */
export const quoteForCustomer = command(
  "quotes.manage",
  async (ctx, asked: { customerId: string; propertyId: string | null }) => {
    const customer = await findCustomer(ctx, asked.customerId);
    if (!customer) return refuse("not-found");
    if (asked.propertyId && !(await isPlaceOf(ctx, customer.id, asked.propertyId)))
      return refuse("not-found");
    const language = await languageOfCustomer(ctx, customer.id);
    const title = inTheirs(language, () => m.quote_title_new());
    const version = { ...(await emptyVersion(ctx)), title };
    return beginQuote(ctx, {
      customerId: customer.id,
      propertyId: asked.propertyId,
      bookingId: null,
      serviceId: null,
      language,
      version,
    });
  },
);

/** Begins a quote with what a booking knows: whose it is and where, what was found there, its pictures and its prices. */
export const quoteForBooking = command("quotes.manage", async (ctx, bookingId: string) => {
  const found = await loadQuoteSource(ctx, bookingId);
  if (!found) return refuse("not-found");
  const { title, introduction, lines, discount, photoIds, ...quote } = found;
  const version = { ...(await emptyVersion(ctx)), title, introduction, lines, discount, photoIds };
  return beginQuote(ctx, { ...quote, bookingId, version });
});

/** Begins another quote, for the same customer, with what the newest version of this one says. */
export const duplicateQuote = command("quotes.manage", async (ctx, id: string) => {
  const quote = await ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
  const [newest] = quote ? await listVersions(ctx, id) : [];
  if (!quote || !newest) return refuse("not-found");
  const home = quote.property_id;
  const terms = home ? (await findPartTerms(ctx, [home], dubaiDate(ctx.now))).get(home) : undefined;
  // Whose contract is over meanwhile pays parts in full.
  const lines = newest.lines.map((line) =>
    line.partContractId === (terms?.contractId ?? null)
      ? line
      : { ...line, partContractId: null, discountFils: 0 },
  );
  return beginQuote(ctx, {
    customerId: quote.customer_id,
    propertyId: quote.property_id,
    bookingId: quote.booking_id,
    serviceId: quote.service_id,
    language: quote.language,
    version: { ...newest, lines },
    copyOf: quote.id,
  });
});

/**
 * Keeps what is drafted, as a whole. It is nobody's business but the office's until it is sent, so it leaves no trail; what
 * stands there already is kept once more without a change, so that a call may be sent again.
 */
export const saveDraft = command("quotes.manage", async (ctx, seen: SeenQuote, draft: QuoteDraft) => {
  const { serviceId, propertyId, ...version } = draft;
  const locked = await lockSeen(ctx, seen);
  if (!locked.ok && locked.reason === "not-found") return locked;
  const versions = await listVersions(ctx, seen.id);
  const drafted = draftOf(versions);
  if (!locked.ok) {
    const stands = await ctx.db
      .selectFrom("quotes")
      .select(["service_id", "property_id", "version"])
      .where("id", "=", seen.id)
      .executeTakeFirstOrThrow();
    const same =
      drafted &&
      sameDraft(drafted, version) &&
      stands.service_id === serviceId &&
      stands.property_id === propertyId;
    return same ? { ok: true, version: stands.version } : locked;
  }
  const { quote } = locked;
  if (!drafted || !canSend(quote.state)) return refuse("wrong-state");
  if (quote.renews_id && version.depositPercent > 0) return refuse("renewal-deposit");
  if (propertyId && !(await isPlaceOf(ctx, quote.customer_id, propertyId))) return refuse("not-found");
  const under = version.lines.flatMap(({ partContractId }) => partContractId ?? []);
  if (!(await areContractsOf(ctx, propertyId, under))) return refuse("not-found");
  const known = new Set(await listBookingPictures(ctx, quote.booking_id));
  for (const { photoIds } of versions) for (const id of photoIds) known.add(id);
  if (!version.photoIds.every((id) => known.has(id))) return refuse("unknown-photo");

  // A service or a price that is gone meanwhile.
  const written = await mapConstraintToRefusal(ctx, "reference", refuse("unknown-service"), async (ctx) => {
    await writeVersion(ctx, quote.id, drafted.number, version);
    const totals = quote.state === "draft" ? totalsOf(version) : {};
    await advance(ctx, quote, quote.state, { service_id: serviceId, property_id: propertyId, ...totals });
    return { ok: true as const, version: quote.version + 1 };
  });
  return written;
});

/** Begins the next version with what the last one says; that one counts, and can be answered, until the next is sent. */
export const reviseQuote = command("quotes.manage", async (ctx, seen: SeenQuote) => {
  const locked = await lockSeen(ctx, seen);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const versions = await listVersions(ctx, quote.id);
  if (!canRevise(quote.state) || draftOf(versions)) return refuse("wrong-state");
  const [newest] = versions;
  const number = newest!.number + 1;
  await writeVersion(ctx, quote.id, number, newest!);
  await advance(ctx, quote, quote.state);
  await emit(ctx, "quote.revised", quote.id, { revision: number });
  return { ok: true };
});

function sameDraft(stored: DraftedVersion, given: DraftedVersion): boolean {
  const keys = Object.keys(given) as (keyof DraftedVersion)[];
  return keys.every((key) => hashBody(stored[key]) === hashBody(given[key]));
}

async function isPlaceOf(ctx: Ctx, customerId: string, propertyId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("properties")
    .select("id")
    .where("id", "=", propertyId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row !== undefined;
}
