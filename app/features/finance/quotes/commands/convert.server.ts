import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { DEFAULT_LOCALE, isLocale } from "~/platform/locale/locale";
import { findService } from "../../../core/catalogue/queries.server";
import { quantityOf, unitsOf } from "../../../core/pricing/quantity";
import { MAX_WORK_MIN } from "../../../core/pricing/work-time";
import { findPropertyAddress, isPropertyOf } from "../../../core/properties/read-properties.server";
import { canCorrectWork } from "../../../operations/bookings/booking";
import { createBooking } from "../../../operations/bookings/request/create-booking.server";
import { MIN_DURATION_MIN } from "../../../operations/bookings/schema";
import {
  checkTransition,
  type LockedQuote,
  lockSeenQuote,
  type SeenQuote,
  updateQuote,
} from "../lock-quote.server";

/** Kind of work and place for a quote that was approved without them. */
export interface WorkChoice {
  serviceId?: string;
  propertyId?: string;
}

/**
 * Converts an approved quote into work: a new confirmed booking without technician, or its source booking if
 * that is still open. `chosen` completes the quote for a new booking and is stored with it.
 */
export const convertQuote = command(
  "quotes.manage",
  async function convertQuote(ctx, seen: SeenQuote, into: "new" | "booking", chosen: WorkChoice = {}) {
    const locked = await lockSeenQuote(ctx, seen);
    if (!locked.ok) return locked;
    const { quote } = locked;
    const decision = checkTransition(ctx, quote, "convert", "office");
    if (!decision.ok || quote.renewsContractId) return refuse("wrong-state");
    const work =
      into === "new" ? await createWorkBooking(ctx, quote, chosen) : await findOpenBooking(ctx, quote);
    if (!work.ok) return work;
    await updateQuote(ctx, quote, decision.to, {
      workBookingId: work.bookingId,
      serviceId: work.serviceId,
      propertyId: work.propertyId,
    });
    await emit(
      ctx,
      "quote.converted",
      quote.id,
      { workId: work.bookingId },
      { before: { state: quote.state }, after: { state: decision.to } },
    );
    return { ok: true };
  },
);

async function findOpenBooking(ctx: Ctx, quote: LockedQuote) {
  const booking =
    quote.bookingId &&
    (await ctx.db
      .selectFrom("bookings")
      .select(["id", "state"])
      .where("id", "=", quote.bookingId)
      .forUpdate()
      .executeTakeFirst());
  if (!booking || !canCorrectWork(booking.state)) return refuse("wrong-state");
  const { serviceId, propertyId } = quote;
  return { ok: true as const, bookingId: booking.id, serviceId, propertyId };
}

async function createWorkBooking(ctx: Ctx, quote: LockedQuote, chosen: WorkChoice) {
  const { customer } = quote;
  const propertyId = quote.propertyId ?? chosen.propertyId ?? null;
  if (propertyId !== quote.propertyId && !(await isPropertyOf(ctx, quote.customerId, propertyId!)))
    return refuse("not-found");
  // A kind of work that is no longer offered can be replaced.
  const service = chosen.serviceId ?? quote.serviceId;
  const work = service ? await findService(ctx, service) : null;
  // Quoted work was not urgent, so it cannot become an emergency booking.
  if (!work || work.emergency) return refuse("service-required");
  const place = propertyId && (await findPropertyAddress(ctx, propertyId));
  if (!place) return refuse("property-required");
  if (!customer.phone) return refuse("phone-required");
  const { title } = await ctx.db
    .selectFrom("quoteRevisions")
    .select("title")
    .where("quoteId", "=", quote.id)
    .where("number", "=", quote.revision)
    .executeTakeFirstOrThrow();
  const form = {
    customerName: customer.name,
    email: customer.email ?? undefined,
    phone: customer.phone,
    service: work.id,
    message: `${quote.reference}: ${title}`,
    address: "",
    addressParts: place,
    items: [],
    photoIds: [],
  };
  const language = isLocale(quote.language) ? quote.language : DEFAULT_LOCALE;
  const agreed = { totalFils: quote.totalFils, language, minutes: await countQuotedMinutes(ctx, quote) };
  const booking = await createBooking(ctx, form, { customerId: quote.customerId, agreed }, null);
  if (booking.ok) return { ok: true as const, bookingId: booking.bookingId, serviceId: work.id, propertyId };
  throw new Error(`Quote ${quote.reference} was not converted to a booking: ${booking.reason}`);
}

/** Duration of the approved price book items, with the ticked options; null if there are none. */
async function countQuotedMinutes(ctx: Ctx, quote: LockedQuote): Promise<number | null> {
  const lines = await ctx.db
    .selectFrom("quoteLines")
    .innerJoin("prices", "prices.id", "quoteLines.priceId")
    .innerJoin("quoteAnswers", (join) =>
      join
        .onRef("quoteAnswers.quoteId", "=", "quoteLines.quoteId")
        .onRef("quoteAnswers.revision", "=", "quoteLines.revision")
        .on("answer", "=", "approved"),
    )
    .select(["mode", "durationMin", "quantityHundredths", "quantityThousandths"])
    .where("quoteLines.quoteId", "=", quote.id)
    .where("quoteLines.revision", "=", quote.revision)
    .where(sql<boolean>`NOT optional OR quote_lines.position = ANY(chosen)`)
    .execute();
  const minutes = lines.map(({ mode, durationMin, ...quantity }) => {
    const perUnit = mode === "hourly" ? 60 : (durationMin ?? 0);
    return Math.round(perUnit * unitsOf(quantityOf(quantity)));
  });
  const total = minutes.reduce((sum, one) => sum + one, 0);
  return total === 0 ? null : Math.min(MAX_WORK_MIN, Math.max(MIN_DURATION_MIN, total));
}
