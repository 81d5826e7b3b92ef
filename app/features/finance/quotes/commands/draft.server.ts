import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { mapConstraintToRefusal } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { hashBody } from "~/platform/http/idempotency.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { findCustomerLanguage } from "../../../core/customers/customer-language.server";
import { findCustomer } from "../../../core/customers/queries.server";
import { areContractsOf, findPartTerms } from "../../../core/packages/part-terms.server";
import { isPropertyOf } from "../../../core/properties/read-properties.server";
import { resolveCustomerOfBooking } from "../../../operations/bookings/request/customer-candidates.server";
import { createEmptyDraft, createQuote, inCustomerLanguage } from "../draft/create-quote.server";
import { listBookingPhotos, loadQuoteSource } from "../draft/quote-source.server";
import { lockSeenQuote, type SeenQuote, updateQuote } from "../lock-quote.server";
import { canRevise, canSend } from "../quote";
import type { QuoteDraft } from "../schema";
import { findDraft, listVersions, type VersionDraft, versionTotals, writeVersion } from "../versions.server";

export const createQuoteForCustomer = command(
  "quotes.manage",
  async function createQuoteForCustomer(ctx, input: { customerId: string; propertyId: string | null }) {
    const customer = await findCustomer(ctx, input.customerId);
    if (!customer) return refuse("not-found");
    if (input.propertyId && !(await isPropertyOf(ctx, customer.id, input.propertyId)))
      return refuse("not-found");
    const language = await findCustomerLanguage(ctx, customer.id);
    const title = inCustomerLanguage(language, () => m.quotes_title_new());
    const version = { ...(await createEmptyDraft(ctx)), title };
    return createQuote(ctx, {
      customerId: customer.id,
      propertyId: input.propertyId,
      bookingId: null,
      serviceId: null,
      language,
      version,
    });
  },
);

/**
 * Drafts a quote with the customer, property, report notes, photos and prices of a booking. `customerId`: the
 * office's choice among the customers with the booking's phone.
 */
export const createQuoteForBooking = command(
  "quotes.manage",
  async function createQuoteForBooking(ctx, bookingId: string, { customerId }: { customerId?: string } = {}) {
    const source = await loadQuoteSource(ctx, bookingId);
    if (!source) return refuse("not-found");
    const { title, introduction, lines, discount, photoIds, booking, ...quote } = source;
    const customer = await resolveCustomerOfBooking(ctx, booking, customerId);
    if (!customer.ok) return customer;
    const version = { ...(await createEmptyDraft(ctx)), title, introduction, lines, discount, photoIds };
    const { customerId: payerId, propertyId } = customer;
    return createQuote(ctx, { ...quote, customerId: payerId, propertyId, bookingId, version });
  },
);

/** Drafts a copy of the newest version for the same customer. */
export const duplicateQuote = command("quotes.manage", async function duplicateQuote(ctx, id: string) {
  const quote = await ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
  const [newest] = quote ? await listVersions(ctx, id) : [];
  if (!quote || !newest) return refuse("not-found");
  const home = quote.propertyId;
  const terms = home ? (await findPartTerms(ctx, [home], dubaiDate(ctx.now))).get(home) : undefined;
  // Parts lose the discount of a contract that has ended.
  const lines = newest.lines.map((line) =>
    line.partContractId === (terms?.contractId ?? null)
      ? line
      : { ...line, partContractId: null, discountFils: 0 },
  );
  return createQuote(ctx, {
    customerId: quote.customerId,
    propertyId: quote.propertyId,
    bookingId: quote.bookingId,
    serviceId: quote.serviceId,
    language: quote.language,
    version: { ...newest, lines },
    copyOf: quote.id,
  });
});

/**
 * Replaces the draft. Writes no audit trail because drafts autosave while typing. Saving the stored content
 * again succeeds, so that a request may be retried.
 */
export const saveDraft = command(
  "quotes.manage",
  async function saveDraft(ctx, seen: SeenQuote, draft: QuoteDraft) {
    const { serviceId, propertyId, ...version } = draft;
    const locked = await lockSeenQuote(ctx, seen);
    if (!locked.ok && locked.reason === "not-found") return locked;
    const versions = await listVersions(ctx, seen.id);
    const drafted = findDraft(versions);
    if (!locked.ok) {
      const current = await ctx.db
        .selectFrom("quotes")
        .select(["serviceId", "propertyId", "version"])
        .where("id", "=", seen.id)
        .executeTakeFirstOrThrow();
      const same =
        drafted &&
        isSameDraft(drafted, version) &&
        current.serviceId === serviceId &&
        current.propertyId === propertyId;
      return same ? { ok: true, version: current.version } : locked;
    }
    const { quote } = locked;
    if (!drafted || !canSend(quote.state)) return refuse("wrong-state");
    if (quote.renewsContractId && version.depositPercent > 0) return refuse("renewal-deposit");
    if (propertyId && !(await isPropertyOf(ctx, quote.customerId, propertyId))) return refuse("not-found");
    const contractIds = version.lines.flatMap(({ partContractId }) => partContractId ?? []);
    if (!(await areContractsOf(ctx, propertyId, contractIds))) return refuse("not-found");
    const availablePhotoIds = new Set(await listBookingPhotos(ctx, quote.bookingId));
    for (const { photoIds } of versions) for (const id of photoIds) availablePhotoIds.add(id);
    if (!version.photoIds.every((id) => availablePhotoIds.has(id))) return refuse("unknown-photo");

    // Unless a service or price was deleted in the meantime.
    const written = await mapConstraintToRefusal(ctx, "reference", refuse("unknown-service"), async (ctx) => {
      await writeVersion(ctx, quote.id, drafted.number, version);
      const totals = quote.state === "draft" ? versionTotals(version) : {};
      await updateQuote(ctx, quote, quote.state, {
        serviceId,
        propertyId,
        ...totals,
      });
      return { ok: true as const, version: quote.version + 1 };
    });
    return written;
  },
);

/** Drafts the next version from the last. The sent version stays valid until the next one is sent. */
export const reviseQuote = command("quotes.manage", async function reviseQuote(ctx, seen: SeenQuote) {
  const locked = await lockSeenQuote(ctx, seen);
  if (!locked.ok) return locked;
  const { quote } = locked;
  const versions = await listVersions(ctx, quote.id);
  if (!canRevise(quote.state) || findDraft(versions)) return refuse("wrong-state");
  const [newest] = versions;
  const number = newest!.number + 1;
  await writeVersion(ctx, quote.id, number, newest!);
  await updateQuote(ctx, quote, quote.state);
  await emit(ctx, "quote.revised", quote.id, { revision: number });
  return { ok: true };
});

function isSameDraft(stored: VersionDraft, given: VersionDraft): boolean {
  const keys = Object.keys(given) as (keyof VersionDraft)[];
  return keys.every((key) => hashBody(stored[key]) === hashBody(given[key]));
}
